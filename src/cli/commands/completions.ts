/** `completions`: a script that completes commands, options and ids. */
import type { Command } from 'commander';
import { catalogue } from '../../catalogue/index.ts';
import { completionScript } from '../completions/index.ts';
import { print } from '../output.ts';
import type { Shell } from '../sets.ts';

/** Prints the script for a shell; it needs no configuration. */
export function completions(root: Command, shell: Shell): void {
  print(
    completionScript(
      root,
      shell,
      catalogue.map(({ id }) => id),
    ),
  );
}
