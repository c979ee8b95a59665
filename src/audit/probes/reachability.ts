/** Decides whether a site can be audited at all (.github/DECISIONS.md, "Nothing seen"). */

import { AuditError } from '../../base/errors.ts';
import { sameSite } from '../../base/same-site.ts';
import { renderEvidence, replyFacts } from '../evidence/facts.ts';
import type { Answer, Reply, ReplyFailure } from '../evidence/reply.ts';
import type { Target } from '../target.ts';
import { presenceOf, refusalBySignatures } from '../walls/refusal.ts';
import { sameForm } from '../walls/same-form.ts';
import { MCP_CARD_PATH } from './mcp-cards.ts';
import { askInitialize } from './mcp-rpc.ts';
import type { ProbeContext } from './probe.ts';

/** Paths that often work even if a site refuses its home page. The probes of these paths share the responses. */
const SAMPLE = ['/robots.txt', '/llms.txt', '/sitemap.xml', '/openapi.json', MCP_CARD_PATH];
/** Paths at which a site that requires authorization everywhere says how to get authorization (RFC 9728). */
const PROTECTED_RESOURCE = [
  '/.well-known/oauth-protected-resource',
  '/.well-known/oauth-protected-resource/mcp',
];

/** Failures to connect, which do not depend on the request. */
const CONNECTION: ReadonlySet<ReplyFailure> = new Set([
  'dns',
  'connect',
  'certificate',
  'tls',
  'forbidden',
  'proxy',
]);

/** Statuses that a server sends for every path if it has no site for the host name, or gets plain HTTP at a TLS port. */
const NO_SITE: ReadonlySet<number> = new Set([203, 400]);

/**
 * Ends an audit whose first request could not connect, because all other requests would take as long to fail.
 * @throws AuditError `target_unreachable`
 */
export function assertConnected(target: Target, first: Reply): void {
  if (first.kind !== 'failed' || first.redirected === true || !CONNECTION.has(first.reason)) return;
  throw unreachable(target, first);
}

/**
 * Waits for the response of the root, whose redirects determine the audited origin.
 * @throws AuditError `target_unreachable` (redirect to a forbidden URL), `audit_timeout` (no response before the deadline)
 */
export async function visitRoot(target: Target, context: ProbeContext): Promise<Reply> {
  const root = await context.get('rootReply');
  if (root.kind === 'failed' && root.reason === 'forbidden') throw unreachable(target, root);
  if (root.kind !== 'aborted') return root;
  throw new AuditError('audit_timeout', `${target.name} did not respond before the audit's deadline.`, {
    hint: 'Try again, or allow more time with --timeout.',
  });
}

/**
 * Ends the audit of a preview that redirects to its production site. Otherwise, the audit would judge production.
 * @throws AuditError `target_unreachable`
 */
export function assertNotProduction(target: Target, origin: URL, canonicalOrigin: string | undefined): void {
  if (canonicalOrigin === undefined || sameSite(origin.href, target.url)) return;
  if (!sameSite(origin.href, canonicalOrigin)) return;
  throw new AuditError(
    'target_unreachable',
    `${target.name} redirects to its canonical origin, so the audit would test production, not this preview.`,
    {
      quote: origin.origin,
      hint: 'Make the preview respond at its own address. If the site uses the other origin in its URLs, pass that origin with --canonical-origin.',
    },
  );
}

/**
 * Waits until the site itself has responded, at the root or at one of a few other paths.
 * @throws AuditError `target_unreachable` (only failures, or the same 203 or 400 for every path), `target_blocked` (only
 *   refusals, or refusals and failures)
 */
export async function confirmAnswers(target: Target, context: ProbeContext): Promise<void> {
  const root = await context.get('rootReply');
  if (isOfSite(root)) return;
  const pending = await sample(context, root);
  // One response of the site is enough to continue the audit, so a slow response delays only the probes that need it.
  const ofSite = Promise.any(pending.map(async (reply) => isOfSite(await reply) || Promise.reject()));
  if (await ofSite.catch(() => false)) return;
  const replies = [root, ...(await Promise.all(pending))];
  const [first, ...others] = replies.flatMap((reply) => (isAnswered(reply) ? reply.answer : []));
  if (first !== undefined) {
    const isSameForAll = others.length > 0 && others.every((answer) => sameForm(answer, first));
    if (isSameForAll) throw noSite(target, first);
    return;
  }
  const refusal = replies.find((reply) => reply.kind === 'blocked');
  throw refusal === undefined ? failing(target, root) : blocked(target, refusal, context.client.sent);
}

/** Returns whether a response is 2xx or 4xx, not a server failure or a redirect that could not be followed. */
function isAnswered(reply: Reply): reply is Reply & { kind: 'answer' } {
  return reply.kind === 'answer' && [2, 4].includes(Math.floor(reply.answer.status / 100));
}

function isOfSite(reply: Reply): boolean {
  return isAnswered(reply) && !NO_SITE.has(reply.answer.status);
}

