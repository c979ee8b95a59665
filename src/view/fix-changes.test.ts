import { describe, expect, it } from 'vitest';
import { definitions } from '../definitions/index.ts';
import { FIX_CHANGES, type FixChange, inOrder } from './fix-changes.ts';

describe('the changes', () => {
  it('have every check once', () => {
    expect(FIX_CHANGES.flatMap(({ checks }) => checks).toSorted()).toEqual(
      definitions.map(({ id }) => id).toSorted(),
    );
    expect(new Set(FIX_CHANGES.map(({ id }) => id)).size).toBe(FIX_CHANGES.length);
  });

  it.each(FIX_CHANGES)('$id has guides only of its own, and comes after changes that are there', (change) => {
    const standing = Object.entries(change.standsFor ?? {}).flatMap(([guide, others]) => [guide, ...others]);
    expect(change.checks).toEqual(expect.arrayContaining(standing));
    expect(FIX_CHANGES.map((one) => one.id)).toEqual(expect.arrayContaining([...(change.after ?? [])]));
  });

  it('can be ordered: none waits for itself', () => {
    const order = inOrder(FIX_CHANGES.map((change) => ({ change }))).map(({ change }) => change.id);
    for (const { id, after = [] } of FIX_CHANGES)
      for (const earlier of after) expect(order.indexOf(earlier)).toBeLessThan(order.indexOf(id));
  });
});

describe('the order', () => {
  const changed = (...ids: string[]) =>
    inOrder(ids.map((id) => ({ change: FIX_CHANGES.find((one) => one.id === id) as FixChange }))).map(
      ({ change }) => change.id,
    );
  it.each([
    ['what gains most first', ['llms-txt', 'sitemap'], ['llms-txt', 'sitemap']],
    [
      'a 404 after what it leads on to',
      ['unknown-pages', 'sitemap', 'llms-txt'],
      ['sitemap', 'llms-txt', 'unknown-pages'],
    ],
    ['a Link header after the card', ['response-headers', 'mcp-card'], ['mcp-card', 'response-headers']],
    [
      'a card after the endpoint',
      ['mcp-card', 'robots-txt', 'mcp-server'],
      ['mcp-server', 'mcp-card', 'robots-txt'],
    ],
    ['robots.txt after its sitemap', ['robots-txt', 'sitemap'], ['sitemap', 'robots-txt']],
    ['waits for nothing that is not in it', ['unknown-pages', 'oauth'], ['unknown-pages', 'oauth']],
  ])('%s', (_, given, expected) => expect(changed(...given)).toEqual(expected));
});
