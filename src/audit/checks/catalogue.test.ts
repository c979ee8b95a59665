import { describe, expect, it } from 'vitest';
import { examplesOf } from '../examples/index.ts';
import { checks } from './index.ts';

const FAILING = ['absent', 'broken', 'noncompliant'];

describe('the checks', () => {
  it('have names, and titles of what passes and of what fails, that tell them apart', () => {
    const titles = checks.flatMap(({ label, passes, fails }) => [passes ?? label, fails]);
    expect(new Set(checks.map(({ label }) => label)).size).toBe(checks.length);
    expect(new Set(titles).size).toBe(2 * checks.length);
  });
});

describe.each(checks.map((check) => [check.id, check] as const))('%s', (_id, check) => {
  it('says what it is, what it is for, what to change and where that is specified', () => {
    expect(check.label.length).toBeGreaterThanOrEqual(8);
    expect(check.goal.length).toBeGreaterThanOrEqual(10);
    expect(check.fix.length).toBeGreaterThanOrEqual(20);
    expect(check.resources.length).toBeGreaterThanOrEqual(1);
    for (const { label, url } of check.resources) {
      expect(label).not.toBe('');
      expect(new URL(url).protocol).toBe('https:');
    }
    for (const title of [check.passes ?? check.label, check.fails]) {
      expect(title).toMatch(/^(?:[A-Z]|[a-z-]+\.txt ).*[^.]$/);
      expect(title.length, title).toBeLessThanOrEqual(60);
    }
    expect(check.passes, 'left out where the label says it').not.toBe(check.label);
    for (const text of [check.label, check.goal, check.fix, check.fails, check.passes ?? '']) {
      expect(text, 'one line, no space at its ends').toBe(text.replace(/\s+/g, ' ').trim());
      expect((text.match(/`/g) ?? []).length % 2, `code is closed: ${text}`).toBe(0);
    }
    expect(check.label).not.toMatch(/\.$/);
    expect(check.goal).toMatch(/\.$/);
    expect(check.fix).toMatch(/\.$/);
  });

  it('has examples of passing and of failing, each with its own title', () => {
    const expected = examplesOf(check.id).map(({ expect: status }) => status);
    expect(expected).toContain('pass');
    const optional = examplesOf(check.id).some(({ reason }) => reason === 'optional-absent');
    expect(optional || expected.some((status) => FAILING.includes(status))).toBe(true);
    const titles = examplesOf(check.id).map(({ title, expect: status }) => `${status}: ${title}`);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
