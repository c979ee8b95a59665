/** Completion scripts for the installed command. */
import type { Command } from 'commander';
import { INSTALLED_NAME } from '../../package.ts';
import type { Shell } from '../sets.ts';
import { fishScript } from './fish.ts';
import { type CommandModel, modelOf } from './model.ts';
import { bashScript, zshScript } from './posix.ts';

const SCRIPTS: Readonly<Record<Shell, (model: readonly CommandModel[], program: string) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** The script for a shell, ending in a line feed. */
export function completionScript(root: Command, shell: Shell, checkIds: readonly string[]): string {
  return SCRIPTS[shell](modelOf(root, checkIds), INSTALLED_NAME);
}
