/** Surfaces that are one document: read as a whole or not judged. */

import { LONGER_THAN_READ, type Parsed } from '../parse/parsed.ts';
import type { Answer, Reply } from './reply.ts';
import { cannotJudge, firstFound, isHtml, readSurface, type SiteBehaviour, type Surface } from './surface.ts';

/**
 * Reads a machine document from its reply. One that goes on beyond what is read of a body, and for that reason cannot
 * be parsed, is inconclusive: nothing can be said of it.
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
  return cannotJudge(answer, LONGER_THAN_READ);
}

/** The first place whose document is complete, else the first of any that `firstFound` would take. */
export function firstComplete<T>(
  surfaces: readonly Surface<T>[],
  isComplete: (value: T) => boolean,
): Surface<T> {
  const complete = surfaces.find((surface) => surface.state === 'found' && isComplete(surface.value));
  return complete ?? firstFound(surfaces);
}
