/** Expectations of responses, and which of them do not hold. Pure. */
import * as z from 'zod';
import { READ_LIMIT } from '../limits.ts';
import { parseMediaType } from '../parse/media-type.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import {
  type Deployment,
  type DeploymentAnswer,
  type DeploymentProbe,
  type Expectation,
  type Fault,
  pathHere,
} from './probe.ts';

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

/** No header has a name with this prefix. */
export function without(prefix: string): Expectation {
  return ({ headers }) => {
    const [seen] = Object.entries(headers).filter(([name]) => name.startsWith(prefix.toLowerCase()));
    return seen && fault(prefix, 'nothing', seen.join(': '));
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

/** The body is JSON of this shape. @param schema a function of the deployment if it names addresses */
export function json(what: string, schema: z.ZodType | ((to: Deployment) => z.ZodType)): Expectation {
  return (answer, deployment) => {
    const wanted = typeof schema === 'function' ? schema(deployment) : schema;
    const { error } = wanted.safeParse(jsonOf(answer));
    return error && fault(what, z.prettifyError(error), answer.text);
  };
}

/** Every string in a JSON value that is an http or https URL. */
export function urlsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(urlsIn) : [];
}

/** A URL of the deployment itself, as it must publish it. */
export function own({ publishedAs }: Deployment, path?: string) {
  return path === undefined ? z.string().startsWith(`${publishedAs}/`) : z.literal(publishedAs + path);
}

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
  header('RateLimit-Limit', `${READ_LIMIT.calls}`),
  header('RateLimit-Remaining', /^\d+$/),
  header('RateLimit-Reset', /^\d+$/),
  // The response says how this caller stands: a shared cache must not give it to another.
  header('Cache-Control', /\b(?:private|no-store)\b/),
];

/** Judges a response: which expectations do not hold, how many there are, and whether the status is the expected one. */
export function judgeAnswer(probe: DeploymentProbe, answer: DeploymentAnswer, deployment: Deployment) {
  const { status = 200, type, expect = [], metered, tagged, bare } = probe;
  const statuses = [status].flat();
  if (!statuses.includes(answer.status)) {
    const seen = answer.status < 400 ? `${answer.status}` : `${answer.status}: ${answer.text}`;
    return { faults: [fault('status', statuses.join(' or '), seen)], judged: 1, asExpected: false };
  }
  const isPage = parseMediaType(answer.headers['content-type'])?.essence === 'text/html';
  const all = [
    ...(type === undefined ? [] : [hasType([type].flat())]),
    ...expect,
    ...(tagged === true ? [header('ETag')] : []),
    ...(bare === true ? [] : [...EVERY_ANSWER, ...(isPage ? EVERY_PAGE : [])]),
    ...(metered === true ? EVERY_METERED : []),
  ];
  const faults = all.flatMap((judge) => judge(answer, deployment) ?? []);
  return { faults, judged: 1 + all.length, asExpected: true };
}
