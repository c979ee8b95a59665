/**
 * Surfaces that are judged by their body, also where the server says that it is HTML: a robots.txt stays a robots.txt
 * when it is sent with the wrong type (.github/DECISIONS.md, "Reading answers").
 */
import { isHtmlType } from '../parse/media-type.ts';
import type { Parsed } from '../parse/parsed.ts';
import { looksLikeHtml } from '../parse/text.ts';
import { answerFacts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';
import { readSurface, type SiteBehaviour, type Surface } from './surface.ts';

/**
 * Reads a surface as `readSurface` does; a body that was sent as HTML and is recognised as what was asked for is read
 * too, and the evidence names the type. What is not recognised stays a page, so that a message in words is not taken
 * for a document.
 *
 * @param recognise whether a body that does not begin as a page does is of the wanted kind
 * @param read how the surface is read
 */
export function readByBody<T>(
  reply: Reply,
  site: SiteBehaviour,
  recognise: (answer: Answer) => boolean,
  parse: (answer: Answer) => Parsed<T>,
  read: typeof readSurface<T> = readSurface,
): Surface<T> {
  if (reply.kind !== 'answer') return read(reply, site, parse);
  const { answer } = reply;
  const { type } = answer;
  if (!isHtmlType(type) || looksLikeHtml(answer.text) || !recognise(answer)) return read(reply, site, parse);
  const note = `sent as ${type?.essence}`;
  const surface = read({ kind: 'answer', answer: { ...answer, type: undefined } }, site, (untyped) => {
    const parsed = parse(untyped);
    return parsed.ok ? parsed : { ...parsed, why: `${parsed.why}; ${note}` };
  });
  return surface.state === 'found' ? { ...surface, answer, evidence: answerFacts(answer, note) } : surface;
}

/** Whether a text has a line `Name: value` with one of these names (lower case), and does not begin as markup does. */
export function hasField(text: string, names: readonly string[]): boolean {
  if (text.trimStart().startsWith('<')) return false;
  return text.split(/[\r\n]+/, 2_000).some((line) => {
    const [name = ''] = line.slice(0, 64).split(':', 1);
    return line.length > name.length && names.includes(name.trim().toLowerCase());
  });
}
