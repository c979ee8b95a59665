/** `manual`: the manual page. */
import type { Command } from 'commander';
import type { Session } from '../context.ts';
import { manualPage } from '../manual.ts';

/** Prints the page of a program, in the form that `man` reads; it needs no configuration. */
export function manual(session: Session, root: Command): void {
  session.out(manualPage(root));
}
