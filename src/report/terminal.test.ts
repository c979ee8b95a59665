import { stripVTControlCharacters } from 'node:util';
import columnsOf from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../audit/check-texts/index.ts';
import { RULES } from '../audit/check-texts/rule-sets.ts';
import type { Envelope, Result } from '../audit/scorecard/schema.ts';
import { headlineOf } from '../audit/scorecard/title.ts';
import { STATUS_WORDS } from '../audit/scorecard/words.ts';
import { DEFAULT_BASE_URL } from '../base/versions.ts';
import { envelopeFor, everyStatus, type VerdictInWords } from '../testing/envelopes.ts';
import { renderTerminal, type TerminalOptions } from './terminal.ts';

const mixed = envelopeFor({ verdict: everyStatus });
const perfect = envelopeFor();

function show(envelope = mixed, options: Partial<TerminalOptions> = {}): string {
  return renderTerminal(envelope, { color: false, width: 80, ...options });
}

/** Returns the lines of one category, its heading first. */
function block(text: string, name: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`  ${name} `));
  const end = lines.indexOf('', start);
  return start < 0 ? [] : lines.slice(start, end);
}

const evil =
  'https://site.example/ -> 200 (\u001b[31mred\u001b]8;;https://evil.example\u0007link\u202e\r\n\u009b2J 日本語)';
/** A scorecard from a hostile file: none of its text is cleaned. */
const hostile: Envelope = {
  ...mixed,
  target: evil,
  spec_version: evil,
  auditor_url: `${evil}/score`,
  scorecard: {
    ...mixed.scorecard,
    mcp_endpoint: evil,
    tool: { name: evil, url: evil },
    categories: mixed.scorecard.categories.map((category) => ({ ...category, name: evil })),
    results: mixed.scorecard.results.map((result, i): Result => {
      const words = {
        id: `${evil}${i}`,
        label: evil.repeat(1 + (i % 4)),
        evidence: evil.repeat(1 + (i % 9)),
      };
      return 'remediation' in result
        ? { ...result, ...words, remediation: { ...result.remediation, fix: evil } }
        : { ...result, ...words };
    }),
  },
};

