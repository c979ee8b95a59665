/** Lists the requests behind a verdict with their responses, such as `GET /llms.txt → 200`. */
import type { Details, PublishedFact } from '../audit/scorecard/schema.ts';

interface RequestLine {
  /** A request and its response, such as `GET /mcp tools/list → 200`. Untrusted. */
  readonly request: string;
  /** What the check found in the response; empty if there is nothing to add. Untrusted. */
  readonly found: string;
}

/**
 * Returns the first requests behind a verdict, and how many are left out.
 * @param origin the audited origin, if known. Requests to it are shown as paths
 * @returns no lines for a result without details, as in older files
 */
export function requestLines(details: Details | undefined, origin: string | undefined, most: number) {
  const all = (details?.facts ?? []).flatMap((fact) => lineOf(fact, origin) ?? []);
  const lines = all.slice(0, most);
  return { lines, more: all.length - lines.length + (details?.more ?? 0) };
}

function lineOf(fact: PublishedFact, origin: string | undefined): RequestLine | undefined {
  const request = requestOf(fact, origin);
  if (request === undefined) return undefined;
  const { lost, wanted, found = [], conclusion } = fact;
  const parts = [lost, ...found, wanted, conclusion].filter((part) => part !== undefined && part !== '');
  return { request, found: parts.join('; ') };
}

function requestOf(
  { url, question, rcode, method, hops = [], status, unanswered, call }: PublishedFact,
  origin: string | undefined,
): string | undefined {
  if (question !== undefined) return `DNS ${question.type} ${question.name} → ${rcode ?? 'no response'}`;
  if (url === undefined || (status === undefined && unanswered === undefined)) return undefined;
  const [first = { url, status: undefined }, ...others] = [...hops, { url, status }];
  const way = others.map((hop) => ` ${pathOf(hop.url, origin)} → ${hop.status ?? 'no response'}`).join('');
  const answer = first.status ?? (unanswered === 'ended' ? 'not finished in time' : 'no response');
  return `${method ?? methodOf(call?.method)} ${pathOf(first.url, origin)}${calledIn(call?.method)} → ${answer}${way}`;
}

const HTTP_METHOD = /^(?:GET|HEAD|OPTIONS|POST)\b/;

/** Returns the HTTP method at the start of `called`; otherwise POST for an MCP method, and GET if `called` is missing. */
function methodOf(called: string | undefined): string {
  if (called === undefined) return 'GET';
  return HTTP_METHOD.exec(called)?.[0] ?? 'POST';
}

function calledIn(called: string | undefined): string {
  const text = called?.replace(HTTP_METHOD, '').trim() ?? '';
  return text === '' ? '' : ` ${text}`;
}

function pathOf(url: string, origin: string | undefined): string {
  return origin !== undefined && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

export function auditedOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
