/** `manual`: the manual page. */
import type { Command } from 'commander';
import { manualPage } from '../manual.ts';
import { print } from '../output.ts';

/** Prints the page of a program, in the form that `man` reads; it needs no configuration. */
export function manual(root: Command): void {
  print(manualPage(root));
}
