/** Failures with the same cause share one line in every list. The example is an MCP server without the latest revision. */
import { describe, expect, it } from 'vitest';
import { causesOf, failuresOf, verdictOf } from '../fix/failures.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { fixIntro, fixList, forecastText, gainAndCount } from './fix-list.ts';
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

describe('an unsupported protocol revision', () => {
  it('is the cause of all checks that could not be probed', () => {
    expect(causes(FAILED)).toEqual([
      ['mcp-server-discover', ...UNPROBED],
      ['mcp-batch-reject'],
      ['llms-txt'],
    ]);
    expect(causes([...UNPROBED, 'llms-txt'])).toEqual([UNPROBED, ['llms-txt']]);
    expect(causes(['mcp-server-discover', 'llms-txt'])).toEqual([['mcp-server-discover'], ['llms-txt']]);
  });

  it('has one line with the gain of all checks', () => {
    const [server, llms] = fixList(site.scorecard);
    expect(server && gainAndCount(server)).toMatch(/^5 checks, \d+% → \d+%$/);
    expect(llms && gainAndCount(llms)).toMatch(/^1 check, \d+% → 100%$/);
    expect(fixList(siteWith(FAILED, ['sitemap']).scorecard)[0]?.gain).toBe('');
  });

  it('says of a change that not every site needs when it is needed', () => {
    const [limits] = fixList(siteWith(['rate-limit-headers']).scorecard);
    expect(limits && gainAndCount(limits)).toBe('1 check, only if the API limits calls');
    expect(forecastText(siteWith(['rate-limit-headers', 'llms-txt']).scorecard)).toMatch(
      /%.* global-ready\. This assumes that the API limits no calls, so rate-limit-headers rightly stays missing\.$/,
    );
    expect(forecastText(siteWith(['llms-txt']).scorecard)).toMatch(/ global-ready\.$/);
    const { scorecard } = siteWith(['rate-limit-headers']);
    expect(fixIntro(scorecard, fixList(scorecard))).toMatch(
      /^If the API limits no calls, nothing has to change: /,
    );
    expect(renderTerminal(siteWith(['rate-limit-headers']), { width: 400, color: false })).toMatch(
      /1 check fails:\n\n {3}1 {2}The API +rate-limit-headers {2}only if the API limits calls\n/,
    );
    expect(verdictOf(scorecard)).toEqual({ what: '1 thing is missing', first: [] });
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
    expect(text).toMatch(/\d+% → \d+%/);
  });

  it('is named once in the list of what to fix first', () => {
    expect(verdictOf(site.scorecard).first.map(({ id }) => id)).toEqual(['mcp-server-discover', 'llms-txt']);
  });
});

describe('the gains', () => {
  it('count the checks that apply only after the change', () => {
    const none = envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        id === 'robots'
          ? { status: 'absent', evidence: 'x' }
          : id === 'robots-ai-rules' || id === 'content-signals'
            ? { status: 'n_a', reason: 'antecedent-unmet', evidence: 'x' }
            : { status: 'pass', evidence: 'x' },
    });
    expect(fixList(none.scorecard)[0]?.gain).toMatch(/^\d+% → 100%; then 2 more checks apply$/);
  });

  it('add up from the current score to the forecast, one after the other', () => {
    const { score } = site.scorecard;
    const steps = fixList(site.scorecard).map(({ gain }) => gain.split(' → '));
    expect(steps[0]?.[0]).toBe(`${score.relative}%`);
    expect(steps.at(-1)?.[1]).toBe('100%');
    for (const [i, [before]] of steps.entries()) if (i > 0) expect(before).toBe(steps[i - 1]?.[1]);
  });

  it('say how far a score shown as 0 is below zero', () => {
    const broken = envelopeFor({ verdict: () => ({ status: 'broken', evidence: 'x' }) });
    const [first] = fixList(broken.scorecard);
    expect(broken.scorecard.score.relative).toBe(0);
    expect(first?.gain).toMatch(/^−75% → −\d+%$/);
    expect(forecastText(broken.scorecard)).toContain('the relative score is −75%, shown as 0%');
  });
});
