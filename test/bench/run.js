// npm run bench [name …]: builds the measuring programs of this folder and runs them one by one.
// They print figures and judge nothing; a busy machine makes every one of them worse.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'

const HERE = import.meta.dirname
const OUT = join(HERE, '../../.cache/bench')
const SUPPORT = ['daemon-process.ts', 'speech-files.ts']

const all = readdirSync(HERE)
  .filter((file) => file.endsWith('.ts') && !SUPPORT.includes(file))
  .map((file) => basename(file, '.ts'))
const names = process.argv.length > 2 ? process.argv.slice(2) : all
const unknown = names.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`No benchmark ${unknown.join(', ')}; there are: ${all.join(', ')}\n`)
  process.exit(2)
}

spawnSync('node', ['build.js'], { stdio: 'inherit' })
await build({
  entryPoints: all.map((name) => join(HERE, `${name}.ts`)),
  outdir: OUT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
})
for (const name of names) {
  process.stdout.write(`\n${name}\n`)
  const { status } = spawnSync('node', [join(OUT, `${name}.js`)], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = 1
}
