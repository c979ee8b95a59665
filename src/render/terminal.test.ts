import { stripVTControlCharacters } from 'node:util';
import columnsOf from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../definitions/index.ts';
import { RULES } from '../definitions/rules.ts';
import type { Envelope, Result } from '../scorecard/schema.ts';
import { envelopeFor, everySeenStatus, everyStatus, type VerdictInWords } from '../testing/envelopes.ts';
import { DEFAULT_BASE_URL } from '../versions.ts';
import { adviceFor } from '../view/advice.ts';
import { headlineOf } from '../view/title.ts';
import { STATUS_WORDS } from '../view/words.ts';
import { renderTerminal, type TerminalOptions } from './terminal.ts';

const mixed = envelopeFor({ verdict: everyStatus });
const perfect = envelopeFor();

function show(envelope = mixed, options: Partial<TerminalOptions> = {}): string {
  return renderTerminal(envelope, { color: false, width: 80, ...options });
}

/** The lines of one category, its heading first. */
function block(text: string, name: string): string[] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`  ${name} `));
  const end = lines.indexOf('', start);
  return start < 0 ? [] : lines.slice(start, end);
}

const evil =
  'https://site.example/ -> 200 (\u001b[31mred\u001b]8;;https://evil.example\u0007link\u202e\r\n\u009b2J 日本語)';
