/**
 * The types of hostile sites, and how their audits must end: written by hand from the rules of the checks, before any run.
 */
import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { TestServer } from '../servers.ts';

type Family = 'http2' | 'connections' | 'wire' | 'bodies' | 'redirects' | 'pages' | 'mcp' | 'text';

/** The outcome of an audit: a scorecard, whole or cut short by the deadline, or a typed error. */
export type End = 'scored' | 'cut_short' | 'target_unreachable' | 'target_blocked' | 'audit_timeout';

/** The truth about a site. Checks that the deadline cut off may always be `skip`. */
export interface Expected {
  /** Allowed outcomes. If the deadline may end the audit, it is short; otherwise it is too long for any busy machine. */
  readonly ends: readonly End[];
  /** The checks that the site really breaks. No other check may be broken. `any` if this is unpredictable. */
  readonly broken?: readonly string[] | 'any';
  /** The statuses that a check may have. */
  readonly statuses?: Readonly<Record<string, readonly Status[]>>;
}

export interface AttackSite {
  /** The end of a sentence that begins with "a site that". */
  readonly name: string;
  readonly family: Family;
  readonly expects: Expected;
  /** Serves the site at an address of this machine (`127.0.0.7`), so that each audit is of another host. */
  listen(host: string): Promise<AttackServer>;
}

export interface AttackServer extends TestServer {
  /** Descriptions of requests that the site must not receive. */
  readonly misdeeds?: () => readonly string[];
}

export function isHeldUp({ ends }: Expected): boolean {
  return ends.includes('cut_short') || ends.includes('audit_timeout');
}

/** Checks of documents at fixed paths other than the root. */
const ELSEWHERE = [
  'robots',
  'sitemap',
  'llms-txt',
  'security-txt',
  'web-bot-auth',
  'ai-catalog',
  'a2a-agent-card',
  'agent-skills',
] as const;

function all(ids: readonly string[], statuses: readonly Status[]): Record<string, readonly Status[]> {
  return Object.fromEntries(ids.map((id) => [id, statuses]));
}

/** No response of any kind: nothing can be scored. */
export const NOTHING_SEEN: Expected = { ends: ['target_unreachable', 'audit_timeout'] };

/** A home page, and no response to anything else, which says nothing about the site. */
export const ONLY_HOME: Expected = {
  ends: ['scored', 'cut_short'],
  statuses: {
    ...all(ELSEWHERE, ['error']),
    'agent-friendly-404': ['error'],
    'mcp-initialize': ['error', 'n_a'],
  },
};

/** The same on one connection: a failure may interrupt the request for the home page. */
export const ONLY_HOME_OR_LOST: Expected = {
  ...ONLY_HOME,
  ends: [...ONLY_HOME.ends, 'target_unreachable'],
};

/** A home page, and 404 for everything else. */
export const BARE: Expected = {
  ends: ['scored'],
  statuses: {
    ...all(ELSEWHERE, ['absent', 'n_a']),
    'agent-friendly-404': ['pass'],
    'mcp-initialize': ['n_a'],
  },
};

/** The same, but the site's other behavior may close connections before a response. */
export const BARE_OR_LOST: Expected = {
  ends: ['scored', 'cut_short', 'target_unreachable', 'audit_timeout'],
  statuses: {
    ...all(ELSEWHERE, ['absent', 'n_a', 'error']),
    'agent-friendly-404': ['pass', 'error', 'n_a'],
    'mcp-initialize': ['error', 'n_a'],
  },
};

/** Every path has the same body with status 200, which is not a valid document. Of many large ones, only a part is read. */
export const SAME_EVERYWHERE: Expected = {
  ends: ['scored'],
  broken: ['agent-friendly-404'],
  statuses: all(ELSEWHERE, ['absent', 'n_a', 'error']),
};

/** Any outcome is allowed, and the verdicts are unpredictable. */
export const ANYTHING: Expected = {
  ends: ['scored', 'cut_short', 'target_unreachable', 'target_blocked', 'audit_timeout'],
  broken: 'any',
};

export function but(
  truth: Expected,
  statuses: Readonly<Record<string, readonly Status[]>>,
  ends: readonly End[] = truth.ends,
): Expected {
  return { ...truth, ends, statuses: { ...truth.statuses, ...statuses } };
}
