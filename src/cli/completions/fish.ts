/** Completion for fish: one line for each thing that may be typed. */
import type { Candidates, CommandModel, OptionModel } from './model.ts';

export function fishScript(model: readonly CommandModel[], program: string): string {
  const commands = model[0]?.subcommands.map(({ name }) => name) ?? [];
  const lines = model.flatMap(({ path, subcommands, options, argument }) => {
    const nested = subcommands.map(({ name }) => name).join(' ');
    const here = path === '' ? `not __fish_seen_subcommand_from ${commands.join(' ')}` : conditionOf(path);
    const before =
      path === '' || nested === '' ? here : `${here}; and not __fish_seen_subcommand_from ${nested}`;
    const line = (rest: string) => `complete -c ${program} -n ${quoted(before)} ${rest}`;
    return [
      ...subcommands.map(({ name, summary }) => line(`-f -a ${name} -d ${quoted(summary)}`)),
      ...argumentLines(argument).map(line),
      ...options.map((option) => line(optionLine(option))),
    ];
  });
  return `${[`# fish completion for ${program}`, ...lines].join('\n')}\n`;
}

function conditionOf(path: string): string {
  return path
    .split(' ')
    .map((word) => `__fish_seen_subcommand_from ${word}`)
    .join('; and ');
}

function argumentLines(argument: Candidates): string[] {
  if (argument.kind === 'words') return [`-f -a ${quoted(argument.words.join(' '))}`];
  return argument.kind === 'file' ? ['-F'] : ['-f'];
}

function optionLine({ names, description, value }: OptionModel): string {
  const flags = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [...flags, valueFlags(value), `-d ${quoted(description)}`].filter((part) => part !== '').join(' ');
}

function valueFlags(value: Candidates | undefined): string {
  switch (value?.kind) {
    case undefined:
      return '';
    case 'words':
      return `-x -a ${quoted(value.words.join(' '))}`;
    // It ships with fish, and completes what follows the last comma.
    case 'list':
      return `-x -a ${quoted(`(__fish_complete_list , 'printf "%s\\n" ${value.words.join(' ')}')`)}`;
    case 'files-by-word':
      return `-r -F -a ${quoted(value.words.map((word) => `${word}=`).join(' '))}`;
    case 'file':
      return '-r -F';
    case 'folder':
      return "-x -a '(__fish_complete_directories)'";
    case 'unknown':
      return '-x';
  }
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
