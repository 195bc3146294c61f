// Before the first test: the program is built, and the models are in the tests' cache folder.
import { execa } from 'execa'
import { ensureTestModels } from './models.ts'

export async function setup(): Promise<void> {
  await execa('node', ['build.js'], { stdio: 'inherit' })
  await ensureTestModels()
}
