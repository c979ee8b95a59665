/** `help`: the help of a command, by its words. */
import type { Command } from 'commander';
import { definitionOf } from '../../definitions/index.ts';
import { commandPathOf, unknownCommand } from '../usage.ts';

/**
 * Prints the help of the command that these words call, and of the program where there are none.
 *
 * @throws CliError `usage` where a word is the name of no command
 */
export function help(root: Command, words: readonly string[]): void {
  let command = root;
  for (const word of words) {
    const found = command.commands.find((one) => one.name() === word);
    if (found === undefined) throw unknownCommand(command, word, hintFor(root.name(), command, word));
    command = found;
  }
  command.outputHelp();
}

function hintFor(program: string, command: Command, word: string): string {
  if (definitionOf(word) !== undefined) return `It is a check: type ${program} explain ${word}`;
  const path = commandPathOf(command);
  return path === '' ? `Type ${program} --help to see them all.` : `Type ${program} help ${path}`;
}
