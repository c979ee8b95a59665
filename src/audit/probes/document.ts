/** Surfaces that are one document: read as a whole or not judged. */

import type { Parsed } from '../../base/parsed.ts';
import { firstComplete, readDocument } from '../evidence/document.ts';
import type { Answer } from '../evidence/reply.ts';
import type { Surface } from '../evidence/surface.ts';
import type { ProbeContext } from './probe.ts';
import { siteBehaviour } from './root.ts';

/** Asks for all paths at once and takes the first complete document, else what comes nearest. */
export async function documentAt<T>(
  context: ProbeContext,
  paths: readonly string[],
  parse: (answer: Answer) => Parsed<T>,
  isComplete: (value: T) => boolean = () => true,
): Promise<Surface<T>> {
  const origin = await context.origin();
  const asked = paths.map((path) => context.client.request(new URL(path, origin)));
  const [site, ...replies] = await Promise.all([siteBehaviour(context), ...asked]);
  return firstComplete(
    replies.map((reply) => readDocument(reply, site, parse)),
    isComplete,
  );
}
