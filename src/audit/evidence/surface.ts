/**
 * Decides the state of a surface (a resource that the site may have), by the same rules for all surfaces
 * (.github/DECISIONS.md, "Verdicts").
 */

import { isHtmlType } from '../../base/media-type.ts';
import type { Parsed } from '../../base/parsed.ts';
import { looksLikeHtml } from '../../base/text.ts';
import { hasMarkup } from '../parse/html.ts';
import { samePage } from '../parse/same-page.ts';
import { answerFacts, type Facts, HTML_PAGE, replyFacts } from './facts.ts';
import type { Answer, Reply } from './reply.ts';

/** A document or endpoint for agents (a surface) that exists and could be parsed. */
export interface Found<T> {
  readonly state: 'found';
  readonly value: T;
  readonly answer: Answer;
  readonly evidence: Facts;
}
export interface Absent {
  readonly state: 'absent';
  /** Whether the response was a 200 with an empty body. */
  readonly isEmpty?: true;
  readonly evidence: Facts;
}
export interface Broken {
  readonly state: 'broken';
  readonly evidence: Facts;
}
/** A result that says nothing about the site. `error`: the request failed or was blocked. `skip`: the audit ended the request. */
export interface Inconclusive {
  readonly state: 'inconclusive';
  readonly status: 'error' | 'skip';
  readonly evidence: Facts;
}
export type Surface<T> = Found<T> | Absent | Broken | Inconclusive;

/** The responses for an unknown path and for the root. Other responses are compared with them. */
export interface SiteBehavior {
  readonly notFound: Reply;
  readonly root: Answer | undefined;
}

/** Returns the state `inconclusive` if the site itself did not respond to the request; otherwise `undefined`. */
export function inconclusive(reply: Exclude<Reply, { kind: 'answer' }>): Inconclusive;
export function inconclusive(reply: Reply): Inconclusive | undefined;
export function inconclusive(reply: Reply): Inconclusive | undefined {
  if (reply.kind === 'answer') return undefined;
  return {
    state: 'inconclusive',
    status: reply.kind === 'aborted' ? 'skip' : 'error',
    evidence: replyFacts(reply),
  };
}

/** Returns whether a body is HTML. Text without markup is not HTML, even if it is declared as HTML. */
export function isHtml(answer: Answer): boolean {
  return isHtmlType(answer.type) ? hasMarkup(answer.text) : looksLikeHtml(answer.text);
}

/** Returns whether the site responds to unknown paths with 200. */
function isSoft404(notFound: Reply): boolean {
  return notFound.kind === 'answer' && notFound.answer.status === 200;
}

/** Returns whether a 200 response is the page that the site returns for unknown paths. */
export function isPageForUnknown(answer: Answer, notFound: Reply): boolean {
  return (
    answer.status === 200 &&
    notFound.kind === 'answer' &&
    notFound.answer.status === 200 &&
    samePage(answer, notFound.answer)
  );
}

/** Parses a machine-readable surface. It is `broken` if it is malformed, `inconclusive` if it exceeds a limit of the auditor. */
export function readSurface<T>(
  reply: Reply,
  site: SiteBehavior,
  parse: (answer: Answer) => Parsed<T>,
): Surface<T> {
  const hidden = inconclusive(reply);
  if (hidden !== undefined || reply.kind !== 'answer') return hidden as Inconclusive;
  const { answer } = reply;
  const miss = missing(answer, site);
  if (miss !== undefined) return miss;
  const parsed = parse(answer);
  if (parsed.ok) return { state: 'found', value: parsed.value, answer, evidence: answerFacts(answer) };
  return parsed.isLimit === true
    ? cannotJudge(answer, parsed.why)
    : { state: 'broken', evidence: answerFacts(answer, parsed.why) };
}

/** Returns the state `inconclusive` for a resource that exceeds a limit of the auditor, because the site is not at fault. */
export function cannotJudge(answer: Answer, what: string): Inconclusive {
  return {
    state: 'inconclusive',
    status: 'error',
    evidence: answerFacts(answer, `${what}, so it cannot be judged`),
  };
}

/** Returns the state if the response cannot be the requested document; `undefined` if its body must be parsed to decide. */
function missing(answer: Answer, site: SiteBehavior): Absent | Broken | Inconclusive | undefined {
  const { status } = answer;
  const { notFound } = site;
  if (status >= 500) {
    if (notFound.kind === 'answer' && notFound.answer.status < 500 && onSameHost(answer, notFound.answer))
      return { state: 'broken', evidence: answerFacts(answer) };
    return {
      state: 'inconclusive',
      status: 'error',
      evidence: answerFacts(answer, 'the host fails on every path'),
    };
  }
  if (status >= 300 && status < 400 && answer.lost !== undefined)
    return { state: 'broken', evidence: answerFacts(answer) };
  if (status !== 200) return { state: 'absent', evidence: answerFacts(answer) };
  const absent = (detail: string): Absent => ({ state: 'absent', evidence: answerFacts(answer, detail) });
  if (answer.text.trim() === '') return { ...absent('empty'), isEmpty: true };
  if (isPageForUnknown(answer, notFound)) return absent('the same page as for unknown paths');
  if (!isHtml(answer)) return undefined;
  if (isSoft404(notFound)) return absent('an HTML page, and unknown paths also return 200');
  if (answer.hops.length > 0) return absent('redirected to an HTML page');
  if (site.root !== undefined && samePage(answer, site.root)) return absent('the same as the home page');
  if (notFound.kind !== 'answer') {
    return {
      state: 'inconclusive',
      status: notFound.kind === 'aborted' ? 'skip' : 'error',
      evidence: answerFacts(answer, 'an HTML page; unknown paths could not be tested'),
    };
  }
  return { state: 'broken', evidence: answerFacts(answer, HTML_PAGE) };
}

/** Returns whether the request for an unknown path was sent or redirected to the host of `answer`. */
function onSameHost(answer: Answer, notFound: Answer): boolean {
  const { host } = new URL(answer.url);
  return [notFound.requestedUrl, notFound.url].some((url) => new URL(url).host === host);
}

/** Returns the first surface found. If there is none, prefers `inconclusive` to `broken`, and `broken` to `absent`. */
export function firstFound<T>(surfaces: readonly Surface<T>[]): Surface<T> {
  const pick = (state: Surface<T>['state']) => surfaces.find((surface) => surface.state === state);
  const best = pick('found') ?? pick('inconclusive') ?? pick('broken');
  if (best !== undefined) return best;
  return { state: 'absent', evidence: surfaces.flatMap((surface) => surface.evidence) };
}

export function isInconclusive(value: unknown): value is Inconclusive {
  return typeof value === 'object' && value !== null && 'state' in value && value.state === 'inconclusive';
}