/** A scorecard as a hostile file may have it: nothing in it was made plain. */
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
  it('says which words of it JSON has otherwise', () => {
    expect(show().replace(/\s+/g, ' ')).toContain(
      'In JSON, MISSING is absent, N/A is n_a and SKIPPED is skip.',
    );
    // The rest are the same in lower case.
    const other = Object.entries(STATUS_WORDS).filter(([status, word]) => status !== word.toLowerCase());
    expect(other.map(([status, word]) => `${word} is ${status}`)).toEqual([
      'MISSING is absent',
      'N/A is n_a',
      'SKIPPED is skip',
    ]);
  });

  it('begins with the target, both scores and what they mean', () => {
    const text = show();
    const { relative, global } = mixed.scorecard.score;
    expect(text).toMatch(
      /^\n {2}site\.example\n {2}https:\/\/site\.example\/\n {2}audited 2026-11-21 00:40 UTC · standard 0\.5\.0, rules \d+\n/,
    );
    expect(text).toContain('no MCP endpoint discovered');
    expect(text).toMatch(
      new RegExp(`\\n\\n {2}! Partial audit: \\d+ of ${CHECK_COUNT} checks were not run\\.`),
    );
    expect(text).toMatch(
      new RegExp(
        `Of what applies\\n +${relative}% .*\\n +The relative score: points earned on the \\d+ checks that apply here and could\\s+be seen;`,
      ),
    );
    expect(text).toMatch(
      new RegExp(
        `Of everything\\n +${global}% .*\\n +The global score: points earned on all ${CHECK_COUNT} checks;`,
      ),
    );
    expect(text.replace(/\s+/g, ' ')).toMatch(/\d+ are missing\. Fix first: \S/);
    expect(text).toMatch(/✓ \d+ passed {3}✗ \d+ broken .*! \d+ could not be checked\n? .*» \d+ not run/s);
  });

  it('fills a bar as far as the score goes', () => {
    expect(show(perfect)).toMatch(/100% {2}█{40}\n/);
    const none = envelopeFor({ verdict: () => ({ status: 'absent', evidence: 'x -> 404' }) });
    expect(show(none)).toMatch(/ 0% {2}░{40}\n/);
  });

  it('names endpoint, site type and a stored result where there is one', () => {
    const envelope = envelopeFor({ mcpEndpoint: 'https://site.example/mcp', siteType: 'api' });
    const stored = { ...envelope, freshness: { ...envelope.freshness, cached: true } };
    expect(show(stored).replace(/\s+/g, ' ')).toContain(
      `UTC (stored) · standard 0.5.0, rules ${RULES} · site type api MCP endpoint https://site.example/mcp`,
    );
  });

  it('groups the checks by category, with what passed of what counts', () => {
    const text = show();
    for (const { name, passed, counted } of mixed.scorecard.categories) {
      expect(block(text, name)[0]).toContain(`${passed} of ${counted} passed`);
      expect(block(text, name)[0]).toMatch(passed === counted ? /PASS$/ : /\d+ of \d+ passed(?:, .*)?$/);
    }
    expect(block(show(perfect), 'API')[0]).toMatch(/^ {2}API +5 of 5 passed {2}PASS$/);
  });

  it('shows status by glyph and word, title and id; of a failure what is the matter, evidence, fix, gain and level', () => {
    const { results } = mixed.scorecard;
    const passed = results.find(({ status }) => status === 'pass')?.id;
    expect(show()).toMatch(new RegExp(`^ {2}✓ PASS +The ${passed} surface works\\s+${passed}$`, 'm'));
    const seen = envelopeFor({ verdict: everySeenStatus });
    const broken = results.find(({ status }) => status === 'broken');
    expect(show()).not.toMatch(/score then|%\n/);
    expect(show(seen)).toMatch(
      new RegExp(
        `✗ BROKEN +${broken && headlineOf(broken)}(?: +|\\n +)${broken?.id}.*\\n {6}Seen {2}https://site\\.example/x -> 200 \\(broken\\)\\n {6}Fix {3}Publish.*\\n {6}Gain {2}\\+[\\d.]+ points? · (?:MUST|SHOULD|MAY)\\n`,
      ),
    );
  });

  it('folds what does not apply or was not run into a line, unless verbose', () => {
    const quiet = show();
    const loud = show(mixed, { verbose: true });
    for (const { id, status } of mixed.scorecard.results) {
      expect(loud, id).toContain(id);
      if (status === 'n_a' || status === 'skip') expect(quiet.split(/\s+/), id).not.toContain(id);
    }
    expect(quiet).toMatch(/– \d+ not applicable here, \d+ optional and not implemented, \d+ not run\n/);
    expect(loud).not.toMatch(/optional and not implemented/);
    expect((loud.match(/ Seen /g) ?? []).length).toBe(CHECK_COUNT);
    expect(quiet).toContain('--verbose');
    expect(loud).not.toContain('--verbose');
  });

  it('leaves out categories of which nothing was run', () => {
    const envelope = envelopeFor({
      verdict: ({ id }): VerdictInWords => ({
        status: id === 'robots' ? 'pass' : 'skip',
        evidence: 'left out by the caller',
      }),
    });
    expect(block(show(envelope), 'Discoverability')).toHaveLength(4);
    expect(block(show(envelope), 'API')).toEqual([]);
    expect(block(show(envelope, { verbose: true }), 'API')).not.toEqual([]);
  });

  it('says what to fix first, what each fix recovers and where all of them lead', () => {
    const seen = envelopeFor({ verdict: everySeenStatus });
    const text = show(seen);
    const { advice, reachable } = adviceFor(seen.scorecard);
    const lines = block(text, 'Fix first');
    expect(lines[0]).toMatch(/Fix first +score then$/);
    const [first] = advice;
    expect(lines[2]).toMatch(
      new RegExp(
        `^ {2}1\\. ${first && headlineOf(first.failure)} +\\+${first?.points} points +${first?.after?.relative}%$`,
      ),
    );
    expect(lines[3]).toContain(`· ${first?.failure.id}`);
    expect(lines.at(-1)).toContain(`and ${advice.length - 5} more, above`);
    expect(text).toContain(`With all ${advice.length} fixed, if nothing else changes:`);
    const { score } = seen.scorecard;
    expect(text.replace(/\s+/g, ' ')).toContain(
      `${score.relative}% → ${reachable?.relative}% of what applies, ${score.global}% → ${reachable?.global}%`,
    );
    expect(show(perfect)).not.toContain('Fix first');
  });

  it('says of one fix what it recovers', () => {
    const envelope = envelopeFor({
      verdict: ({ id }): VerdictInWords =>
        ({
          status: id === 'openapi' ? 'pass' : id === 'web-bot-auth' ? 'noncompliant' : 'n_a',
          evidence: 'x',
          reason: 'antecedent-unmet',
        }) as VerdictInWords,
    });
    expect(show(envelope)).toMatch(/1\. The directory of keys is served .* \+1 point +100%\n/);
    expect(show(envelope).replace(/\s+/g, ' ')).toMatch(
      /With this one fixed, if nothing else changes: \d+% → 100% of what applies, \d+% → \d+% of/,
    );
  });

  it('ends with where to read on', () => {
    expect(show()).toMatch(/Guides +https:\/\/catalog\.example\/fix\/<check>\n.*--output json.*\n\n$/s);
    expect(show()).not.toContain('explain');
  });

  it('names the next commands, and no address where nothing is', () => {
    const first = adviceFor(mixed.scorecard).advice[0]?.failure.id;
    const text = show({ ...mixed, auditor_url: `${DEFAULT_BASE_URL}/score` }, { program: 'audit' });
    expect(text).toContain(`Next      audit explain ${first}\n            audit fix https://site.example/\n`);
    expect(text).not.toContain('agent-readiness-catalog');
    expect(show(mixed, { program: 'audit', judged: 'my site.har' })).toContain("audit fix 'my site.har'\n");
    expect(show(perfect, { program: 'audit' })).not.toContain('Next');
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

  it('colour adds escape sequences and nothing else', () => {
    for (const envelope of [mixed, perfect, hostile]) {
      for (const width of [60, 120]) {
        const colored = show(envelope, { color: true, width });
        expect(colored).toContain('\u001b[');
        expect(stripVTControlCharacters(colored)).toBe(show(envelope, { width }));
      }
    }
  });

  it('nothing of the site is interpreted', () => {
    expect(show(hostile)).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
    expect(show(hostile, { color: true }).replace(/\p{Cc}\[\d+m/gu, '')).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  });
});
