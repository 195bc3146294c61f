// Completion for fish: every flag is a \`complete\` with the condition that the line is about its
// command. Which command that is, one function finds out, skipping the values of flags.
import type { Flag, Node, Tree } from './tree.ts'
import type { Value } from './values.ts'

export function fishCompletion({ globals, nodes }: Tree): string {
  return `# Completion of scribe for fish; made by: scribe completion fish

function __scribe_path
    set -l path
    set -l skip no
    for word in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
            continue
        end
        switch "$path $word"
${nodes.filter(hasValued).map(valuedCase).join('\n')}
            case ${namesOf(globals.filter(isValued))
              .map((name) => quoted(`* ${name}`))
              .join(' ')}
                set skip yes
${nodes
  .filter(({ path }) => path !== '')
  .map(({ path }) => pathCase(path))
  .join('\n')}
        end
    end
    echo -- "$path"
end

function __scribe_at
    test (__scribe_path) = "$argv[1]"
end

complete -c scribe -f
${globals.map((flag) => `complete -c scribe ${flagOf(flag)}`).join('\n')}
${nodes.map(linesOf).join('\n')}
`
}

function valuedCase({ path, flags }: Node): string {
  const patterns = namesOf(flags.filter(isValued)).map((name) => quoted(`${path} ${name}`))
  return `            case ${patterns.join(' ')}
                set skip yes`
}

function pathCase(path: string): string {
  const words = path.split(' ')
  const before = words.slice(0, -1).join(' ')
  return `            case ${quoted(`${before} ${words.at(-1)}`)}
                set path ${quoted(path)}`
}

function linesOf({ path, commands, flags, args }: Node): string {
  const at = `complete -c scribe -n ${quoted(`__scribe_at ${quoted(path)}`)}`
  const offered = args.map(({ value }) => argumentOf(value)).filter((text) => text !== '')
  return [
    ...commands.map(
      ({ name, description }) => `${at} -a ${quoted(name)} -d ${quoted(description)}`,
    ),
    ...flags.map((flag) => `${at} ${flagOf(flag)}`),
    ...[...new Set(offered)].map((text) => `${at} ${text}`),
  ].join('\n')
}

function flagOf({ names, description, value }: Flag): string {
  const named = names.map((name) =>
    name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`,
  )
  return [...named, ...valueFor(value), '-d', quoted(description)].join(' ')
}

function valueFor(value: Value | null): string[] {
  if (value === null) return []
  if (value.kind === 'file') return ['-r', '-F']
  const offered = argumentOf(value)
  return offered === '' ? ['-x'] : ['-x', offered]
}

function argumentOf(value: Value): string {
  if (value.kind === 'words') return `-a ${quoted(value.words.join(' '))}`
  if (value.kind === 'file') return '-F'
  return value.kind === 'folder' ? `-a ${quoted('(__fish_complete_directories)')}` : ''
}

function hasValued({ flags }: Node): boolean {
  return flags.some(isValued)
}

function isValued({ value }: Flag): boolean {
  return value !== null
}

function namesOf(flags: Flag[]): string[] {
  return flags.flatMap(({ names }) => names)
}

/** In fish's single quotes only the backslash and the quote mean something. */
function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
