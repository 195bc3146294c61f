// Completion for PowerShell 5.1 and newer, as a native argument completer. What there is stands in
// a table of tab-separated lines, where nothing needs quoting. Where a file is wanted nothing is
// offered, and PowerShell then completes file names itself.
import type { Flag, Node, Tree } from './tree.ts'
import type { Value } from './values.ts'

export function powershellCompletion({ globals, nodes }: Tree): string {
  const rows = [...globals.flatMap((flag) => flagRows('*', flag)), ...nodes.flatMap(nodeRows)]
  return `# Completion of scribe for PowerShell; made by: scribe completion powershell

Register-ArgumentCompleter -Native -CommandName 'scribe' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # Of which command (* is all), what, name, whether it takes a value, values, text
    $table = @'
${rows.join('\n')}
'@
    $rows = @($table -split '\\r?\\n' | ForEach-Object {
        $cells = $_ -split "\`t"
        [pscustomobject]@{
            Path = $cells[0]; Kind = $cells[1]; Name = $cells[2]
            Valued = $cells[3] -eq 'value'; Values = $cells[4]; Text = $cells[5]
        }
    })

    $path = ''
    $flag = $null
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { $_.Extent.Text })
    foreach ($word in $words) {
        if ($null -ne $flag) { $flag = $null; continue }
        $known = $rows | Where-Object {
            $_.Name -ceq $word -and ($_.Path -ceq $path -or $_.Path -ceq '*')
        } | Select-Object -First 1
        if ($null -eq $known) { continue }
        if ($known.Kind -eq 'command') { $path = "$path $word".Trim() }
        elseif ($known.Valued) { $flag = $known }
    }

    $here = @($rows | Where-Object { $_.Path -ceq $path -or $_.Path -ceq '*' })
    $typed = "$wordToComplete"
    $prefix = ''
    if ($null -eq $flag -and $typed -match '^(--[^=]+)=(.*)$') {
        $prefix = $Matches[1] + '='
        $typed = $Matches[2]
        $flag = $here | Where-Object { "$($_.Name)=" -ceq $prefix } | Select-Object -First 1
        if ($null -eq $flag) { return }
    }

    if ($null -ne $flag) {
        $offered = @($flag.Values -split ' ' | ForEach-Object {
            [pscustomobject]@{ Name = $_; Text = $flag.Text }
        })
    } elseif ($typed.StartsWith('-')) {
        $offered = @($here | Where-Object { $_.Kind -eq 'flag' })
    } else {
        $offered = @($here | Where-Object { $_.Kind -ne 'flag' })
    }

    $offered | Where-Object {
        $_.Name -ne '' -and $_.Name.StartsWith($typed, [StringComparison]::Ordinal)
    } | ForEach-Object {
        $tip = if ($_.Text) { $_.Text } else { $_.Name }
        [System.Management.Automation.CompletionResult]::new(
            "$prefix$($_.Name)", $_.Name, 'ParameterValue', $tip)
    }
}
`
}

function nodeRows({ path, commands, flags, args }: Node): string[] {
  return [
    ...commands.map(({ name, description }) => row(path, 'command', name, '', '', description)),
    ...flags.flatMap((flag) => flagRows(path, flag)),
    ...args.flatMap(({ name, value }) =>
      wordsOf(value).map((word) => row(path, 'argument', word, '', '', name)),
    ),
  ]
}

function flagRows(path: string, { names, description, value }: Flag): string[] {
  const words = wordsOf(value).join(' ')
  const valued = value === null ? '' : 'value'
  return names.map((name) => row(path, 'flag', name, valued, words, description))
}

function wordsOf(value: Value | null): readonly string[] {
  return value?.kind === 'words' ? value.words : []
}

function row(...cells: string[]): string {
  return cells.join('\t')
}