async function sample(
  { client, origin, get }: ProbeContext,
  root: Reply,
): Promise<readonly Promise<Reply>[]> {
  const at = await origin();
  const wantsLogin = root.kind === 'blocked' && root.answer.status === 401;
  const paths = wantsLogin ? [...SAMPLE, ...PROTECTED_RESOURCE] : SAMPLE;
  return [
    get('notFound'),
    get('rootForAgent'),
    askInitialize(client, new URL('/mcp', at).href),
    ...paths.map((path) => client.request(new URL(path, at))),
  ];
}

function blocked(target: Target, refusal: Reply & { kind: 'blocked' }, requests: number): AuditError {
  const wall = whoRefused(refusal.answer);
  return new AuditError('target_blocked', `${target.name} refuses all requests of the auditor, by ${wall}.`, {
    hint: refusal.answer.status === 401 ? LOGIN_HINT : REFUSAL_HINT,
    quote: describeReply(refusal),
    details: { wall, requests },
  });
}

const REFUSAL_HINT =
  'Allow the auditor’s User-Agent (AgentReadinessAuditor) in your bot protection, or audit the site from inside your network: the command line accepts http://localhost:3000 and private addresses, and --header sends the headers that a protected preview requires.';
const LOGIN_HINT =
  'The command line can send credentials: for a Basic login, --header-file names a file with the line “Authorization: Basic …” (user:password in Base64); for a token, --header "Authorization=env:TOKEN".';

function describeReply(reply: Reply): string {
  return renderEvidence(replyFacts(reply));
}

/** Returns who refused the auditor, as text after "by". */
function whoRefused(answer: Answer): string {
  const wall = refusalBySignatures(answer)?.wall;
  if (wall !== undefined) return `${/^[aeiou]/i.test(wall) ? 'an' : 'a'} ${wall}`;
  if (answer.status === 401) return 'a login that every client needs';
  if (answer.status === 429) return 'a rate limit';
  const vendor = presenceOf(answer);
  const same = `the same ${answer.status} for every path`;
  return vendor === undefined ? same : `${vendor}, with ${same}`;
}

function failing(target: Target, root: Reply): AuditError {
  if (root.kind === 'failed' && root.reason !== 'pace') return unreachable(target, root);
  if (root.kind === 'answer' && root.answer.lost !== undefined) {
    return new AuditError('target_unreachable', `The redirects of ${target.name} lead nowhere.`, {
      quote: describeReply(root),
      hint: 'Open the address in a browser without cookies, and fix the redirects of the home page.',
    });
  }
  return new AuditError('target_unreachable', `${target.name} fails on every path.`, {
    quote: describeReply(root),
    hint: 'Try again when the server works again.',
  });
}

function noSite(target: Target, answer: Answer): AuditError {
  const message = `${target.name} returns the same ${answer.status} for every path, so there is no site at this address.`;
  const { protocol } = new URL(answer.url);
  const hint =
    protocol === 'http:' && answer.status === 400
      ? 'A TLS port responds like this to plain HTTP: try https. Otherwise, check the host and the port.'
      : 'Check the host, port and scheme (http or https), and whether the server is configured for this host name.';
  return new AuditError('target_unreachable', message, {
    hint,
    quote: describeReply({ kind: 'answer', answer }),
  });
}

function unreachable(target: Target, root: Reply & { kind: 'failed' }): AuditError {
  return new AuditError(
    'target_unreachable',
    `${target.name} could not be reached${WHY[root.reason] ?? ''}.`,
    {
      quote: describeReply(root),
      failure: root.reason,
      hint:
        HINTS[root.reason] ??
        'Try again later, or open the address in a browser to see whether it loads there.',
    },
  );
}

/**
 * Explanations of why a site cannot be reached, without text from the site. The error's quote has the URL and the response.
 */
const WHY: Partial<Record<ReplyFailure, string>> = {
  dns: ': its host name does not resolve',
  connect: ': no server accepts connections there',
  certificate: ': its certificate was not accepted',
  tls: ': TLS could not be set up',
  timeout: ': it did not respond in time',
  reset: ': it closed the connection',
  protocol: ': its responses are not valid HTTP',
  forbidden: ': this audit may not connect to the address that it redirects to or resolves to',
  proxy: ': the proxy did not forward the requests',
};

const HINTS: Partial<Record<ReplyFailure, string>> = {
  dns: 'Check the spelling of the host name, and that this machine can resolve it.',
  connect: 'Check that the server is running and that host, port and scheme (http or https) are right.',
  certificate:
    'For a self-signed certificate or a private authority, set NODE_EXTRA_CA_CERTS to its PEM file. If the server requires a client certificate, do not require it for the pages that agents read.',
  tls: 'If the server has no TLS, use http://. Otherwise, check which TLS versions and ciphers it supports.',
  protocol:
    'Fix the fault that the message names, in the server or in the proxy in front of it: browsers accept more than the standard allows.',
  proxy:
    'This says nothing about the site. Check HTTPS_PROXY and HTTP_PROXY, including the credentials; list hosts that need no proxy in NO_PROXY.',
  forbidden:
    'This audit may connect only to public addresses. For a site in a private network, run the command line there, with --network any.',
};
