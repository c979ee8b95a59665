/** `completions`: a script that completes commands, options and ids. */
import type { Command } from 'commander';
import { definitions } from '../../definitions/index.ts';
import { INSTALLED_NAME } from '../../package.ts';
import { fishScript } from '../completions/fish.ts';
import { modelOf } from '../completions/model.ts';
import { bashScript, zshScript } from '../completions/posix.ts';
import type { Session } from '../context.ts';
import type { Shell } from '../enums.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints the script for a shell; it needs no configuration. */
export function completions(session: Session, root: Command, shell: Shell): void {
  const ids = definitions.map(({ id }) => id);
  session.out(completionScript(root, shell, ids));
}

/** The script of the installed command for a shell, ending in a line feed. */
export function completionScript(root: Command, shell: Shell, checkIds: readonly string[]): string {
  return SCRIPTS[shell](modelOf(root, checkIds), INSTALLED_NAME);
}
