/** What a hostile site is, and how an audit of it must end: written down from the rules of the checks, before any run. */
import type { Status } from '../../audit/check-texts/vocabulary.ts';
import type { TestServer } from '../servers.ts';

type Family = 'http2' | 'connections' | 'wire' | 'bodies' | 'redirects' | 'pages' | 'mcp' | 'text';

/** How an audit may end: with a scorecard, whole or cut short by the deadline, or with a typed error. */
export type End = 'scored' | 'cut_short' | 'target_unreachable' | 'target_blocked' | 'audit_timeout';

/** The truth about a site. What the deadline has cut off may be `skip` whatever is said here. */
export interface Expected {
  /** Where the deadline may end it, it gets a short one, and else one that no busy machine reaches. */
  readonly ends: readonly End[];
  /** The checks that are broken by what the site really does. No other may be; `any` where that cannot be told. */
  readonly broken?: readonly string[] | 'any';
  /** The statuses that a check may have. */
  readonly statuses?: Readonly<Record<string, readonly Status[]>>;
}

export interface AttackSite {
  /** What the site does: the end of a sentence that begins "a site that". */
  readonly name: string;
  readonly family: Family;
  readonly expects: Expected;
  /** Serves it at an address of this machine (`127.0.0.7`), so that each audit is of another host. */
  listen(host: string): Promise<AttackServer>;
}

export interface AttackServer extends TestServer {
  /** What the site has seen that it must not see, in words. */
  readonly misdeeds?: () => readonly string[];
}

/** Whether only the deadline may end an audit of it. */
export function isHeldUp({ ends }: Expected): boolean {
  return ends.includes('cut_short') || ends.includes('audit_timeout');
}

/** Checks of one document each at a fixed address beside the root: what the root alone tells is not among them. */
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

/** There is no answer of any kind: nothing can be scored. */
export const NOTHING_SEEN: Expected = { ends: ['target_unreachable', 'audit_timeout'] };

/** There is a home page, and all else fails without an answer: that says nothing of the site. */
export const ONLY_HOME: Expected = {
  ends: ['scored', 'cut_short'],
  statuses: {
    ...all(ELSEWHERE, ['error']),
    'agent-friendly-404': ['error'],
    'mcp-initialize': ['error', 'n_a'],
  },
};

/** The same on one connection: what fails may take the home page with it, which is asked for beside it. */
export const ONLY_HOME_OR_LOST: Expected = {
  ...ONLY_HOME,
  ends: [...ONLY_HOME.ends, 'target_unreachable'],
};

/** There is a home page, and all else is a plain 404. */
export const BARE: Expected = {
  ends: ['scored'],
  statuses: {
    ...all(ELSEWHERE, ['absent', 'n_a']),
    'agent-friendly-404': ['pass'],
    'mcp-initialize': ['n_a'],
  },
};

/** The same, where what else the site does may well end its connections before an answer. */
export const BARE_OR_LOST: Expected = {
  ends: ['scored', 'cut_short', 'target_unreachable', 'audit_timeout'],
  statuses: {
    ...all(ELSEWHERE, ['absent', 'n_a', 'error']),
    'agent-friendly-404': ['pass', 'error', 'n_a'],
    'mcp-initialize': ['error', 'n_a'],
  },
};

/** Every address has a 200 with the same body that is no document of any kind; of the last of many large ones little is read. */
export const SAME_EVERYWHERE: Expected = {
  ends: ['scored'],
  broken: ['agent-friendly-404'],
  statuses: all(ELSEWHERE, ['absent', 'n_a', 'error']),
};

/** It may end in any way in which an audit ends, and in what its documents are there is no telling. */
export const ANYTHING: Expected = {
  ends: ['scored', 'cut_short', 'target_unreachable', 'target_blocked', 'audit_timeout'],
  broken: 'any',
};

/** The truth of a site that differs in some checks from one of the above. */
export function but(
  truth: Expected,
  statuses: Readonly<Record<string, readonly Status[]>>,
  ends: readonly End[] = truth.ends,
): Expected {
  return { ...truth, ends, statuses: { ...truth.statuses, ...statuses } };
}
