/** Examples of the checks in ../not-found.ts. */

import type { RootPage } from '../../evidence/root.ts';
import { UNKNOWN_PATH } from '../../probes/root.ts';
import { answered, found, missing, refused, timedOutReply } from './answers.ts';
import type { Examples } from './example.ts';

const HOME = found<RootPage>({ html: undefined, links: [] });

const NO_ROOT = missing('/');

const unknown = (status: number, type = 'text/html', text = '<!doctype html><h1>Not found</h1>') =>
  answered({ path: UNKNOWN_PATH, status, type, text });

export const notFoundExamples = {
  'agent-friendly-404': [
    { title: '404', given: { root: HOME, notFound: unknown(404) }, expect: 'pass' },
    { title: '410', given: { root: HOME, notFound: unknown(410) }, expect: 'pass' },
    { title: '200', given: { root: HOME, notFound: unknown(200) }, expect: 'broken' },
    {
      title: 'a redirect to the home page',
      given: {
        root: HOME,
        notFound: answered({ hops: [{ url: `https://site.example${UNKNOWN_PATH}`, status: 302 }] }),
      },
      expect: 'broken',
      evidence: `${UNKNOWN_PATH} -> 302 -> https://site.example/ -> 200`,
    },
    { title: 'a server error', given: { root: HOME, notFound: unknown(500) }, expect: 'broken' },
    { title: 'another refusal', given: { root: HOME, notFound: unknown(403) }, expect: 'absent' },
    {
      title: 'the root does not answer',
      given: { root: NO_ROOT, notFound: unknown(404) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'blocked',
      given: { root: HOME, notFound: refused('Cloudflare header cf-mitigated', { path: UNKNOWN_PATH }) },
      expect: 'error',
    },
  ],

  'agent-friendly-404-md': [
    {
      title: 'Markdown with a link',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', '# Not found\n\nSee [the index](/llms.txt).'),
      },
      expect: 'pass',
      evidence: '/llms.txt',
    },
    {
      title: 'plain text with a path',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/plain', 'Not found. Try /sitemap.xml.'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown without a link',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', `# Not found\n\nThere is no ${UNKNOWN_PATH} here.`),
      },
      expect: 'noncompliant',
    },
    {
      title: 'plain text without a link',
      given: { notFound: unknown(404), notFoundMarkdown: unknown(404, 'text/plain', '404 page not found') },
      expect: 'absent',
    },
    {
      title: 'Markdown with a link to the documentation of the site',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [the docs](https://docs.site.example/start).'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown with a link to a guide elsewhere on the site',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [it](https://www.site.example/llms-full.txt).'),
      },
      expect: 'pass',
    },
    {
      title: 'Markdown with a link to something else of the site',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'Buy [it](https://shop.site.example/mydocs).'),
      },
      expect: 'noncompliant',
    },
    {
      title: 'Markdown with a link to the documentation of another site',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', 'See [it](https://docs.other.example/docs).'),
      },
      expect: 'noncompliant',
    },
    { title: 'HTML', given: { notFound: unknown(404), notFoundMarkdown: unknown(404) }, expect: 'absent' },
    {
      title: 'HTML that is called Markdown',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'text/markdown', '<!doctype html><a href="/">Home</a>'),
      },
      expect: 'absent',
    },
    {
      title: 'JSON',
      given: {
        notFound: unknown(404),
        notFoundMarkdown: unknown(404, 'application/json', '{"docs":"/docs"}'),
      },
      expect: 'absent',
    },
    {
      title: '200 for who asks for Markdown',
      given: { notFound: unknown(404), notFoundMarkdown: unknown(200, 'text/markdown', '# Home') },
      expect: 'broken',
    },
    {
      title: 'a server error for who asks for Markdown',
      given: { notFound: unknown(404), notFoundMarkdown: unknown(500) },
      expect: 'broken',
    },
    {
      title: 'unknown paths are not 404',
      given: { notFound: unknown(200), notFoundMarkdown: unknown(200) },
      expect: 'n_a',
      reason: 'antecedent-unmet',
    },
    {
      title: 'no answer',
      given: { notFound: unknown(404), notFoundMarkdown: timedOutReply(UNKNOWN_PATH) },
      expect: 'error',
    },
  ],
} satisfies Examples;
