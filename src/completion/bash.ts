// Completion for bash 3.2 and newer, with nothing else installed. bash splits words at "=", so
// `--format=srt` comes as three. File names are left to bash itself (-o default), which knows
// about blanks, quotes and ~; where a word is no file, that is turned off.
import type { Flag, Tree } from './tree.ts'
import type { Value } from './values.ts'

export function bashCompletion({ globals, nodes }: Tree): string {
  return `# Completion of scribe for bash; made by: scribe completion bash

_scribe_about() {
  case $1 in
${nodes
  .map(({ path, commands, flags, args }) => {
    const last = args.at(-1)
    const value = last === undefined ? 'none' : codeOf(last.value)
    const fields = [
      `commands=${quoted(commands.map(({ name }) => name).join(' '))}`,
      `flags=${quoted(namesOf(flags).join(' '))}`,
      `valued=${quoted(namesOf(flags.filter(isValued)).join(' '))}`,
      `argument=${quoted(args.length > 1 ? args.map((arg) => codeOf(arg.value)).join('|') : value)}`,
    ]
    return `    ${quoted(path)}) ${fields.join(' ')} ;;`
  })
  .join('\n')}
  esac
  flags="$flags ${namesOf(globals).join(' ')}"
  valued=" $valued ${namesOf(globals.filter(isValued)).join(' ')} "
}

_scribe_value() {
  case "$1 $2" in
${valueCases({ globals, nodes })}
    *) value=none ;;
  esac
}

_scribe_offer() {
  local IFS=$' \\t\\n'
  case $1 in
    file) return ;;
    folder) compopt -o dirnames +o default +o bashdefault 2>/dev/null ;;
    none) compopt +o default +o bashdefault 2>/dev/null ;;
    *)
      compopt +o default +o bashdefault 2>/dev/null
      COMPREPLY=($(compgen -P "\${3-}" -W "$1" -- "$2"))
      ;;
  esac
}

_scribe() {
  local commands flags valued argument value
  local path= word= flag= cur="\${COMP_WORDS[COMP_CWORD]}" index=1 position=0 ended=
  COMPREPLY=()
  _scribe_about ''
  while ((index < COMP_CWORD)); do
    word="\${COMP_WORDS[index]}"
    ((index += 1))
    flag=
    if [[ -n $ended || $word != -?* ]]; then
      if [[ -z $ended && " $commands " == *" $word "* ]]; then
        path="\${path:+$path }$word"
        _scribe_about "$path"
      else
        ((position += 1))
      fi
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $valued == *" $word "* ]]; then
      flag="$word"
      [[ \${COMP_WORDS[index]} == '=' ]] && ((index += 1))
      # What stands at the cursor is still being typed.
      ((index < COMP_CWORD)) && flag=
      ((index += 1))
    fi
  done
  [[ $cur == '=' ]] && cur=
  if [[ -n $flag ]]; then
    _scribe_value "$path" "$flag"
    _scribe_offer "$value" "$cur"
  elif [[ -z $ended && $cur == --*=* ]]; then
    # Where COMP_WORDBREAKS has no "=".
    _scribe_value "$path" "\${cur%%=*}"
    _scribe_offer "$value" "\${cur#*=}" "\${cur%%=*}="
  elif [[ -z $ended && $cur == -* ]]; then
    _scribe_offer "$flags" "$cur"
  elif [[ -n $commands && $position == 0 ]]; then
    _scribe_offer "$commands" "$cur"
    if [[ $argument == file ]]; then
      compopt -o filenames 2>/dev/null
      while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$cur")
    fi
  else
    while ((position > 0)) && [[ $argument == *'|'* ]]; do
      argument="\${argument#*|}"
      ((position -= 1))
    done
    _scribe_offer "\${argument%%|*}" "$cur"
  fi
}

complete -o bashdefault -o default -F _scribe scribe
`
}

function valueCases({ globals, nodes }: Tree): string {
  const cases = new Map<string, string[]>()
  const add = (pattern: string, value: Value) => {
    const code = codeOf(value)
    if (code !== 'none') cases.set(code, [...(cases.get(code) ?? []), pattern])
  }
  for (const { path, flags } of nodes) {
    for (const { names, value } of flags) {
      if (value !== null) for (const name of names) add(quoted(`${path} ${name}`), value)
    }
  }
  for (const { names, value } of globals) {
    if (value !== null) for (const name of names) add(`*${quoted(` ${name}`)}`, value)
  }
  return [...cases]
    .map(([code, patterns]) => `    ${patterns.join(' | ')}) value=${quoted(code)} ;;`)
    .join('\n')
}

/** A kind by its name, or the words; no word is called like a kind. */
function codeOf(value: Value): string {
  if (value.kind === 'words') return value.words.join(' ')
  return value.kind === 'other' ? 'none' : value.kind
}

function namesOf(flags: Flag[]): string[] {
  return flags.flatMap(({ names }) => names)
}

function isValued({ value }: Flag): boolean {
  return value !== null
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
