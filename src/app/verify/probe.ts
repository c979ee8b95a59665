/** Defines probes of a deployment (requests with their expected responses) and judges the responses. Pure. */
import * as z from 'zod';
import { NETWORK_READS, READ_LIMIT } from '../../base/limits.ts';
import { parseMediaType } from '../../base/media-type.ts';
import { DEFAULT_BASE_URL } from '../../base/versions.ts';

/** The groups of probes, in the order of the report, each with its title and the reason why it matters. */
export const GROUPS = {
  pages: ['Pages', 'People and search engines follow links to these pages.'],
  negotiation: ['Negotiation', 'Agents must get text, and browsers the page, at the same URL.'],
  documents: ['Documents for programs', 'Programs request it at this URL, and parse it by its type.'],
  published: ['What it publishes about itself', 'Agents rely on every published address and digest.'],
  scorecards: ['Scorecards', 'Every text about the site has this URL.'],
  redirects: ['Redirects', 'Clients of earlier proposals look for the server card here.'],
  missing: ['Missing pages', 'Agents need a status, a type and a link that they understand.'],
  mcp: ['MCP', 'A client that gets another response does not connect.'],
  token: ['Token endpoint', 'Scanners must learn that there are no credentials here.'],
  cors: ['CORS', 'Pages of other origins must not use up the audits of their visitors.'],
  limits: ['Limits', 'Programs must learn what the service allows, and when to come back.'],
  audit: ['Live audit', 'The page of a live result must show the new measurements.'],
} as const;

export type Group = keyof typeof GROUPS;

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface DeploymentAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
  readonly text: string;
}

export interface Deployment {
  /** The origin to send requests to, without a trailing slash. */
  readonly at: string;
  /** The origin that the deployment must publish as its own, without a trailing slash. In a preview, it differs from `at`. */
  readonly publishedAs: string;
  readonly now: Date;
}

export interface Fault {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** Checks a response; returns `undefined` if the response is as expected. Pure. */
export type Expectation = (answer: DeploymentAnswer, deployment: Deployment) => Fault | undefined;

export interface DeploymentProbe {
  readonly group: Group;
  /** Describes the request if its method and path do not say enough. */
  readonly about?: string | undefined;
  readonly ask: Ask;
  /** The accepted statuses; 200 by default. Nothing else is checked if the status differs from the first accepted status. */
  readonly status?: number | readonly number[];
  readonly type?: string | readonly string[];
  readonly expect?: readonly Expectation[];
  /** Whether the Netlify function (not a static file) responds, so the request counts against the rate limit. */
  readonly metered?: boolean | undefined;
  /** Whether the response must have an ETag. If so, the request is repeated with that ETag. */
  readonly tagged?: boolean;
  /** Returns more probes, which depend on the response. Called only if the response has the expected status. */
  readonly follow?: (answer: DeploymentAnswer, deployment: Deployment) => readonly DeploymentProbe[];
}

/** Returns the path of a published URL on the tested deployment; `undefined` for a URL of another site. */
export function pathHere(url: string, { publishedAs }: Deployment): string | undefined {
  if (url === publishedAs) return '/';
  return url.startsWith(`${publishedAs}/`) ? (url.slice(publishedAs.length).split('#')[0] ?? '') : undefined;
}

export function fault(what: string, expected: string, actual = 'nothing'): Fault {
  return { what, expected, actual: actual === '' ? 'an empty body' : actual };
}

/** @param wanted the value or a pattern for it; by default any value */
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

/** Expects a redirect to `path` on this site. The Location may be absolute or relative. */
export function location(path: string): Expectation {
  return ({ headers }, { at, publishedAs }) =>
    [path, at + path, publishedAs + path].includes(headers.location ?? '')
      ? undefined
      : fault('Location', path, headers.location);
}

/** Expects that none of these URLs belongs to another site. */
export function ownAddresses(urlsOf: (answer: DeploymentAnswer) => readonly string[]): Expectation {
  return (answer, to) => {
    const foreign = urlsOf(answer).find((url) => pathHere(url, to) === undefined);
    return foreign === undefined ? undefined : fault('addresses', `${to.publishedAs}/…`, foreign);
  };
}

export function jsonOf({ text }: Pick<DeploymentAnswer, 'text'>): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Expects JSON of this shape.
 * @param schema the schema, or a function that returns a schema with the deployment's URLs
 */
export function json(what: string, schema: z.ZodType | ((to: Deployment) => z.ZodType)): Expectation {
  return (answer, deployment) => {
    const wanted = typeof schema === 'function' ? schema(deployment) : schema;
    const { error } = wanted.safeParse(jsonOf(answer));
    return error && fault(what, z.prettifyError(error), answer.text);
  };
}

/** Returns a schema that accepts only the published URL of this path. */
export const ownUrl = ({ publishedAs }: Deployment, path: string) => z.literal(publishedAs + path);

/** Expects one of these media types. Text must be declared as UTF-8. */
function hasType(wanted: readonly string[]): Expectation {
  return ({ headers: { 'content-type': value } }) => {
    const mediaType = parseMediaType(value);
    const isUtf8 = mediaType?.essence.startsWith('text/') !== true || mediaType.charset === 'utf-8';
    if (mediaType !== undefined && wanted.includes(mediaType.essence) && isUtf8) return undefined;
    return fault('Content-Type', `${wanted.join(' or ')} (texts with charset=utf-8)`, value);
  };
}

const EVERY_ANSWER: readonly Expectation[] = [
  header('X-Content-Type-Options', 'nosniff'),
  (answer, deployment) =>
    deployment.at.startsWith('https:')
      ? header('Strict-Transport-Security', /max-age=[1-9]\d{6,}/)(answer, deployment)
      : undefined,
  // This expectation fails if the site was built without the environment variable URL.
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
  // A client's network has a limit too. The response reports it if the network has fewer requests left than the client.
  header('RateLimit-Limit', new RegExp(`^(?:${READ_LIMIT.calls}|${NETWORK_READS})$`)),
  header('RateLimit-Remaining', /^\d+$/),
  header('RateLimit-Reset', /^\d+$/),
  // The response is meant for this caller alone, so shared caches must not store it.
  header('Cache-Control', /\b(?:private|no-store)\b/),
];

/** Judges a response. Returns the faults, the number of expectations, and whether the status is the expected one. */
export function judgeAnswer(probe: DeploymentProbe, answer: DeploymentAnswer, deployment: Deployment) {
  const { status = 200, type, expect = [], metered, tagged } = probe;
  const statuses = [status].flat();
  if (answer.status !== statuses[0]) {
    const actual = answer.status < 400 ? `${answer.status}` : `${answer.status}: ${answer.text}`;
    const faults = statuses.includes(answer.status) ? [] : [fault('status', statuses.join(' or '), actual)];
    return { faults, judged: 1, asExpected: false };
  }
  // Netlify sends redirects and 304 responses without the headers in `EVERY_ANSWER`.
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
