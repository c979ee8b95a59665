import { describe, expect, it } from 'vitest';
import { catalogueEntries } from '../contract/catalogue.ts';
import { probes } from '../probes/index.ts';
import { CATEGORIES, CHECK_COUNT } from '../scorecard/schema.ts';
import { checkById, checks } from './index.ts';

const FAILING = ['absent', 'broken', 'noncompliant'];

describe('the checks', () => {
  it('are those of the contract, each once', () => {
    const ids = checks.map(({ id }) => id);
    expect(ids.toSorted()).toEqual(catalogueEntries.map(({ id }) => id).toSorted());
    expect(ids).toHaveLength(CHECK_COUNT);
    expect(new Set(ids).size).toBe(CHECK_COUNT);
  });

  it('stand in the order of their categories', () => {
    const order = checks.map(({ category }) => CATEGORIES.findIndex(({ id }) => id === category));
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });

  it('have titles that tell them apart', () => {
    expect(new Set(checks.map(({ label }) => label)).size).toBe(checks.length);
  });

  it('are found by id', () => {
    for (const check of checks) expect(checkById(check.id)).toBe(check);
    expect(checkById('no-such-check')).toBeUndefined();
  });
});

describe.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
  it('has the category, level and principle of the contract', () => {
    const { category, keyword, principle } = check;
    const entry = catalogueEntries.find((one) => one.id === id);
    expect({ id, category, keyword, principle }).toEqual({
      id,
      category: entry?.category,
      keyword: entry?.keyword,
      principle: entry?.principle,
    });
  });

  it('says what it is, what it is for, what to change and where that is specified', () => {
    expect(check.label.length).toBeGreaterThanOrEqual(8);
    expect(check.goal.length).toBeGreaterThanOrEqual(10);
    expect(check.fix.length).toBeGreaterThanOrEqual(20);
    expect(check.resources.length).toBeGreaterThanOrEqual(1);
    for (const { label, url } of check.resources) {
      expect(label).not.toBe('');
      expect(new URL(url).protocol).toBe('https:');
    }
    for (const text of [check.label, check.goal, check.fix]) {
      expect(text, 'one line, no space at its ends').toBe(text.replace(/\s+/g, ' ').trim());
      expect((text.match(/`/g) ?? []).length % 2, `code is closed: ${text}`).toBe(0);
    }
    expect(check.label).not.toMatch(/\.$/);
    expect(check.goal).toMatch(/\.$/);
    expect(check.fix).toMatch(/\.$/);
  });

  it('names evidence that a probe finds, each once', () => {
    const keys = [...check.needs, ...check.uses];
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) expect(probes[key], key).toBeTypeOf('function');
  });

  it('has examples of passing and of failing, each with its own title', () => {
    const expected = check.examples.map(({ expect: status }) => status);
    expect(expected).toContain('pass');
    const optional = check.examples.some(({ reason }) => reason === 'optional-absent');
    expect(optional || expected.some((status) => FAILING.includes(status))).toBe(true);
    const titles = check.examples.map(({ title, expect: status }) => `${status}: ${title}`);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
