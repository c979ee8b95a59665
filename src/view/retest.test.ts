import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { CheckId } from '../definitions/index.ts';
import { renderRetestMarkdown, renderRetestText, retestSummary } from '../render/retest.ts';
import { envelopeFor, type VerdictInWords } from '../testing/envelopes.ts';
import { failingNow, retestableOf, retestOf } from './retest.ts';

type Said = Partial<Record<CheckId, VerdictInWords['status']>>;

/** A scorecard in which these checks say this, and all others pass. */
const card = (said: Said, target = 'site.example', evidence = 'seen') =>
  envelopeFor({
    target,
    verdict: ({ id }): VerdictInWords => {
      const status = said[id as CheckId] ?? 'pass';
      return status === 'n_a' ? { status, reason: 'antecedent-unmet', evidence } : { status, evidence };
    },
  });

const before = card({
  'llms-txt': 'absent',
  'llms-txt-links': 'n_a',
  robots: 'broken',
  sitemap: 'error',
});
const known = retestableOf(before);

describe('what is tested again', () => {
  it('is what failed, and what did not apply for want of it', () => {
    expect(known).toEqual({ failed: ['robots', 'llms-txt'], dependent: ['llms-txt-links'], unknown: [] });
    // A new API description brings checks of other categories, too.
    expect(retestableOf(card({ robots: 'broken', 'mcp-get-fast-fail': 'n_a' }))).toMatchObject({
      dependent: ['mcp-get-fast-fail'],
    });
    expect(retestableOf(card({ 'mcp-get-fast-fail': 'n_a' })).dependent).toEqual([]);
  });

  it('may be some of it', () => {
    expect(retestableOf(before, (id) => ['robots', 'sitemap'].includes(id))).toEqual({
      failed: ['robots'],
      dependent: [],
      unknown: [],
    });
  });

  it('leaves out what this version does not have', () => {
    const results = before.scorecard.results.map((one) =>
      one.id === 'robots' ? { ...one, id: 'gone' } : one,
    );
    const older = { ...before, scorecard: { ...before.scorecard, results } };
    expect(retestableOf(older)).toMatchObject({ failed: ['llms-txt'], unknown: ['gone'] });
  });
});

describe('what a retest finds', () => {
  it.each<[Said, string[], number]>([
    [{}, ['fixed robots', 'fixed llms-txt', 'new_pass llms-txt-links'], 0],
    [{ 'llms-txt-links': 'broken' }, ['new_failure llms-txt-links', 'fixed robots', 'fixed llms-txt'], 1],
    [{ 'llms-txt': 'broken', 'llms-txt-links': 'n_a' }, ['worse llms-txt', 'fixed robots'], 1],
    [{ robots: 'noncompliant', 'llms-txt-links': 'skip' }, ['failing robots', 'fixed llms-txt'], 1],
    [
      { robots: 'error', 'llms-txt': 'n_a', 'llms-txt-links': 'n_a' },
      ['unseen robots', 'not_applicable llms-txt'],
      0,
    ],
  ])('%j is %j', (said, outcomes, failing) => {
    const found = retestOf(before, card(said), known);
    expect(found.checks.map(({ outcome, now }) => `${outcome} ${now.id}`)).toEqual(outcomes);
    expect(failingNow(found)).toBe(failing);
  });

  it('is told in a sentence, by groups, and as partial', () => {
    const found = retestOf(before, card({ 'llms-txt': 'error' }), known);
    expect(retestSummary(found)).toBe('1 fixed, nothing fails, 1 could not be seen');
    const text = renderRetestText(found, { color: false, width: 80 });
    expect(text).toMatch(
      /Could not be seen \(1\)[\s\S]*MISSING → ERROR[\s\S]*Fixed \(1\)[\s\S]*BROKEN → PASS/,
    );
    for (const form of [text, renderRetestMarkdown(found)])
      expect(form.replace(/\s+/g, ' ')).toContain('gives no score');
  });

  it('is of one site at another address, too', () => {
    const found = retestOf(before, card({}, 'preview.example'), known);
    expect(found.checks.map(({ cause }) => cause)).toEqual(['site', 'site', 'site']);
    expect(renderRetestMarkdown(found)).toContain('of site.example of');
  });

  it('shows a hostile site’s words as words', () => {
    const evil = 'x\n# Heading\n- item <b>\u001b[31m';
    const results = card({ robots: 'broken' }).scorecard.results.map((one) => ({
      ...one,
      label: evil,
      evidence: evil,
    }));
    const found = retestOf(
      before,
      { ...before, target: evil, scorecard: { ...before.scorecard, results } },
      known,
    );
    const text = renderRetestText(found, { color: false, width: 80 });
    const markdown = renderRetestMarkdown(found);
    expect(text + markdown).not.toContain('\u001b');
    expect(text).not.toMatch(/^# Heading/m);
    expect(markdown).not.toMatch(/^# Heading|^- item/m);
    expect(new MarkdownIt({ html: true }).render(markdown)).not.toContain('<b>');
  });
});
