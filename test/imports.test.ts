// The borders between the parts of the house, read off the import lines (see CONTRIBUTING.md).
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const FILES = ['src', 'daemon'].flatMap((dir) =>
  readdirSync(join(ROOT, dir), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => join(dir, file)),
)

/** What a file imports of the project, types included, and which packages. */
function importsOf(file: string): { own: string[]; packages: string[] } {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  const own = found
    .filter((path) => path.startsWith('.'))
    .map((path) => relative(ROOT, resolve(ROOT, dirname(file), path)))
  return { own, packages: found.filter((path) => !path.startsWith('.')) }
}

/** Imports from files under `from` into `to` that the rule forbids. */
function crossings(from: RegExp, to: RegExp, except: RegExp = /^$/): string[] {
  return FILES.filter((file) => from.test(file) && !except.test(file)).flatMap((file) =>
    importsOf(file)
      .own.filter((path) => to.test(path))
      .map((path) => `${file} → ${path}`),
  )
}

describe('the house rules for imports', () => {
  it('the contract imports nothing of the project but itself', () => {
    expect(crossings(/^src\/api\//, /^(?!src\/api\/)/)).toEqual([])
  })

  it('the daemon takes nothing from src but the contract', () => {
    expect(crossings(/^daemon\//, /^src\/(?!api\/)/)).toEqual([])
  })

  it('the command line reaches the daemon in one file', () => {
    expect(crossings(/^src\//, /^daemon\//, /^src\/local\.ts$/)).toEqual([])
  })

  it('rules are pure: only the contract, record types and other rules, and no packages', () => {
    const allowed = /^(?!daemon\/rules\/|daemon\/records\.ts|src\/api\/)/
    expect(crossings(/^daemon\/rules\//, allowed)).toEqual([])
    const files = FILES.filter((file) => file.startsWith('daemon/rules/'))
    expect(files.flatMap((file) => importsOf(file).packages)).toEqual([])
  })

  it('service talks to the outside world through ports only', () => {
    expect(crossings(/^daemon\/service\//, /^daemon\/(io|routes|hooks|speech|models)\//)).toEqual(
      [],
    )
  })

  it('the speech child, another process, knows neither store nor service nor routes', () => {
    expect(crossings(/^daemon\/speech\//, /^daemon\/(io|service|routes|hooks)\//)).toEqual([])
  })

  it('the inner rooms know nothing of the outer ones', () => {
    expect(crossings(/^daemon\/(io|service)\//, /^daemon\/(routes|hooks|app|main)/)).toEqual([])
    expect(crossings(/^src\/client\//, /^src\/(commands|ui|program)/)).toEqual([])
  })

  it('has no cycles', () => {
    const edges = new Map(FILES.map((file) => [file, importsOf(file).own]))
    const done = new Set<string>()
    const visit = (file: string, path: string[]): string[] => {
      if (path.includes(file)) return [[...path, file].join(' → ')]
      if (done.has(file)) return []
      const found = (edges.get(file) ?? []).flatMap((next) => visit(next, [...path, file]))
      done.add(file)
      return found
    }
    expect(FILES.flatMap((file) => visit(file, []))).toEqual([])
  })
})
