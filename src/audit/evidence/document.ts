/** Reads resources that are one document, such as robots.txt. Some are recognized by their body alone. */

import { isHtmlType } from '../../base/media-type.ts';
import { LONGER_THAN_READ, type Parsed } from '../../base/parsed.ts';
import { looksLikeHtml } from '../../base/text.ts';
import { answerFacts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import { cannotJudge, firstFound, isHtml, readSurface, type SiteBehavior, type Surface } from './surface.ts';

/** Reads a machine-readable document. A truncated document that cannot be parsed is inconclusive. */
export function readDocument<T>(
  reply: Reply,
  site: SiteBehavior,
  parse: (answer: Answer) => Parsed<T>,
): Surface<T> {
  const surface = readSurface(reply, site, parse);
  if (surface.state !== 'broken' || reply.kind !== 'answer') return surface;
  const { answer } = reply;
  if (!answer.truncated || answer.status !== 200 || isHtml(answer)) return surface;
  return cannotJudge(answer, LONGER_THAN_READ);
}

/** Returns the first document that `isComplete` accepts. If it accepts none, returns the first document that was found. */
export function firstComplete<T>(
  surfaces: readonly Surface<T>[],
  isComplete: (value: T) => boolean,
): Surface<T> {
  const complete = surfaces.find((surface) => surface.state === 'found' && isComplete(surface.value));
  return complete ?? firstFound(surfaces);
}

/**
 * Reads a document by its body, even if it is sent as HTML: a robots.txt with the wrong media type is still a robots.txt
 * (.github/DECISIONS.md, "Reading answers"). The evidence names the media type. A body that `recognize` rejects counts as a
 * page, so that ordinary text is not taken for a document.
 *
 * @param recognize returns whether a body that does not look like HTML is the expected document
 */
export function readByBody<T>(
  reply: Reply,
  site: SiteBehavior,
  recognize: (answer: Answer) => boolean,
  parse: (answer: Answer) => Parsed<T>,
  read: typeof readSurface<T> = readSurface,
): Surface<T> {
  if (reply.kind !== 'answer') return read(reply, site, parse);
  const { answer } = reply;
  const { type } = answer;
  if (!isHtmlType(type) || looksLikeHtml(answer.text) || !recognize(answer)) return read(reply, site, parse);
  const note = `sent as ${type?.essence}`;
  const surface = read({ kind: 'answer', answer: { ...answer, type: undefined } }, site, (untyped) => {
    const parsed = parse(untyped);
    return parsed.ok ? parsed : { ...parsed, why: `${parsed.why}; ${note}` };
  });
  return surface.state === 'found' ? { ...surface, answer, evidence: answerFacts(answer, note) } : surface;
}

/** Returns whether a text has a line `Name: value` with one of these names (in lower case), and does not start with `<`. */
export function hasField(text: string, names: readonly string[]): boolean {
  if (text.trimStart().startsWith('<')) return false;
  return text.split(/[\r\n]+/, 2_000).some((line) => {
    const [name = ''] = line.slice(0, 64).split(':', 1);
    return line.length > name.length && names.includes(name.trim().toLowerCase());
  });
}
