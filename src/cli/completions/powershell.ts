/** Completion for PowerShell: tables of words, and a block that looks up what fits. */
import { type Candidates, type CommandModel, valuedOptions } from './model.ts';

export function powershellScript(model: readonly CommandModel[], program: string): string {
  const values = valuedOptions(model).flatMap(({ names, value }) =>
    names.map((name) => `    ${quoted(name)} = ${array(wordsOf(value))}`),
  );
  const lists = valuedOptions(model)
    .filter(({ value }) => value.kind === 'list' || value.kind === 'files-by-word')
    .flatMap(({ names }) => names);
  const options = model.map(
    ({ path, options: of }) => `    ${quoted(path)} = ${array(of.flatMap(({ names }) => names))}`,
  );
  const words = model.map(({ path, subcommands, argument }) => {
    const offered = subcommands.length > 0 ? subcommands.map(({ name }) => name) : wordsOf(argument);
    return `    ${quoted(path)} = ${array(offered)}`;
  });
  return `${[
    `# PowerShell completion for ${program}`,
    `Register-ArgumentCompleter -Native -CommandName ${quoted(program)} -ScriptBlock {`,
    '  param($wordToComplete, $commandAst, $cursorPosition)',
    `  $lists = ${array(lists)}`,
    '  $values = @{',
    ...values,
    '  }',
    '  $options = @{',
    ...options,
    '  }',
    '  $words = @{',
    ...words,
    '  }',
    '  $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })',
    "  if ($wordToComplete -ne '' -and $typed.Count -gt 0) { $typed = @($typed | Select-Object -SkipLast 1) }",
    "  $cmd = ''",
    '  foreach ($word in $typed) {',
    '    $next = "$cmd $word".Trim()',
    '    if ($options.ContainsKey($next)) { $cmd = $next }',
    '  }',
    "  $last = if ($typed.Count -gt 0) { $typed[-1] } else { '' }",
    "  $lead = ''",
    '  $part = $wordToComplete',
    '  if ($part -match \'^(--[^=]+)=(.*)$\') { $last = $Matches[1]; $lead = "$last="; $part = $Matches[2] }',
    '  if ($lists -contains $last) {',
    "    $comma = $part.LastIndexOf(',') + 1",
    '    $lead += $part.Substring(0, $comma)',
    '    $part = $part.Substring($comma)',
    '  }',
    '  $offered = if ($values.ContainsKey($last)) { $values[$last] }',
    "    elseif ($part.StartsWith('-')) { $options[$cmd] }",
    '    else { $words[$cmd] }',
    '  $offered | Where-Object { $_ -like "$part*" } | ForEach-Object {',
    '    [System.Management.Automation.CompletionResult]::new("$lead$_", $_, \'ParameterValue\', $_)',
    '  }',
    '}',
  ].join('\n')}\n`;
}

function wordsOf(candidates: Candidates): readonly string[] {
  if (candidates.kind === 'files-by-word') return candidates.words.map((word) => `${word}=`);
  return 'words' in candidates ? candidates.words : [];
}

function array(words: readonly string[]): string {
  return `@(${words.map(quoted).join(', ')})`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
