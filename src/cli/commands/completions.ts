/** `completions`: a script that completes commands, options and ids. */
import type { Command } from 'commander';
import { catalogue } from '../../catalogue/index.ts';
import { completionScript } from '../completions/index.ts';
import type { Session } from '../context.ts';
import type { Shell } from '../sets.ts';

/** Prints the script for a shell; it needs no configuration. */
export function completions(session: Session, root: Command, shell: Shell): void {
  session.out(
    completionScript(
      root,
      shell,
      catalogue.map(({ id }) => id),
    ),
  );
}
