/** Walls that refuse some clients, some paths, or everything after some requests. */
import { neglected } from '../../app/demo/neglected.ts';
import { ready } from '../../app/demo/ready/index.ts';
import type { DemoSite, Expected, VerdictTable } from '../../app/demo/site.ts';
import { WALL_ANSWERS } from './wall-answers.ts';
import type { WallAnswer } from './wall-answers-type.ts';
import {
  answerWith,
  but,
  type Gate,
  isAssistant,
  pathOf,
  userAgentOf,
  walled,
  type ZooSite,
} from './walled.ts';

const FORBIDDEN: WallAnswer = {
  status: 403,
  headers: { server: 'nginx' },
  body: '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>nginx</center></body></html>',
};
const answerOf = (wall: string, nth = 0): WallAnswer => {
  const answer = WALL_ANSWERS[wall]?.[nth];
  if (answer === undefined) throw new Error(`${wall} has no answer ${nth}`);
  return answer;
};
const CLOUDFLARE = answerOf('Cloudflare challenge');

const refusing =
  (condition: (request: Request) => boolean, answer: WallAnswer): Gate =>
  (request) =>
    condition(request) ? answerWith(answer) : undefined;
const isCurl = (request: Request) => userAgentOf(request).startsWith('curl/');

/** The wall refuses assistants: one check reports that, and another cannot be judged. */
const NO_AGENTS: VerdictTable = { 'agent-ua-reachable': 'broken', 'markdown-agent-ua': 'error' };

const BY_CLIENT: readonly ZooSite[] = [
  walled('a challenge for assistants', ready, refusing(isAssistant, CLOUDFLARE), {
    verdicts: but(ready.verdicts, NO_AGENTS),
    evidence: { 'agent-ua-reachable': /Cloudflare challenge/ },
  }),
  walled(
    'a list of bad bots that has assistants and curl',
    ready,
    refusing((request) => isAssistant(request) || isCurl(request), FORBIDDEN),
    { verdicts: but(ready.verdicts, { ...NO_AGENTS, 'markdown-cli-ua': 'error' }) },
  ),
  walled(
    'Anubis as it comes',
    ready,
    (request) => {
      if (isAssistant(request)) return answerWith(answerOf('Anubis', 1));
      if (/^\/(?:robots\.txt|sitemap\.xml|favicon\.ico)$|^\/\.well-known\//.test(pathOf(request)))
        return undefined;
      return /Mozilla|Opera/.test(userAgentOf(request)) ? answerWith(answerOf('Anubis')) : undefined;
    },
    { verdicts: but(ready.verdicts, NO_AGENTS), evidence: { 'agent-ua-reachable': /Anubis/ } },
  ),
];

/** Returns the table with `error` for all checks but some. */
const allErrorsBut = (table: VerdictTable, exceptions: VerdictTable): VerdictTable => ({
  ...Object.fromEntries(Object.keys(table).map((id): [string, Expected] => [id, 'error'])),
  ...exceptions,
});

const BY_PATH: readonly ZooSite[] = [
  walled(
    'a challenge for all but robots.txt',
    ready,
    refusing((request) => pathOf(request) !== '/robots.txt', CLOUDFLARE),
    {
      verdicts: allErrorsBut(ready.verdicts, {
        robots: 'pass',
        'robots-ai-rules': 'pass',
        'content-signals': 'pass',
        'agent-ua-reachable': 'broken',
        'dns-aid': 'n_a (antecedent-unmet)',
      }),
    },
  ),
  walled(
    'a challenge under /.well-known/',
    ready,
    refusing((request) => pathOf(request).startsWith('/.well-known/'), CLOUDFLARE),
    {
      eitherOrError: but(ready.verdicts, {
        'web-bot-auth': 'error',
        'security-txt': 'error',
        'api-catalog': 'error',
        'well-known-mcp-card': 'error',
        'ai-catalog': 'error',
        'a2a-agent-card': 'error',
        'agent-skills': 'error',
      }),
    },
  ),
  walled(
    'a block of whatever is posted',
    ready,
    refusing((request) => request.method === 'POST', answerOf('AWS WAF challenge')),
    {
      eitherOrError: but(ready.verdicts, {
        'mcp-initialize': 'error',
        'mcp-tools-list': 'error',
        'mcp-server-discover': 'error',
        'mcp-accept-unsatisfiable': 'error',
      }),
    },
  ),
];

const after =
  (count: number, answer: WallAnswer): Gate =>
  (_request, nth) =>
    nth > count ? answerWith(answer) : undefined;

const midway = (name: string, site: DemoSite, gate: Gate): ZooSite =>
  walled(name, site, gate, { eitherOrError: site.verdicts });

const MIDWAY: readonly ZooSite[] = [
  midway('a 200 with a challenge after 25 requests', ready, after(25, answerOf('Anubis'))),
  midway('a 403 after 30 requests', ready, after(30, FORBIDDEN)),
  walled(
    'a 429 after 30 requests',
    ready,
    after(30, { status: 429, type: 'text/plain', body: 'Slow down' }),
    // A limit without a time to come back, which one check looks for.
    { eitherOrError: but(ready.verdicts, { 'rate-limit-headers': 'broken' }) },
  ),
  walled('a 403 after 20 requests, before a site in disorder', neglected, after(20, FORBIDDEN), {
    // Whether the linked page exists cannot be seen any more.
    eitherOrError: but(neglected.verdicts, { 'root-link-rel': 'pass' }),
  }),
];

export const PARTIAL_WALLS: readonly ZooSite[] = [...BY_CLIENT, ...BY_PATH, ...MIDWAY];
