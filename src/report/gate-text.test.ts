import { describe, expect, it } from 'vitest';
import type { GateOutcome, GateResult } from './gate/evaluate.ts';
import { renderChangesText, renderGateMarkdown, renderGateText } from './gate-text.ts';

const OPTIONS = { color: false, width: 80, verbose: false, program: 'agent-readiness' };

function outcomeOf(parts: Partial<GateOutcome>, results: readonly GateResult[] = []): GateOutcome {
  return {
    passed: false,
    failOn: ['broken'],
    reasons: [],
    noVerdict: [],
    warnings: [],
    ...parts,
    results: new Map(results.map((one) => [one.check, one])),
  };
}

describe('the text of the gate', () => {
  const failed = outcomeOf(
    {
      reasons: ['robots is broken.'],
      warnings: ['The waiver of openapi ends today.'],
      baseline: 'example.com',
    },
    [
      { check: 'robots', status: 'broken', disposition: 'fails', reason: 'robots is broken.' },
      {
        check: 'openapi',
        status: 'broken',
        disposition: 'waived',
        reason: 'openapi is broken; accepted until 2026-12-31: later',
      },
      {
        check: 'llms-txt',
        status: 'broken',
        disposition: 'known',
        reason: 'llms-txt is broken; the baseline knows it.',
      },
      {
        check: 'sitemap',
        status: 'absent',
        disposition: 'allowed',
        reason: 'sitemap is absent; nothing concerns it.',
      },
    ],
  );

  it('gives the reasons, the accepted failures, the warnings and the next command', () => {
    expect(renderGateText(failed, OPTIONS)).toBe(
      [
        '  Gate failed: 1 reason (it fails on: broken)',
        `  ${'─'.repeat(78)}`,
        '  ✗ robots is broken.',
        '  ~ Waived: openapi is broken; accepted until 2026-12-31: later',
        '  = Known from the baseline of example.com (1): llms-txt (broken).',
        '  ! The waiver of openapi ends today.',
        '',
        '  Next: agent-readiness explain robots',
        '',
        '',
      ].join('\n'),
    );
    expect(renderGateMarkdown(failed)).toBe(
      [
        '',
        '## Gate failed: 1 reason (it fails on: broken)',
        '',
        '- robots is broken.',
        '- Waived: openapi is broken; accepted until 2026-12-31: later',
        '- Known from the baseline of example\\.com (1): llms-txt (broken).',
        '- Warning: The waiver of openapi ends today.',
        '',
      ].join('\n'),
    );
  });

  it('states in words whether the gate passed, failed or has no verdict', () => {
    const headline = (outcome: GateOutcome) =>
      renderGateText(outcome, OPTIONS)
        .trimStart()
        .split(/[:(\n]/)[0]
        ?.trim();
    expect(headline(outcomeOf({ passed: true }))).toBe('Gate passed');
    expect(headline(failed)).toBe('Gate failed');
    expect(headline(outcomeOf({ noVerdict: ['robots'] }))).toBe('Gate without a verdict');
    expect(renderGateText(outcomeOf({ noVerdict: ['robots'] }), OPTIONS)).toContain(
      'Required, but could not be tested: robots.',
    );
  });

  it('counts the checks if one reason covers several', () => {
    const results = ['robots', 'sitemap'].map(
      (check) => ({ check, status: 'broken', disposition: 'fails', reason: 'x' }) satisfies GateResult,
    );
    expect(renderGateText(outcomeOf({ reasons: ['x'] }, results), OPTIONS)).toContain(
      'Gate failed: 1 reason, 2 checks (it fails on: broken)',
    );
  });

  it('lists ten reasons, or all with --verbose', () => {
    const many = outcomeOf({ reasons: Array.from({ length: 12 }, (_, i) => `c${i} is broken.`) });
    expect(renderGateText(many, OPTIONS)).toContain('✗ and 2 more');
    expect(renderGateText(many, { ...OPTIONS, verbose: true })).toContain('c11 is broken.');
  });

  it('escapes hostile text in a configuration or a baseline', () => {
    const hostile = '\u001b[2J\u202e</x>](http://x) ::error::';
    const change = { check: 'x', title: hostile, from: 'pass', to: 'absent' } as const;
    const changes = { worse: [change], better: [], newly_applies: [] };
    const outcome = outcomeOf({ reasons: [hostile], warnings: [hostile], baseline: hostile, changes }, [
      { check: 'a', status: 'absent', disposition: 'waived', reason: hostile },
      { check: 'b', status: 'absent', disposition: 'known', reason: hostile },
    ]);
    const text = renderChangesText(outcome, OPTIONS) + renderGateText(outcome, OPTIONS);
    const md = renderGateMarkdown(outcome);
    for (const unsafe of ['\u001b', '\u202e']) expect(text + md).not.toContain(unsafe);
    for (const unsafe of ['</x>', '](http:', '\n::']) expect(md).not.toContain(unsafe);
  });
});
