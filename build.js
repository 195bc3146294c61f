// Builds what npm ships: src/ and daemon/ bundled into dist/, one file per entry plus shared pieces.
// Splitting keeps every command's code in a file of its own, read only when that command runs;
// the two packages that every start needs are inlined, all others stay in node_modules.
import { cp, readFile, rename, rm } from 'node:fs/promises'
import { build } from 'esbuild'

const ENTRIES = {
  'src/main': 'src/main.ts',
  'daemon/main': 'daemon/main.ts',
  'daemon/models/quicken': 'daemon/models/quicken.ts',
  'daemon/models/quicken-child': 'daemon/models/quicken-child.ts',
  'daemon/speech/worker': 'daemon/speech/worker.ts',
  'daemon/speech/prober': 'daemon/speech/prober.ts',
  'daemon/speech/probe': 'daemon/speech/probe.ts',
}
const INLINED = ['commander', 'env-paths']
const PAGES = ['daemon/public', 'daemon/docs']
/** The viewer of the API reference, with its license. */
const VIEWER = ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE']

/** Leaves packages and built-in modules to Node, except the inlined ones. */
const externalPackages = {
  name: 'external-packages',
  setup(builder) {
    builder.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || INLINED.includes(path) ? undefined : { path, external: true },
    )
  },
}

const { version } = JSON.parse(await readFile('package.json', 'utf8'))
const fresh = `.cache/dist-${process.pid}`
await build({
  entryPoints: ENTRIES,
  outdir: fresh,
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  jsx: 'automatic',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: false,
  define: { SCRIBE_VERSION: JSON.stringify(version) },
  // Inlined CommonJS asks for `require`, which an ES module does not have.
  banner: {
    js: "import{createRequire as scribeRequire}from'node:module';const require=scribeRequire(import.meta.url);",
  },
  plugins: [externalPackages],
})
for (const dir of PAGES) await cp(dir, `${fresh}/${dir}`, { recursive: true })
for (const file of VIEWER) {
  await cp(`node_modules/swagger-ui-dist/${file}`, `${fresh}/daemon/docs/viewer/${file}`)
}
// A build that fails leaves the last good one in place.
await rm('dist', { recursive: true, force: true })
await rename(fresh, 'dist')
