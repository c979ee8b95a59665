/** The snippets that do not run alone, and those that reach another verdict where they are tried. */
import type { Status } from '../../../../catalogue/vocabulary.ts';

/** By check and platform, with the reason. */
export const NOT_RUN: ReadonlyMap<string, string> = new Map([]);

/** By check and platform: what a snippet reaches here, where that is not `pass`. */
export const EXPECTED: ReadonlyMap<string, Status> = new Map([]);
