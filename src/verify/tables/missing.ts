/** Redirects of old addresses, and what is not there: told in the form that was asked for. */
import * as z from 'zod';
import type { Probe } from '../probe.ts';
import { body, location, status, type } from '../wants/answers.ts';
import { json } from '../wants/json.ts';
import { BROWSER } from './pages.ts';

const CARD = '/.well-known/mcp/server-card.json';
const MOVED = 'Clients of earlier proposals look for the server card here.';

export const REDIRECTS: readonly Probe[] = ['/.well-known/mcp', '/mcp.json'].map((path) => ({
  group: 'redirects',
  ask: { path },
  bare: true,
  expect: [status(301, MOVED), location(CARD, MOVED)],
}));

/** Paths that nothing has, with dots and without, each with whether the function answers it. */
const NOWHERE: readonly (readonly [path: string, metered?: true])[] = [
  ['/anc-web-audit-no-such-page'],
  ['/no/such/page'],
  ['/no-such-file.html'],
  ['/no-such-file.json'],
  ['/no.such/version-1.2'],
  ['/fix/no-such-check'],
  ['/fix/no-such-check.md'],
  ['/score/never-audited.example.com', true],
];

const FORMS = [
  {
    accept: BROWSER.accept,
    agent: BROWSER['user-agent'],
    wanted: ['text/html'],
    why: 'A person who took a wrong turn needs a page that leads on.',
  },
  {
    accept: 'text/markdown',
    agent: 'verify',
    wanted: ['text/markdown'],
    why: 'An agent that took a wrong turn needs a text that leads on.',
  },
  {
    accept: 'application/json',
    agent: 'verify',
    wanted: ['application/json', 'application/problem+json'],
    why: 'A program that cannot parse an error cannot tell it from an outage.',
  },
] as const;

const FOUND = 'Another status makes agents and search engines believe that the page is there.';

export function missingProbes(): readonly Probe[] {
  return [...NOWHERE.flatMap(([path, metered]) => inEachForm(path, metered)), ...scorecardForms, plainly];
}

function inEachForm(path: string, metered: true | undefined): readonly Probe[] {
  return FORMS.map(({ accept, agent, wanted, why }) => {
    const isJson = wanted[0] === 'application/json';
    return {
      group: 'missing',
      about: `Accept: ${accept.split(',')[0]}`,
      ask: { path, headers: { accept, 'user-agent': agent } },
      ...(metered === undefined ? {} : { metered }),
      expect: [
        status(404, FOUND),
        oneOf(wanted, why),
        ...(isJson
          ? [json('code', z.object({ code: z.string() }), 'Programs tell errors apart by their code.')]
          : [body('a way on', wanted[0] === 'text/html' ? / href="\// : /\]\(https?:/, why)]),
      ],
    };
  });
}

function oneOf(wanted: readonly string[], why: string) {
  const all = wanted.map((one) => type(one, why));
  const [first] = all;
  if (first === undefined) throw new Error('No type is wanted.');
  return {
    ...first,
    judge: (...given: Parameters<typeof first.judge>) => {
      const differences = all.map((one) => one.judge(...given));
      return differences.includes(undefined) ? undefined : differences[0];
    },
  };
}

/** Contract: checks.md, agent-friendly-404-md: who names no type is an agent that found a bad link. */
const plainly: Probe = {
  group: 'missing',
  about: 'Accept: */*',
  ask: { path: '/anc-web-audit-no-such-page', headers: { accept: '*/*', 'user-agent': 'verify' } },
  expect: [
    status(404, FOUND),
    type('text/markdown', 'The standard asks for a 404 that agents can read, and the service lives by it.'),
    body('a way on', /llms\.txt|sitemap\.xml/, 'A dead end that names no way on ends the visit.'),
  ],
};

/** After the path that was asked for, whatever the Accept field says. */
const scorecardForms: readonly Probe[] = [
  ['/score/never-audited.example.com/md', 'text/markdown'],
  ['/score/never-audited.example.com/json', 'application/problem+json'],
].map(([path = '', wanted = '']) => ({
  group: 'missing' as const,
  ask: { path, headers: { accept: '*/*', 'user-agent': 'verify' } },
  metered: true as const,
  expect: [
    status(404, 'A scorecard that was never made must not look as if it had been.'),
    type(wanted, 'The path asks for a form, and errors have it too.'),
    body('what to do', /score\\?_cli/, 'The answer says how to have the site scored.'),
  ],
}));
