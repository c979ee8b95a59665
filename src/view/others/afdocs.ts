/** afdocs, the reference implementation of the Agent-Friendly Documentation Spec, as its code decides. */
import { AFDOCS_ALONE } from './afdocs-alone.ts';
import { type OtherTool, pair } from './model.ts';

const SAMPLE =
  'afdocs tests up to 50 pages of the documentation and judges the share that passes; we test the home page, and one content page where the home page does not pass.';

export const afdocs: OtherTool = {
  id: 'afdocs',
  name: 'afdocs',
  short: 'afdocs',
  url: 'https://afdocs.dev/',
  by: 'the agent-ecosystem project',
  about: [
    'afdocs tests documentation sites, from a base URL that may have a path, against the Agent-Friendly Documentation Spec. It finds pages through llms.txt and the sitemap, takes a sample (random unless told otherwise) and runs 28 checks in seven categories, without a browser.',
    'We test a whole host of any kind, with few requests and always the same ones; so one number of afdocs stands for many pages, and one of ours for one.',
    'Its five results are pass, warn, fail, skip (a check that it depends on did not pass) and error.',
  ],
  ahead: [
    'It looks at many pages: their size, whether their Markdown says the same as their HTML, where the content begins, whether links in Markdown work.',
    'It asks for Markdown at the address of a page plus `.md`, which many agents try; we have no check for that.',
  ],
  unknown: [
    'Its ids and output may change between minor versions while it is 0.x, as its readme says; we read 0.22.2.',
  ],
  sources: [
    {
      label: 'The package afdocs, its code and types',
      url: 'https://www.npmjs.com/package/afdocs/v/0.22.2',
      version: 'afdocs 0.22.2 (npm), spec 0.6.0',
      read: '2026-11-22',
    },
    {
      label: 'The specification that it implements',
      url: 'https://agentdocsspec.com/spec/web/',
      version: 'named by afdocs 0.22.2; read through the code of the package',
      read: '2026-11-22',
    },
  ],
  checks: [
    {
      id: 'llms-txt-exists',
      asks: 'A text file that is not HTML answers at `/llms.txt`, at `/docs/llms.txt` or under the base URL. Only through another host: warn.',
      ours: [
        pair(
          'llms-txt',
          'wider',
          'ours',
          'afdocs also accepts `/docs/llms.txt`; we ask for the file at the root of the host.',
          [
            {
              ours: ['absent', 'broken'],
              theirs: ['pass'],
              why: 'There is an llms.txt under `/docs` or the base URL, but none at the root of the host, where an agent that knows only the host looks.',
            },
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'afdocs asks for a type `text/…` and reads a body that begins like HTML as an error page.',
            },
            {
              ours: ['pass'],
              theirs: ['warn'],
              why: 'The file is reached through a redirect to another host, which afdocs warns of and we follow.',
            },
          ],
        ),
      ],
    },
    {
      id: 'llms-txt-valid',
      asks: 'The file begins with an H1, has a blockquote, at least one more heading, and links. With links but not all the rest: warn; without links: fail.',
      ours: [
        pair(
          'llms-txt-format',
          'same',
          'theirs',
          'Both want a title, a summary and links; for afdocs the summary must be a blockquote and there must be sections, for us a paragraph is a summary too, and links must stand in a list.',
          [
            {
              ours: ['pass'],
              theirs: ['warn'],
              why: 'The summary is a paragraph and no blockquote, or there are no sections; we accept both.',
            },
            {
              ours: ['noncompliant'],
              theirs: ['pass'],
              why: 'The links stand in running text or a table; we ask for a list, which agents split more reliably.',
            },
          ],
        ),
      ],
    },
    {
      id: 'llms-txt-links-resolve',
      asks: 'Up to 50 links to the same origin answer to HEAD with 2xx. All: pass; more than 90%: warn; else fail. Links to other hosts can only lower it to warn.',
      ours: [
        pair(
          'llms-txt-links',
          'wider',
          'ours',
          'afdocs tests up to 50 links and forgives one in ten; we test 10, always the same ones, and one that is broken breaks the check.',
          [
            {
              ours: ['broken'],
              theirs: ['pass', 'skip'],
              why: 'The broken link leads to another host, or is relative: afdocs counts neither as a failure, we count both.',
            },
            {
              ours: ['pass'],
              theirs: ['warn', 'fail'],
              why: 'The broken link is not among the 10 that we follow, or the server answers GET but not HEAD.',
            },
          ],
        ),
      ],
    },
    {
      id: 'content-negotiation',
      asks: 'With `Accept: text/markdown`, 90% of the sampled pages answer with Markdown and the type `text/markdown`. Some, or the wrong type: warn.',
      ours: [
        pair('accept-markdown', 'wider', 'theirs', SAMPLE, [
          {
            ours: ['pass'],
            theirs: ['warn', 'fail'],
            why: 'One page that answers in Markdown or plain text is enough for us; afdocs wants it of nine in ten sampled pages and only with the type text/markdown.',
          },
          {
            ours: ['absent', 'broken'],
            theirs: ['pass', 'warn'],
            why: 'Pages of the documentation answer in Markdown, the home page and the one content page that we ask do not.',
          },
        ]),
      ],
    },
    {
      id: 'rendering-strategy',
      asks: 'Sampled pages have content in the HTML as sent: a page fails if it carries the marks of a script framework and has little text outside of menus.',
      ours: [
        pair(
          'content-without-js',
          'wider',
          'neither',
          'afdocs looks for empty shells of known script frameworks on many pages, we for an H1 and 200 characters of text on the home page.',
          [
            {
              ours: ['absent', 'noncompliant'],
              theirs: ['pass'],
              why: 'The home page has no H1 or fewer than 200 characters; afdocs passes such a page if it shows no mark of a script framework that it knows.',
            },
            {
              ours: ['pass'],
              theirs: ['warn', 'fail'],
              why: 'The home page can be read without scripts, other pages cannot, or their text is mostly menus.',
            },
          ],
        ),
      ],
    },
    {
      id: 'http-status-codes',
      asks: 'Addresses that do not exist, made from each sampled page, answer with 4xx.',
      ours: [
        pair(
          'agent-friendly-404',
          'wider',
          'ours',
          'afdocs tries one wrong address beside each sampled page and accepts any 4xx; we try one on the whole host and accept 404 and 410.',
          [
            {
              ours: ['pass'],
              theirs: ['fail'],
              why: 'A wrong address at the root gets a 404, one deeper in the site gets a page: the error is in that part of the site.',
            },
            {
              ours: ['broken', 'noncompliant'],
              theirs: ['pass'],
              why: 'The host answers unknown addresses with something else than 404 or 410, which afdocs accepts or which only the root does.',
            },
          ],
        ),
      ],
    },
    {
      id: 'auth-gate-detection',
      asks: 'Sampled pages do not ask for a login: no 401 or 403, no redirect to a sign-on service, no login form.',
      ours: [
        pair(
          'agent-ua-reachable',
          'narrower',
          'theirs',
          'afdocs asks whether anybody must log in; for us a login for everyone is not about agents, so that our check does not apply then.',
          [
            {
              ours: ['n_a'],
              theirs: ['warn', 'fail'],
              why: 'Everyone must log in: afdocs counts that against documentation, we say that the check does not apply.',
            },
            {
              ours: ['pass'],
              theirs: ['warn', 'fail'],
              why: 'The home page is open, other pages ask for a login.',
            },
            {
              ours: ['broken'],
              theirs: ['pass'],
              why: 'Clients that name themselves as AI agents are refused; afdocs makes its requests under its own name and was let in.',
            },
          ],
        ),
      ],
    },
    {
      id: 'bot-protection-interference',
      asks: 'Over all its requests, no challenge pages, no answers that never end, and no refusals that grow in number.',
      ours: [
        pair(
          'agent-ua-reachable',
          'wider',
          'neither',
          'afdocs watches a hundred requests for a defence that sets in with their number; we make a few, under the names of AI agents, and compare them with those of others.',
          [
            {
              ours: ['broken', 'error'],
              theirs: ['pass'],
              why: 'The names of AI agents are refused, or our address was; afdocs came under another name, or from another address.',
            },
            {
              ours: ['pass'],
              theirs: ['warn', 'fail'],
              why: 'One visit of an agent is let in; the defence sets in after many requests, as afdocs makes them.',
            },
          ],
        ),
      ],
    },
    {
      id: 'llms-txt-directive-html',
      asks: 'HTML pages point to llms.txt in their body, near the top.',
      ours: [
        pair(
          'noscript-fallback',
          'narrower',
          'neither',
          'afdocs wants a pointer to llms.txt in the body of each page; we want a noscript block on the home page that names any entry point for machines.',
          [
            {
              ours: ['absent'],
              theirs: ['pass', 'warn'],
              why: 'The pages point to llms.txt, though not in a noscript block.',
            },
            {
              ours: ['pass'],
              theirs: ['warn', 'fail'],
              why: 'The home page has a noscript block with entry points; other pages do not, it does not name llms.txt, or it stands low on the page.',
            },
          ],
        ),
      ],
    },
    ...AFDOCS_ALONE,
  ],
};
