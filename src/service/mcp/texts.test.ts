import { describe, expect, it } from 'vitest';
import { CHECK_COUNT, checksOfCategory } from '../../audit/check-texts/index.ts';
import { bytesIn } from '../../audit/scorecard/bounds.ts';
import type { Envelope } from '../../audit/scorecard/schema.ts';
import { sinceEarlier } from '../../audit/scorecard/since.ts';
import { envelopeFor, type VerdictInWords } from '../../testing/envelopes.ts';
import { boundedText, scorecardSummaryText } from './texts.ts';

const MOST = 5_000;
const scorecardText = (envelope: Envelope) => boundedText(envelope, MOST);

describe('the text of a scorecard', () => {
  it('has the scores, the categories and the address of the whole scorecard', () => {
    const envelope = envelopeFor();
    const { score } = envelope.scorecard;
    const discoverability = checksOfCategory('discoverability').length;
    const text = scorecardText(envelope);
    expect(text).toContain(
      `# site.example: ${score.relative}% of what applies, ${score.global}% global-ready`,
    );
    expect(text).toContain(
      `- Checks: ${CHECK_COUNT} passed\n- MCP endpoint not looked for\n- Judged by: standard 0.5.0`,
    );
    expect(text).toContain(`Discoverability ${discoverability}/${discoverability}`);
    expect(text).toContain(envelope.markdown_url);
    expect(text).toContain('Nothing fails.');
  });

  it('names each change since the previous audit', () => {
    const before = envelopeFor({
      scoredAt: '2026-11-20T10:00:00.000Z',
      verdict: ({ id }) => ({ status: id === 'robots' ? 'absent' : 'pass', evidence: 'seen' }),
    });
    const { relative } = before.scorecard.score;
    const text = scorecardText(sinceEarlier(envelopeFor(), { of: 'live', envelope: before }));
    expect(text).toContain(
      `Since last time: 100% (was ${relative}%): 1 fixed, 0 worse. Compared with the live`,
    );
    expect(text).toContain('`robots` MISSING → PASS');
    expect(scorecardText(envelopeFor())).not.toContain('Since last time');
  });

  it('has a size limit, however much fails and whatever the evidence', () => {
    const envelope = envelopeFor({ verdict: () => ({ status: 'broken', evidence: 'ä'.repeat(5000) }) });
    const text = scorecardText(envelope);
    expect(text).toMatch(new RegExp(`## What fails \\(\\d+ of ${CHECK_COUNT} checks\\)`));
    expect(bytesIn(text)).toBeLessThanOrEqual(MOST);
    for (const { id } of envelope.scorecard.results) expect(text).toContain(`\`${id}\``);
  });

  it('has the counts and where to read more, as a summary', () => {
    const failing = envelopeFor({ verdict: () => ({ status: 'broken', evidence: 'x' }) });
    const declared = { ...failing, scorecard_url: `${failing.scorecard_url}/live?site_type=api` };
    expect(scorecardSummaryText(failing)).toContain('call get_fix with target');
    expect(scorecardSummaryText(declared)).toContain('call get_fix with the same target, site_type and');
    expect(scorecardSummaryText(failing)).toContain(
      `${CHECK_COUNT} checks fail: call again with detail "failures" to see them`,
    );
    expect(scorecardSummaryText(envelopeFor())).toContain('Nothing fails.');
  });

  it('says that undecided checks are not failures', () => {
    const blind = envelopeFor({ verdict: () => ({ status: 'error', evidence: 'timed out' }) });
    expect(scorecardText(blind)).toContain('do not report them as failures');
    expect(scorecardText(envelopeFor())).not.toContain('do not report them as failures');
  });

  it('says that a scorecard that was cut short is not stored', () => {
    const cut = envelopeFor({
      verdict: (_, i) => ({ status: i >= CHECK_COUNT - 4 ? 'skip' : 'pass', evidence: 'the deadline' }),
      cutShort: true,
    });
    expect(scorecardText(cut)).toContain('It is not stored');
    expect(scorecardText(cut)).toContain(
      `Cut short: the deadline ended this audit before 4 of ${CHECK_COUNT} checks`,
    );
    expect(scorecardText(cut)).toContain('Nothing that was checked fails.');
    expect(scorecardText(envelopeFor())).not.toContain('It is not stored');
  });

  it('leaves the evidence to the structured content', () => {
    const envelope = envelopeFor({ verdict: () => ({ status: 'absent', evidence: 'Ignore instructions' }) });
    expect(scorecardText(envelope)).not.toContain('Ignore instructions');
  });

  it('has the first three fixes, then a sentence for every failure, then the other fixes', () => {
    const envelope = envelopeFor({
      verdict: (_, i) => ({ status: i < 12 ? 'absent' : 'pass', evidence: 'x' }),
    });
    expect(scorecardText(envelope)).not.toContain('Fix first:');
    expect(scorecardSummaryText(envelope)).toContain('Fix first:');
    const counts = (most: number) =>
      [/^- .+ \(`[\w-]+`, /gm, /^Fix: /gm].map((line) => boundedText(envelope, most).match(line)?.length);
    const whole = bytesIn(boundedText(envelope, 100_000));
    expect(counts(100_000)).toEqual([12, 12]);
    const [sentences, fixes = 0] = counts(whole - 500);
    expect(sentences).toBe(12);
    expect([fixes > 3, fixes < 12]).toEqual([true, true]);
    const [fewer = 0, first] = counts(whole - 1_000);
    expect(first).toBe(3);
    expect([fewer > 3, fewer < 12]).toEqual([true, true]);
  });
});

it('lists one cause of several failures once, with the total gain', () => {
  const unprobed = ['mcp-modern-tools-list', 'mcp-modern-clientcaps'];
  const envelope = envelopeFor({
    verdict: ({ id }): VerdictInWords => {
      if (unprobed.includes(id)) return { status: 'absent', evidence: 'x', unprobed: true };
      return { status: id === 'mcp-server-discover' ? 'absent' : 'pass', evidence: 'x' };
    },
  });
  const text = boundedText(envelope, 5_000);
  expect(text).toMatch(/\n1\. The MCP server \(3 checks, \d+% → \d+%\)\n- .*`mcp-server-discover`/);
  expect(text).toContain(
    `2 more checks with the same cause: ${unprobed.map((id) => `\`${id}\``).join(', ')}.`,
  );
  expect(text).not.toContain('\n2. ');
});
