/** One cause is one line in every list of what to fix: a server that speaks only the revisions up to 2025-11-25. */
import { describe, expect, it } from 'vitest';
import { causesOf, failuresOf, verdictOf } from '../fix/failures.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { fixList } from './fix-list.ts';
import { scorecardPage } from './html/scorecard.ts';
import { renderMarkdown } from './markdown/scorecard.ts';
import { renderTerminal } from './terminal.ts';

const UNPROBED = ['mcp-modern-tools-list', 'mcp-modern-unknown-method', 'mcp-modern-clientcaps'];
const FAILED = ['mcp-server-discover', ...UNPROBED, 'mcp-batch-reject', 'llms-txt'];

const siteWith = (failed: readonly string[], more: readonly string[] = []) =>
  envelopeFor({
    verdict: ({ id }): VerdictInWords => {
      if (UNPROBED.includes(id) && failed.includes(id))
        return { status: 'absent', evidence: 'no answer', unprobed: true };
      if (failed.includes(id)) return { status: 'absent', evidence: 'x' };
      return { status: more.includes(id) ? 'error' : 'pass', evidence: 'x' };
    },
  });
const site = siteWith(FAILED);
const causes = (failed: readonly string[]) =>
  causesOf(failuresOf(siteWith(failed).scorecard.results)).map(({ failure, also }) => [
    failure.id,
    ...also.map(({ id }) => id),
  ]);

describe('a revision that the server does not speak', () => {
  it('is the cause of what could not be probed', () => {
    expect(causes(FAILED)).toEqual([
      ['mcp-server-discover', ...UNPROBED],
      ['mcp-batch-reject'],
      ['llms-txt'],
    ]);
    expect(causes([...UNPROBED, 'llms-txt'])).toEqual([UNPROBED, ['llms-txt']]);
    expect(causes(['mcp-server-discover', 'llms-txt'])).toEqual([['mcp-server-discover'], ['llms-txt']]);
  });

  it('has one line with the gain of all', () => {
    const [server, llms] = fixList(site.scorecard);
    expect(server?.gain).toMatch(/^\+\d+ points, 5 checks$/);
    expect(llms?.gain).toMatch(/^\+\d+ points?, 1 check$/);
    expect(fixList(siteWith(FAILED, ['sitemap']).scorecard)[0]?.gain).toBe('5 checks');
  });

  it.each([
    ['Markdown', renderMarkdown(site)],
    ['the terminal', renderTerminal(site, { width: 400, color: false })],
    [
      'the page',
      String(scorecardPage({ envelope: site, site: 'https://catalog.example', path: '/score/a' }).main),
    ],
  ])('is one line in %s', (_, text) => {
    expect(text.match(/3 more checks with the same cause/g)).toHaveLength(1);
    expect(text).toMatch(/\+\d+ points, 5 checks/);
  });

  it('is named once among what to fix first', () => {
    expect(verdictOf(site.scorecard).first.map(({ id }) => id)).toEqual(['mcp-server-discover', 'llms-txt']);
  });
});
