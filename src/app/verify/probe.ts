/** What is requested of a deployment, what its response must have, and which of that does not hold. Pure. */
import * as z from 'zod';
import { NETWORK_READS, READ_LIMIT } from '../../base/limits.ts';
import { parseMediaType } from '../../base/media-type.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';

/** The groups of a report, in its order: the title of each, and why it matters. */
export const GROUPS = {
  pages: ['Pages', 'People and search engines follow links to these pages.'],
  negotiation: ['Negotiation', 'Agents are promised text, and browsers the page, at the same address.'],
  documents: ['Documents for programs', 'Programs look for it at this address, and read it by its type.'],
  published: ['What it publishes about itself', 'Agents rely on every published address and digest.'],
  scorecards: ['Scorecards', 'The address is in every text about the site.'],
  redirects: ['Redirects', 'Clients of earlier proposals look for the server card here.'],
  missing: ['What is not there', 'Agents need a status, a type and a way on that they understand.'],
  mcp: ['MCP', 'A client that gets another response does not connect.'],
  token: ['Token endpoint', 'Scanners must learn that there are no credentials here.'],
  cors: ['CORS', 'Pages of other origins must not spend the audits of their visitors.'],
  limits: ['Limits', 'Programs must learn what the service allows, and when to come back.'],
  audit: ['Live audit', 'Whoever opens the address of a live result must see what was just measured.'],
} as const;

export type Group = keyof typeof GROUPS;