describe('the scorecard in a terminal', () => {
  it('has no scores if no check that ran applies', () => {
    const unmeasured = envelopeFor({
      verdict: () => ({ status: 'n_a', evidence: 'x', reason: 'antecedent-unmet' }),
    });
    expect(show(unmeasured)).toContain('No score: no check that ran counts for this site.');
    expect(show(unmeasured)).not.toContain('0 %');
  });

  it('explains its words that differ from JSON', () => {
    expect(show(mixed, { verbose: true, program: 'audit' }).replace(/\s+/g, ' ')).toContain(
      'In JSON, MISSING is absent, SKIPPED is skip, N/A and OPTIONAL (missing) are n_a.',
    );
    // For all other statuses, the id is the word in lower case.
    const other = Object.entries(STATUS_WORDS).filter(([status, word]) => status !== word.toLowerCase());
    expect(other.map(([status, word]) => `${word} is ${status}`)).toEqual([
      'MISSING is absent',
      'N/A is n_a',
      'SKIPPED is skip',
    ]);
  });

  it('begins with the site and both scores, or ends with them on a terminal', () => {
    const text = show();
    const { relative, global } = mixed.scorecard.score;
    const scores = new RegExp(
      `\\n +${relative} % {2}of what applies .*\\n +${global} % {2}global-ready .*\\n`,
    );
    expect(text).toMatch(/^\n {2}https:\/\/site\.example\/\n {2}audited 2026-11-21 00:40 UTC · rules \d+\n/);
    expect(text).toMatch(new RegExp(`! Partial audit: \\d+ of ${CHECK_COUNT} checks were not run\\.`));
    expect(text.search(scores)).toBeLessThan(text.indexOf('to make, in this order'));
    expect(show(mixed, { scoresFirst: false })).toMatch(new RegExp(`${scores.source}\\n$`));
  });

  it('fills a bar in proportion to the score', () => {
    expect(show(perfect)).toMatch(/100 % {2}of what applies {2}█{40}\n/);
    const none = envelopeFor({ verdict: () => ({ status: 'absent', evidence: 'x -> 404' }) });
    expect(show(none)).toMatch(/ 0 % {2}of what applies {2}░{40}\n/);
  });

  it('names the endpoint, the site type and a stored result, if any', () => {
    const envelope = envelopeFor({ mcpEndpoint: 'https://site.example/mcp', siteType: 'api' });
    const stored = { ...envelope, freshness: { ...envelope.freshness, cached: true } };
    expect(show(stored).replace(/\s+/g, ' ')).toContain(
      `UTC (stored) · rules ${RULES} · site type api MCP endpoint https://site.example/mcp`,
    );
  });

  it('lists the changes in order, with their findings and the scores after them', () => {
    const few = envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        ['robots', 'llms-txt', 'root-link-rel', 'noscript-fallback', 'semantic-html'].includes(id)
          ? { status: 'absent', evidence: 'x -> 404' }
          : { status: 'pass', evidence: 'x -> 200' },
    });
    const text = show(few);
    expect(text).toMatch(
      /5 checks fail\. 3 changes to make, in this order:\n\n {3}1 {2}robots\.txt +robots {2}\d+% → \d+%\n {6}There is no/,
    );
    expect(text).toMatch(
      / {3}2 {2}llms\.txt +llms-txt {2}\d+% → \d+%\n[\s\S]*\n {3}3 {2}The HTML of the home page +3 checks, \d+% → 100%\n/,
    );
    expect(text).toMatch(/Once all changes are made: \d+% → 100% of what applies/);
    expect(text).toMatch(
      /Passed 60: [a-z0-9-]+,[\s\S]* and 56 more\. Does not apply: 0\. Could\s+not\s+be\s+tested: 0\./,
    );
    expect(text.split('\n').length).toBeLessThanOrEqual(45);
  });

  it('says how many checks did not run or could not be tested', () => {
    const one = (status: 'skip' | 'error') =>
      show(
        envelopeFor({
          verdict: ({ id }): VerdictInWords => ({ status: id === 'robots' ? 'pass' : status, evidence: 'x' }),
        }),
      );
    expect(one('skip')).toMatch(
      /Nothing that was checked fails\.[\s\S]*Not run: 64\. Could\s+not\s+be\s+tested: 0\./,
    );
    expect(one('error')).toMatch(/Could\s+not\s+be\s+tested: 64\s\([\s\S]* and\s60 more\)\./);
    expect(show(perfect)).toContain('Nothing to fix: every check that applies passes.');
  });

  it('fits nine failures into 45 lines of 80 columns', () => {
    const failing = [
      ['robots', 'accept-markdown', 'llms-txt', 'agent-friendly-404-md', 'link-headers'],
      ['content-without-js', 'root-meta-description', 'root-link-rel', 'noscript-fallback'],
    ].flat();
    const envelope = envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        failing.includes(id)
          ? { status: 'absent', evidence: 'x -> 404' }
          : { status: 'n_a', reason: 'antecedent-unmet', evidence: 'x' },
    });
    const text = show(envelope, {
      width: 80,
      program: 'npx --allow-remote=root https://catalog.example/cli-1.2.3.tgz',
    });
    for (const id of failing.slice(0, 5)) expect(text).toContain(id);
    expect(text.split('\n').length).toBeLessThanOrEqual(45);
  });

  it('shows every check with its evidence, by category, if verbose', () => {
    const loud = show(mixed, { verbose: true });
    for (const { name, passed, counted } of mixed.scorecard.categories)
      expect(block(loud, name)[0]).toContain(`${passed} of ${counted} passed`);
    for (const { id } of mixed.scorecard.results) expect(loud, id).toContain(id);
    expect((loud.match(/ Seen /g) ?? []).length).toBe(CHECK_COUNT);
    const failed = mixed.scorecard.results.find(({ status }) => status === 'broken');
    expect(loud).toMatch(
      new RegExp(
        `✗ BROKEN +${failed && headlineOf(failed)}(?: +|\\n +)${failed?.id}.*\\n {6}Seen {2}https://site\\.example/x -> 200 \\(broken\\)\\n {6}Fix {3}Publish.*\\n {6}Level (?:MUST|SHOULD|MAY)\\n`,
      ),
    );
    const selected = envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        id === 'robots'
          ? { status: 'pass', evidence: 'x' }
          : { status: 'skip', evidence: 'not selected by the caller' },
    });
    expect(show(selected, { verbose: true }).match(/ Seen /g)).toHaveLength(1);
    expect(show(mixed, { verbose: true, onlyFailures: true })).not.toMatch(/✓ PASS|– N\/A/);
  });

  it('names the command for the next step, and no missing URL', () => {
    const text = show({ ...mixed, auditor_url: `${DEFAULT_BASE_URL}/score` }, { program: 'audit' });
    expect(text.replace(/\s+/g, ' ')).toContain('What to do audit fix https://site.example/ (one page');
    expect(text).not.toContain('agent-readiness-catalog');
    expect(show(mixed, { program: 'audit', judged: 'my site.har' })).toContain("audit fix 'my site.har' (");
    const two = envelopeFor({
      verdict: ({ id }): VerdictInWords => ({ status: id === 'robots' ? 'absent' : 'skip', evidence: 'x' }),
    });
    expect(show(two, { program: 'audit' })).toContain('audit explain robots (');
    expect(show(perfect, { program: 'audit' })).not.toContain('What to do');
    expect(show()).toMatch(/Guides +https:\/\/catalog\.example\/fix\/<check>\n/);
  });
});

describe('for any terminal', () => {
  const widths = [0, 60, 80, 200, Number.NaN, Number.POSITIVE_INFINITY];

  it.each(widths)('no line is wider than %d columns allow, nor ends in spaces', (width) => {
    for (const envelope of [mixed, perfect, hostile]) {
      for (const verbose of [false, true]) {
        const limit = Number.isFinite(width) ? Math.min(100, Math.max(40, width)) : 80;
        const allowed = width === Number.POSITIVE_INFINITY ? 100 : limit;
        const lines = show(envelope, { width, verbose, program: 'audit' }).split('\n');
        expect(lines.filter((line) => columnsOf(line) > allowed || line !== line.trimEnd())).toEqual([]);
      }
    }
  });

  it('color adds escape sequences and nothing else', () => {
    for (const envelope of [mixed, perfect, hostile]) {
      for (const width of [60, 120]) {
        const colored = show(envelope, { color: true, width });
        expect(colored).toContain('\u001b[');
        expect(stripVTControlCharacters(colored)).toBe(show(envelope, { width }));
      }
    }
  });

  it('no text from the site is interpreted', () => {
    expect(show(hostile)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(show(hostile, { color: true }).replace(/\p{Cc}\[\d+m/gu, '')).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});
