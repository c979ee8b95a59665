/** Stacks: servers and tools whose configuration has a page of its own, at `/fix/on/<id>`. */
import type { ChangeTexts } from './changes.ts';

export interface Stack {
  readonly id: string;
  readonly name: string;
}

/** The texts behind briefs, as a build leaves them to the function. */
export interface FixFile {
  readonly changes: ChangeTexts;
  /** In the order of their ids. */
  readonly stacks: readonly Stack[];
}

/** The name of that file. */
export const FIX_FILE = 'fix.json';

export const stackPath = (id: string): string => `/fix/on/${id}`;

/** The Markdown of a stack's page, in the folder of the built site. */
export const stackFile = (id: string): string => `fix/on/${id}.md`;
