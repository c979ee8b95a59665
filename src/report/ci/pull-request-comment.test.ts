import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { envelopeFor, type VerdictInWords } from '../../testing/envelopes.ts';
import { reportFor } from '../../testing/report.ts';
import type { GateOutcome } from '../gate/evaluate.ts';
import { COMMENT_MARK, MAX_COMMENT, renderComment } from './pull-request-comment.ts';

const PASS: VerdictInWords = { status: 'pass', evidence: 'https://site.example/ -> 200' };
const audited = (
  verdicts: Readonly<Record<string, VerdictInWords>>,
  parts: Parameters<typeof envelopeFor>[0] = {},
) => envelopeFor({ verdict: ({ id }) => verdicts[id] ?? PASS, ...parts });

const BASE = audited({
  robots: { status: 'absent', evidence: 'https://site.example/robots.txt -> 404' },
  openapi: { status: 'absent', evidence: 'none' },
  webmcp: { status: 'n_a', reason: 'antecedent-unmet', evidence: 'no HTML' },
});
const HEAD = audited({
  'llms-txt': { status: 'broken', evidence: 'https://site.example/llms.txt -> 500' },
  openapi: { status: 'absent', evidence: 'none' },
  webmcp: { status: 'broken', evidence: 'a form without a name' },
  sitemap: { status: 'error', evidence: 'no answer' },
});

describe('a comment', () => {
  const text = renderComment(reportFor({ envelope: HEAD, base: BASE }));

  it('begins with the mark that identifies it, and compares the scores with those of the base', () => {
    expect(text.startsWith(`${COMMENT_MARK}\n\n## Agent readiness of site.example: `)).toBe(true);
    expect(text).toMatch(/\| Relative score \| \d+% \| \*\*\d+%\*\* \| [+-]?\d+ \|/);
  });

  it('lists what got worse, then what got better, then what still fails', () => {
    const order = [
      '### Worse (1)',
      '### Better (1)',
      '### Newly applies (1)',
      'Neither better nor worse: 1 check',
      'Still failing: 1 check',
      'Could not be tested: 1 check',
    ];
    const at = order.map((heading) => text.indexOf(heading));
    expect(
      at.every((one) => one > 0),
      text,
    ).toBe(true);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(text).toContain('- PASS → **BROKEN** [');
    expect(text).toContain('- MISSING → **PASS** ');
  });

  it('distinguishes a missing optional feature from a check that does not apply', () => {
    const none: VerdictInWords = { status: 'n_a', reason: 'optional-absent', evidence: 'none' };
    const report = reportFor({ envelope: audited({ webmcp: none }), base: audited({}) });
    expect(renderComment(report)).toContain('- PASS → **OPTIONAL** ');
  });

  it('shows the command that repeats one check', () => {
    expect(text).toMatch(/audit-for-agents https:\/\/site\.example --only (?:llms-txt|openapi) --verbose/);
  });

  it('says why the gate fails, and lists failures accepted by waivers', () => {
    const gate = {
      passed: false,
      reasons: ['llms-txt is broken.'],
      warnings: ['A waiver ends tomorrow.'],
      noVerdict: [],
      results: new Map([
        ['llms-txt', { check: 'llms-txt', disposition: 'fails', reason: 'It is broken.' }],
        [
          'openapi',
          {
            check: 'openapi',
            disposition: 'waived',
            reason: 'Waived.',
            waiver: { check: 'openapi', reason: 'In May.', expires: '2027-05-01' },
          },
        ],
      ]),
    } as unknown as GateOutcome;
    const gated = renderComment(reportFor({ envelope: HEAD, base: BASE, gate }));
    expect(gated).toContain('## ❌ Agent readiness of site.example: ');
    expect(gated).toContain('\n- llms-txt is broken\\.\n'.replace('\\', ''));
    expect(gated).toContain('**fails the gate**');
    expect(gated).toContain('Waived: In May.');
    expect(gated).toContain('> A waiver ends tomorrow.');
    const passed = renderComment(reportFor({ envelope: HEAD, gate: { ...gate, passed: true, reasons: [] } }));
    expect(passed).toContain('## ✅ ');
  });

  it('says that a site could not be audited, and that this is not a verdict on the site', () => {
    const problem = { kind: 'target_unreachable', message: 'No answer.', exitCode: 69 };
    const none = renderComment({
      ...reportFor({ envelope: HEAD }),
      site: { target: 'gone.example', url: 'https://gone.example/', problem },
    });
    expect(none).toMatch(/^<!-- agent-readiness -->\n\n## .*could not be audited/);
    expect(none).toContain('says nothing about the site');
  });

  it('is cut to the length that GitHub accepts, and says so', () => {
    const evil = `<details>\`${'漢'.repeat(1000)}`;
    const long = envelopeFor({ verdict: () => ({ status: 'broken', evidence: evil }) });
    const cut = renderComment(reportFor({ envelope: long, base: HEAD }));
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(MAX_COMMENT);
    expect(cut).toMatch(/more, cut/);
  });

  it('renders text from a site as text: no markup, no links, no mentions', () => {
    const evil = '</details> <img src=x> [x](https://evil.example) @admin #12 `` ``` --> www.evil.example';
    const label = 'The label @admin #12 <b>x</b> [x](https://evil.example)';
    const envelope = audited({ robots: { status: 'absent', evidence: evil } });
    for (const result of envelope.scorecard.results) Object.assign(result, { label, finding: evil });
    const hostile = renderComment(reportFor({ envelope, base: HEAD }));
    const tokens = new MarkdownIt({ html: true, linkify: true }).parse(hostile, {});
    const inline = tokens.flatMap(({ children }) => children ?? []);
    const links = inline.filter(({ type }) => type === 'link_open').map((token) => token.attrGet('href'));
    expect(links.every((href) => String(href).startsWith('https://catalog.example/fix/'))).toBe(true);
    expect(inline.filter(({ type }) => type === 'html_inline' || type === 'image')).toEqual([]);
    const blocks = tokens.filter(({ type }) => type === 'html_block').map(({ content }) => content.trim());
    for (const block of blocks)
      expect(block).toMatch(/^(?:<!-- agent-readiness -->|<\/?details>|<summary>[\w :,]+<\/summary>)$/);
    const shown = inline.filter(({ type }) => type === 'text').map(({ content }) => content);
    for (const text of shown) expect(text).not.toMatch(/[@#](?=[a-z\d])/i);
  });
});