export interface Ask {
  /** GET if left out. */
  readonly method?: string;
  readonly path: string;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface DeploymentAnswer {
  readonly status: number;
  /** By names in lower case; several values of a header are joined (RFC 9110, section 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
}

export interface Deployment {
  /** Where requests go, without a slash at the end. */
  readonly at: string;
  /** The address that it must publish as its own, without a slash at the end. It differs for previews. */
  readonly publishedAs: string;
  /** When it is verified. */
  readonly now: Date;
}

export interface Fault {
  readonly what: string;
  readonly expected: string;
  readonly seen: string;
}

/** Pure. Returns `undefined` if it holds. */
export type Expectation = (answer: DeploymentAnswer, deployment: Deployment) => Fault | undefined;

export interface DeploymentProbe {
  readonly group: Group;
  /** What the request is, if its method and path do not tell. */
  readonly about?: string | undefined;
  readonly ask: Ask;
  /** Any of these; 200 if left out. With another than the first nothing else of the response is judged. */
  readonly status?: number | readonly number[];
  readonly type?: string | readonly string[];
  readonly expect?: readonly Expectation[];
  /** The function responds, so the request counts against the limit of reads. */
  readonly metered?: boolean | undefined;
  /** The response has an ETag, and is requested again with it. */
  readonly tagged?: boolean;
  /** What to request next, given a response with the expected status. */
  readonly follow?: (answer: DeploymentAnswer, deployment: Deployment) => readonly DeploymentProbe[];
}

/** The path of a published URL on the verified deployment; `undefined` for a URL of another site. */
export function pathHere(url: string, { publishedAs }: Deployment): string | undefined {
  if (url === publishedAs) return '/';
  return url.startsWith(`${publishedAs}/`) ? (url.slice(publishedAs.length).split('#')[0] ?? '') : undefined;
}

export function fault(what: string, expected: string, seen = 'nothing'): Fault {
  return { what, expected, seen: seen === '' ? 'an empty body' : seen };
}

/** @param wanted the value, or its pattern; any value if left out */
export function header(name: string, wanted: string | RegExp = /./): Expectation {
  return ({ headers }) => {
    const value = headers[name.toLowerCase()];
    const matches = (text: string) => (typeof wanted === 'string' ? text === wanted : wanted.test(text));
    return value !== undefined && matches(value) ? undefined : fault(name, `${wanted}`, value);
  };
}

export function body(what: string, wanted: RegExp): Expectation {
  return ({ text }) => (wanted.test(text) ? undefined : fault(what, `${wanted}`, text));
}

/** It redirects to `path` of this site, by an absolute or a relative address. */
export function location(path: string): Expectation {
  return ({ headers }, { at, publishedAs }) =>
    [path, at + path, publishedAs + path].includes(headers.location ?? '')
      ? undefined
      : fault('Location', path, headers.location);
}

/** None of these URLs belongs to another site. */
export function ownAddresses(urlsOf: (answer: DeploymentAnswer) => readonly string[]): Expectation {
  return (answer, to) => {
    const seen = urlsOf(answer).find((url) => pathHere(url, to) === undefined);
    return seen === undefined ? undefined : fault('addresses', `${to.publishedAs}/…`, seen);
  };
}

/** The JSON value of a body; `undefined` if it is not JSON. */
export function jsonOf({ text }: Pick<DeploymentAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Requires JSON of this shape.
 *
 * @param schema a function of the deployment if it names addresses
 */
export function json(what: string, schema: z.ZodType | ((to: Deployment) => z.ZodType)): Expectation {
  return (answer, deployment) => {
    const wanted = typeof schema === 'function' ? schema(deployment) : schema;
    const { error } = wanted.safeParse(jsonOf(answer));
    return error && fault(what, z.prettifyError(error), answer.text);
  };
}

/** An address of the deployment itself, as it must publish it. */
export const ownUrl = ({ publishedAs }: Deployment, path: string) => z.literal(publishedAs + path);

/** Without parameters, any of these; a text must be UTF-8 by its charset. */
function hasType(wanted: readonly string[]): Expectation {
  return ({ headers: { 'content-type': value } }) => {
    const seen = parseMediaType(value);
    const isUtf8 = seen?.essence.startsWith('text/') !== true || seen.charset === 'utf-8';
    if (seen !== undefined && wanted.includes(seen.essence) && isUtf8) return undefined;
    return fault('Content-Type', `${wanted.join(' or ')} (texts with charset=utf-8)`, value);
  };
}

const EVERY_ANSWER: readonly Expectation[] = [
  header('X-Content-Type-Options', 'nosniff'),
  (answer, deployment) =>
    deployment.at.startsWith('https:')
      ? header('Strict-Transport-Security', /max-age=[1-9]\d{6,}/)(answer, deployment)
      : undefined,
  // The site was built without its address (the variable URL).
  ({ text }, { publishedAs }) =>
    publishedAs !== DEFAULT_BASE_URL && text.includes(new URL(DEFAULT_BASE_URL).host)
      ? fault('addresses', publishedAs, DEFAULT_BASE_URL)
      : undefined,
];
const EVERY_PAGE: readonly Expectation[] = [
  header(
    'Content-Security-Policy',
    /^(?=.*default-src 'none')(?=.*script-src 'self';)(?=.*frame-ancestors 'none')(?!.*'unsafe-)/,
  ),
  header('Referrer-Policy'),
  header('Cross-Origin-Opener-Policy', 'same-origin'),
];
const EVERY_METERED: readonly Expectation[] = [
  // A network can have less left than the caller.
  header('RateLimit-Limit', new RegExp(`^(?:${READ_LIMIT.calls}|${NETWORK_READS})$`)),
  header('RateLimit-Remaining', /^\d+$/),
  header('RateLimit-Reset', /^\d+$/),
  // The response says how this caller stands: a shared cache must not give it to another.
  header('Cache-Control', /\b(?:private|no-store)\b/),
];

/** Judges a response: which expectations fail, how many there are, and whether the status is the expected one. */
export function judgeAnswer(probe: DeploymentProbe, answer: DeploymentAnswer, deployment: Deployment) {
  const { status = 200, type, expect = [], metered, tagged } = probe;
  const statuses = [status].flat();
  if (answer.status !== statuses[0]) {
    const seen = answer.status < 400 ? `${answer.status}` : `${answer.status}: ${answer.text}`;
    const faults = statuses.includes(answer.status) ? [] : [fault('status', statuses.join(' or '), seen)];
    return { faults, judged: 1, asExpected: false };
  }
  // The platform redirects and revalidates without the headers of every response.
  const isBare = answer.status >= 300 && answer.status < 400;
  const isPage = parseMediaType(answer.headers['content-type'])?.essence === 'text/html';
  const all = [
    ...(type === undefined ? [] : [hasType([type].flat())]),
    ...expect,
    ...(tagged === true ? [header('ETag')] : []),
    ...(isBare ? [] : [...EVERY_ANSWER, ...(isPage ? EVERY_PAGE : [])]),
    ...(metered === true ? EVERY_METERED : []),
  ];
  const faults = all.flatMap((judge) => judge(answer, deployment) ?? []);
  return { faults, judged: 1 + all.length, asExpected: true };
}
