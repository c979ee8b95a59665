import { describe, expect, it } from 'vitest';
import { envelopeFor, everyStatus } from '../testing/envelopes.ts';
import type { AuditedSite } from '../view/audits.ts';
import { renderAudits } from './audits.ts';
import { renderAuditsMarkdown } from './markdown/audits.ts';

const envelope = envelopeFor({ verdict: everyStatus });
const HOSTILE = 'a\u001b[31m wall\n::error::x\u202e <script>alert(1)</script> | [x](javascript:alert(1))';
const SITES: readonly AuditedSite[] = [
  { target: 'good.example', envelope },
  {
    target: 'low.example',
    envelope,
    problem: { kind: 'below_threshold', message: 'The score is too low.', details: undefined },
  },
  {
    target: 'walled.example',
    problem: {
      kind: 'target_blocked',
      message: `walled.example refuses: ${HOSTILE}`,
      details: { wall: HOSTILE, evidence: HOSTILE, requests: 3 },
    },
  },
  {
    target: `${'long-'.repeat(12)}name.example`,
    problem: { kind: 'interrupted', message: 'The run was interrupted.', details: undefined },
  },
];

describe('several audits', () => {
  it('counts the ends that they came to, and gives each site a row', () => {
    const text = renderAudits(SITES, { color: false, width: 100 });
    const { relative, global } = envelope.scorecard.score;
    expect(text).toContain('4 sites: 1 audited, 1 below what is asked, 2 without a verdict');
    expect(text).toMatch(new RegExp(`good\\.example +${relative} +${global} +\\d+ +\\d+ +audited`));
    expect(text).toMatch(/low\.example .* below what is asked/);
    expect(text).toMatch(/walled\.example +– +– +– +– +could not be/);
    expect(text).toContain('low.example: The score is too low.');
  });

  it.each([1, 40, 60, 80, 200])('keeps to the terminal at %i columns', (width) => {
    const lines = renderAudits(SITES, { color: false, width }).split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(Math.max(40, width));
  });

  it('lets no text of a site act on a terminal or as Markdown', () => {
    const text = renderAudits(SITES, { color: false, width: 80 });
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e|^::/mu);
    const md = renderAuditsMarkdown(SITES);
    expect(md).not.toMatch(/[^\P{Cc}\n]|\u202e|^::|<script|(?<!\\)\]\(javascript/mu);
    expect(md.split('\n').filter((line) => line.startsWith('| walled'))).toHaveLength(1);
  });

  it('puts every scorecard under one title in Markdown', () => {
    const md = renderAuditsMarkdown(SITES);
    expect(md.match(/^# /gm)).toHaveLength(1);
    expect(md.match(/^### Categories$/gm)).toHaveLength(2);
  });
});
