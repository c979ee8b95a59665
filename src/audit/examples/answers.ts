/** Builds example responses, and the evidence that an audit would collect from them. */

import type { HeaderList } from '../../base/headers.ts';
import { parseMediaType } from '../../base/media-type.ts';
import type { DeadLink } from '../evidence/dead-links.ts';
import { answerFacts, type Facts, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply } from '../evidence/reply.ts';
import type { Absent, Broken, Found, Inconclusive } from '../evidence/surface.ts';
import { parseHtml } from '../parse/html.ts';
import type { HtmlPage } from '../parse/html-facts.ts';

const SITE = 'https://site.example';

/** The parts of an example's response. By default, the path is `/`, the status is 200 and the body is empty. */
export interface AnswerParts {
  readonly path?: string;
  readonly status?: number;
  readonly type?: string;
  readonly headers?: HeaderList;
  readonly text?: string;
  readonly hops?: Answer['hops'];
}

export function answer(parts: AnswerParts = {}): Answer {
  const { path = '/', status = 200, type, headers = [], text = '', hops = [] } = parts;
  const url = new URL(path, SITE).href;
  const all: HeaderList = type === undefined ? headers : [['content-type', type], ...headers];
  return {
    requestedUrl: hops[0]?.url ?? url,
    hops,
    url,
    status,
    headers: all,
    type: parseMediaType(type),
    body: new TextEncoder().encode(text),
    text,
    truncated: false,
  };
}

export function answered(parts: AnswerParts = {}): Reply & { kind: 'answer' } {
  return { kind: 'answer', answer: answer(parts) };
}

/** Returns the fact that a request for this path got a response with this status. */
export function at(path: string, status = 200, ...found: readonly string[]): Facts {
  return answerFacts(answer({ path, status }), ...found);
}

/** Returns a surface (a resource of the site) that was found: a response with status 200, parsed to this value. */
export function found<T>(value: T, parts: AnswerParts = {}): Found<T> {
  const from = answer(parts);
  return { state: 'found', value, answer: from, evidence: answerFacts(from) };
}

export function missing(path = '/'): Absent {
  return { state: 'absent', evidence: at(path, 404) };
}

export function dead(path: string): DeadLink {
  return { href: `${SITE}${path}`, evidence: at(path, 404) };
}

export function faulty(path = '/', why = 'cannot be parsed'): Broken {
  return { state: 'broken', evidence: at(path, 200, why) };
}

export function timedOut(path = '/'): Inconclusive {
  return {
    state: 'inconclusive',
    status: 'error',
    evidence: replyFacts(timedOutReply(path)),
  };
}

export function htmlPage(html: string): Found<HtmlPage> {
  return found(parseHtml(html, `${SITE}/`), { type: 'text/html; charset=utf-8', text: html });
}

export function refused(mark: string, parts: AnswerParts = {}): Reply {
  return { kind: 'blocked', answer: answer({ status: 403, ...parts }), mark };
}

export function timedOutReply(path = '/'): Reply {
  return {
    kind: 'failed',
    requestedUrl: `${SITE}${path}`,
    reason: 'timeout',
    message: 'no complete response in time (8 s)',
  };
}
