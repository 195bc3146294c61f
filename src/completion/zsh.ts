// Completion for zsh: a function a command, made of zsh's own _arguments. Works sourced (after
// compinit) and as a file _scribe on $fpath.
import type { Flag, Node, Tree } from './tree.ts'
import type { Value } from './values.ts'

export function zshCompletion({ globals, nodes }: Tree): string {
  return `#compdef scribe
# Completion of scribe for zsh; made by: scribe completion zsh

typeset -ga _scribe_globals=(
${globals.map(specOf).join('\n')}
)

${nodes.map(functionOf).join('\n')}
if [[ \${funcstack[1]} == _scribe ]]; then
  _scribe "$@"
else
  compdef _scribe scribe
fi
`
}

function functionOf(node: Node): string {
  return node.commands.length > 0 ? groupFunction(node) : commandFunction(node)
}

/** One that is a command itself, too (upload), has a second function for that. */
function groupFunction(node: Node): string {
  const { path, commands, flags, args } = node
  const name = nameOf(path)
  const itself = args.length > 0 ? `${name}__itself` : undefined
  const list = commands.map(
    ({ name, description }) => `    ${quoted(`${colonless(name)}:${description}`)}`,
  )
  return `${name}() {
  local curcontext="$curcontext" state
  local -a line commands
  local -A opt_args
  _arguments -C -S -s $_scribe_globals \\
${flags.map((flag) => `  ${specOf(flag)} \\\n`).join('')}    '1: :->command' '*:: :->rest' && return
  case $state in
    command)
      commands=(
${list.join('\n')}
      )
      _describe -t commands command commands${args[0]?.value.kind === 'file' ? '\n      _files' : ''}
      ;;
    rest)
      local next="${name}__\${\${line[1]}//-/_}"
      if (( $+functions[$next] )); then
        $next${itself === undefined ? '' : `\n      else\n        ${itself}`}
      fi
      ;;
  esac
}
${itself === undefined ? '' : `\n${commandFunction(node, itself)}`}`
}

function commandFunction({ path, flags, args }: Node, name = nameOf(path)): string {
  const specs = [
    ...flags.map(specOf),
    ...args.map(({ name, variadic, value }, index) => {
      const position = variadic ? '*' : index + 1
      return `  ${quoted(`${position}:${escaped(name)}:${actionOf(value)}`)}`
    }),
  ]
  return `${name}() {
  _arguments -S -s $_scribe_globals${specs.map((spec) => ` \\\n  ${spec}`).join('')}
}
`
}

/** `'(-f --format)'{-f+,--format=}'[text]:value:(a b)'`; a name with + or = takes a value. */
function specOf({ names, description, value, repeatable }: Flag): string {
  const several = names.length > 1
  const once = repeatable ? quoted('*') : several ? quoted(`(${names.join(' ')})`) : ''
  const marked = names.map((name) =>
    value === null ? name : `${name}${name.startsWith('--') ? '=' : '+'}`,
  )
  const name = several ? `{${marked.join(',')}}` : marked.join('')
  const tail = value === null ? '' : `:value:${actionOf(value)}`
  return `  ${once}${name}${quoted(`[${escaped(description)}]${tail}`)}`
}

function actionOf(value: Value): string {
  if (value.kind === 'words') return `(${value.words.map(escaped).join(' ')})`
  if (value.kind === 'other') return ' '
  return value.kind === 'file' ? '_files' : '_files -/'
}

function nameOf(path: string): string {
  return ['_scribe', ...path.split(' ').filter(Boolean)].join('__').replaceAll('-', '_')
}

function escaped(text: string): string {
  return text.replace(/[\\[\]:]/g, '\\$&')
}

function colonless(text: string): string {
  return text.replaceAll(':', '\\:')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
