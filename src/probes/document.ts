/** Surfaces that are one document: read as a whole or not judged. */

import { answerFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import { firstFound, isHtml, readSurface, type SiteBehaviour, type Surface } from '../evidence/surface.ts';
import type { Parsed } from '../parse/parsed.ts';
import type { ProbeContext } from './probe.ts';
import { siteBehaviour } from './root.ts';

/**
 * Reads a machine document from its reply. One that goes on beyond what is read of a body, and for that reason cannot
 * be parsed, is unseen: nothing can be said of it.
 */
export function readDocument<T>(
  reply: Reply,
  site: SiteBehaviour,
  parse: (answer: Answer) => Parsed<T>,
): Surface<T> {
  const surface = readSurface(reply, site, parse);
  if (surface.state !== 'broken' || reply.kind !== 'answer') return surface;
  const { answer } = reply;
  if (!answer.truncated || answer.status !== 200 || isHtml(answer)) return surface;
  const evidence = answerFacts(answer, 'longer than what is read of a body, so that it cannot be judged');
  return { state: 'unseen', status: 'error', evidence };
}

/** The first place whose document is complete, else the first of any that `firstFound` would take. */
export function firstComplete<T>(
  surfaces: readonly Surface<T>[],
  isComplete: (value: T) => boolean,
): Surface<T> {
  const complete = surfaces.find((surface) => surface.state === 'found' && isComplete(surface.value));
  return complete ?? firstFound(surfaces);
}

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
