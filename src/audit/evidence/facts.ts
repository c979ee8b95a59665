/** Facts that the audit observed. Only this file turns facts into sentences; other code reads the properties of facts. */
// Imports types only, because `reply.ts` loads large encoding tables, which code that only shows facts does not need.
import type { Answer, Hop, Reply, ReplyFailure } from './reply.ts';

/** The facts behind a verdict, in display order. There is at least one fact. */
export type Facts = readonly Fact[];

/** A request, a DNS query, or a statement about several requests or queries. */
export type Fact = RequestFact | DnsFact | Statement;

/** A detail of a fact: what was found (a string), how it was requested (`wanted`), or a statement about other facts. */
export type FactDetail = string | { readonly wanted: string } | Statement;

/** The reason (`mark`) for a refusal that depends on the User-Agent alone. */
export const REFUSED_FOR_NAME = 'User-Agent refused';

/** The detail of a fact if the response is an HTML page instead of a machine-readable document. */
export const HTML_PAGE = 'an HTML page';

/** The detail of a fact if an MCP endpoint cannot be tested because it responds with 401. */
export const ASKS_FOR_AUTHORIZATION = 'the endpoint asks for authorization';

interface Observation {
  /** Details about what was found, in display order. */
  readonly found?: readonly FactDetail[];
  /** Text appended to the fact, with its leading punctuation, for example `, declared by llms.txt`. */
  readonly conclusion?: string;
}

/** A request and its response. If `status` and `unanswered` are both missing, the request was not sent. */
interface RequestFact extends Observation {
  /** The URL that responded; the requested URL if there is no response. */
  readonly url: string;
  readonly method?: string;
  readonly hops?: readonly Hop[];
  readonly status?: number;
  /** Why there is no complete response. `ended` means that the audit ended first. */
  readonly unanswered?: ReplyFailure | 'ended';
  /** Why the redirects did not lead to a final response. */
  readonly lost?: string;
  /** The JSON-RPC method and the MCP revision, because one MCP endpoint serves many methods. */
  readonly call?: { readonly method: string; readonly revision?: string };
}

export interface DnsFact extends Observation {
  readonly name: string;
  readonly type: string;
  /** The response code as in RFC 1035; missing if there is no response. */
  readonly rcode?: string;
}

/** A statement in words, with the facts that it summarizes. */
interface Statement extends Observation {
  readonly text: string;
  readonly facts?: Facts;
}

export function says(text: string, facts?: Facts): readonly [Statement] {
  return [facts === undefined ? { text } : { text, facts }];
}

/** Returns a detail that refers to other facts, for example `not judged: https://a.example/x -> 503`. */
export function factsList(text: string, facts: Facts): Statement {
  return { text, facts };
}

export function answerFacts(answer: Answer, ...found: readonly FactDetail[]): readonly [RequestFact] {
  const { url, status, lost } = answer;
  const hops = answer.hops.map((hop) => ({ url: hop.url, status: hop.status }));
  const more = { ...(lost === undefined ? {} : { lost }), ...(found.length > 0 && { found }) };
  return [{ url, ...methodOf(answer), hops, status, ...more }];
}

function methodOf({ method }: { readonly method?: string }) {
  return method === undefined ? {} : { method };
}

export function replyFacts(reply: Reply, ...found: readonly FactDetail[]): readonly [RequestFact] {
  switch (reply.kind) {
    case 'answer':
      return answerFacts(reply.answer, ...found);
    case 'blocked':
      return answerFacts(reply.answer, refusal(reply), ...found);
    case 'failed': {
      const { requestedUrl, reason, status, message } = reply;
      const partial = status === undefined ? {} : { status };
      return [
        { url: requestedUrl, ...methodOf(reply), ...partial, unanswered: reason, found: [message, ...found] },
      ];
    }
    case 'aborted':
      return [
        {
          url: reply.requestedUrl,
          ...methodOf(reply),
          unanswered: 'ended',
          found: [reply.message, ...found],
        },
      ];
  }
}

export function withDetail(facts: Facts, ...details: readonly FactDetail[]): Facts {
  if (details.length === 0) return facts;
  return changeLast(facts, (last) => ({ ...last, found: [...(last.found ?? []), ...details] }));
}

export function concluding(facts: Facts, conclusion: string): Facts {
  return changeLast(facts, (last) => ({ ...last, conclusion: (last.conclusion ?? '') + conclusion }));
}

function changeLast(facts: Facts, change: (last: Fact) => Fact): Facts {
  const last = facts.at(-1);
  return last === undefined ? facts : [...facts.slice(0, -1), change(last)];
}

/** Returns the evidence as text, for example `https://a.example/x -> 301 -> https://a.example/y -> 200 (detail; detail)`. */
export function renderEvidence(facts: Facts): string {
  return facts.map(renderFact).join('; ');
}

function renderFact(fact: Fact): string {
  const found = (fact.found ?? []).map(renderDetail).join('; ');
  const details = 'url' in fact ? detailsOfRequest(fact, found) : found;
  return headOf(fact) + (details === '' ? '' : ` (${details})`) + (fact.conclusion ?? '');
}

function renderDetail(detail: FactDetail): string {
  if (typeof detail === 'string') return detail;
  return 'wanted' in detail ? detail.wanted : renderFact(detail);
}

function headOf(fact: Fact): string {
  if ('text' in fact) return joined(' ', fact.text, renderEvidence(fact.facts ?? []));
  if ('name' in fact) return `${fact.name} ${fact.type} -> ${fact.rcode ?? 'no response'}`;
  const way = (fact.hops ?? []).map((hop) => `${hop.url} -> ${hop.status} -> `).join('');
  const at = way + fact.url;
  if (fact.status !== undefined) return `${at} -> ${fact.status}`;
  if (fact.unanswered === undefined) return at;
  return fact.unanswered === 'ended' ? `${at} -> not completed` : `${at} -> no response`;
}

function detailsOfRequest({ lost, call }: RequestFact, found: string): string {
  const called = joined(', ', call?.method, call?.revision);
  return joined('; ', lost, joined(': ', called, found));
}

function joined(by: string, ...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(by);
}

/** Returns the reason for a refusal, with the prefix `refused:` unless it is a confirmed rate limit or a refused User-Agent. */
function refusal({ mark, rateLimit }: Reply & { readonly kind: 'blocked' }): string {
  return rateLimit === 'confirmed' || mark === REFUSED_FOR_NAME ? mark : `refused: ${mark}`;
}
