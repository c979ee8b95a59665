import { expect, it } from 'vitest';
import { platformsSeen } from './platforms.ts';

type Root = Parameters<typeof platformsSeen>[0];
const root = (headers: readonly (readonly [string, string])[], generator?: string) =>
  ({ state: 'found', answer: { headers }, value: { html: { generator }, links: [] } }) as unknown as Root;

it.each([
  [[['server', 'nginx/1.29.3']], undefined, ['nginx']],
  [[['server', 'Apache/2.4.66 (Debian)']], 'WordPress 6.9', ['apache', 'wordpress']],
  [
    [
      ['x-powered-by', 'Next.js'],
      ['server', 'nginx'],
    ],
    undefined,
    ['nginx', 'nextjs'],
  ],
  [[['x-powered-by', 'Express']], 'Hugo 0.152.2', ['express', 'hugo']],
  [
    [
      ['server', 'nginxy'],
      ['x-powered-by', 'PHP/8.5'],
    ],
    'Astrology',
    [],
  ],
  [[['server', 'cloudflare']], 'astro v6.0.0', ['astro']],
] as const)('%j and the generator %s show %j', (headers, generator, ids) => {
  const seen = platformsSeen(root(headers, generator));
  expect(seen.map(({ id }) => id)).toEqual(ids);
  for (const { by } of seen) {
    // Nothing that differs with a version.
    expect(by).not.toMatch(/\d\./);
  }
});

it('nothing is known of a page that was not seen', () => {
  expect(platformsSeen(undefined)).toEqual([]);
  expect(platformsSeen({ state: 'absent', evidence: [] })).toEqual([]);
});
