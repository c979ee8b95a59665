/** The pages: each as HTML for browsers and as Markdown for those who ask for it, and told apart by what is asked for. */
import { parse } from 'node-html-parser';
import { catalogue } from '../../catalogue/index.ts';
import { PRINCIPLES } from '../../catalogue/vocabulary.ts';
import type { Ask, Expectation, Probe } from '../probe.ts';
import { body, header, lists, status, that, type } from '../wants/answers.ts';
import { HAS_TAG, revalidated } from './revalidated.ts';

/** What a browser sends when somebody follows a link. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
} as const;
/** What HTTP libraries send: no type, and a name that is nobody's. */
const LIBRARY = { accept: '*/*', 'user-agent': 'verify' } as const;

/** Of each kind of page one, whose negotiation is looked at in full. */
const OF_EACH_KIND = ['/', '/score', '/checks', `/fix/${catalogue[0]?.id}`] as const;

/** Pages that are made and served as `/methodology` is, of which one is asked for a second time: all share the limit. */
const ALIKE: readonly string[] = [
  '/changelog',
  '/command-line',
  '/ci',
  '/gate',
  '/reports',
  '/about-the-auditor',
  '/operators',
  '/docs/authentication',
];

export const PAGES: readonly string[] = [
  ...OF_EACH_KIND,
  // Pages whose paths end like files of Markdown, which rules for such files may take for these.
  ...catalogue.filter(({ id }) => id.endsWith('md')).map(({ id }) => `/fix/${id}`),
  '/changes',
  '/compare',
  '/adoption',
  '/dataset',
  '/why-others-differ',
  '/principles',
  `/principles/${PRINCIPLES[0]?.toLowerCase()}`,
  '/spec',
  '/methodology',
  ...ALIKE,
];

const VARY: Expectation = lists(
  'Vary',
  ['Accept', 'User-Agent'],
  'Without it a cache gives a browser the Markdown that it kept for an agent, or an agent the HTML.',
);
const NO_PAGE = 'A page that does not answer is one that people and agents are led to in vain.';
const HTML_TYPE = type('text/html', 'A browser shows what is no HTML as text, or saves it.');

export function pageProbes(): readonly Probe[] {
  return [...PAGES.flatMap(bothForms), ...OF_EACH_KIND.flatMap(negotiated), ...home()];
}

function bothForms(path: string): readonly Probe[] {
  const probes = [asHtml(path), asMarkdown(path)];
  return ALIKE.includes(path) ? probes.map(({ follow: _, ...once }) => once) : probes;
}

export function asHtml(path: string, group: Probe['group'] = 'pages'): Probe {
  const ask: Ask = { path, headers: BROWSER };
  return {
    group,
    ask,
    expect: [
      status(200, NO_PAGE),
      HTML_TYPE,
      VARY,
      HAS_TAG,
      body('<h1>', /<h1[\s>]/, 'A page without a heading in its HTML says nothing without scripts.'),
      that('links to itself', 'A page that names another address as its own is indexed there.', canonical),
    ],
    follow: revalidated({ group, about: 'browser', ask }),
  };
}

/** The page's address, where it says it, begins with the deployment's. */
const canonical: Expectation['judge'] = ({ text }, { publishedAs }) => {
  const seen = parse(text).querySelector('link[rel="canonical"]')?.getAttribute('href');
  if (seen === undefined || seen === publishedAs || seen.startsWith(`${publishedAs}/`)) return undefined;
  return { expected: publishedAs, seen };
};

export function asMarkdown(path: string, group: Probe['group'] = 'negotiation'): Probe {
  const ask: Ask = { path, headers: { ...LIBRARY, accept: 'text/markdown' } };
  return {
    group,
    about: 'Accept: text/markdown',
    ask,
    expect: [
      status(200, NO_PAGE),
      type('text/markdown', 'An agent that asks for Markdown and gets HTML pays for it with its context.'),
      VARY,
      HAS_TAG,
      body('heading', /^# /m, 'Markdown without a heading is no document that an agent can quote.'),
    ],
    follow: revalidated({ group, about: 'Accept: text/markdown', ask }),
  };
}

interface Asked {
  readonly about: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly wanted: 'text/html' | 'text/markdown' | 'text/plain';
  readonly why: string;
}

const ASKED: readonly Asked[] = [
  {
    about: 'Accept: text/plain',
    headers: { ...LIBRARY, accept: 'text/plain' },
    wanted: 'text/plain',
    why: 'Programs that read plain text are promised the Markdown under that type.',
  },
  {
    about: 'curl',
    headers: { accept: '*/*', 'user-agent': 'curl/8.15.0' },
    wanted: 'text/markdown',
    why: 'Whoever reads in a terminal is promised text, not markup.',
  },
  {
    about: 'an assistant’s fetcher',
    headers: {
      accept: '*/*',
      'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0)',
    },
    wanted: 'text/markdown',
    why: 'Fetchers that act for a person are promised the Markdown form without asking for it.',
  },
  {
    about: 'Accept: */*, an unknown client',
    headers: LIBRARY,
    wanted: 'text/html',
    why: 'Who names no type and is no known reader of text gets the page as it is.',
  },
  {
    about: 'Accept: text/markdown;q=0.5, text/html',
    headers: { ...LIBRARY, accept: 'text/markdown;q=0.5, text/html' },
    wanted: 'text/html',
    why: 'Qualities say what a client prefers (RFC 9110, section 12.5.1), and are not there to be passed over.',
  },
];

function negotiated(path: string): readonly Probe[] {
  return ASKED.map(({ about, headers, wanted, why }) => ({
    group: 'negotiation',
    about,
    ask: { path, headers },
    expect: [status(200, NO_PAGE), type(wanted, why), VARY],
  }));
}

const LINKS = [
  /<[^<>]*llms\.txt>[^,<]*rel="?describedby/,
  /<[^<>]*openapi\.json>[^,<]*rel="?service-desc/,
  /<[^<>]*api-catalog>[^,<]*rel="?api-catalog/,
];

/** The home page names what there is for agents in its header fields. */
function home(): readonly Probe[] {
  return [
    {
      group: 'pages',
      about: 'Link fields',
      ask: { path: '/', headers: BROWSER },
      expect: [
        status(200, NO_PAGE),
        ...LINKS.map((link) =>
          header(
            'Link',
            link,
            'An agent that asks for the home page alone learns by it where the rest is (RFC 8288).',
          ),
        ),
      ],
    },
    {
      group: 'pages',
      about: 'HEAD',
      ask: { path: '/', method: 'HEAD', headers: BROWSER },
      expect: [status(200, 'Monitors and link checkers ask with HEAD.'), HTML_TYPE],
    },
  ];
}
