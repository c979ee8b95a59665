import { describe, expect, it } from 'vitest';
import { answer } from '../examples/answers.ts';
import type { Reply } from './reply.ts';
import { auditOrigin, platformsSeen } from './root.ts';

const ASKED = 'https://example.com/';

/** Returns the response of a root that redirected through these URLs. */
function led(urls: readonly string[], lost?: string): Reply {
  const hops = urls.slice(0, -1).map((url) => ({ url, status: 302 }));
  const url = urls.at(-1) ?? ASKED;
  return { kind: 'answer', answer: { ...answer({ status: 302 }), hops, url, ...(lost && { lost }) } };
}

describe('the audited origin', () => {
  it.each<[string, Reply, string]>([
    ['where the root leads', led([ASKED, 'https://docs.example.net/start']), 'https://docs.example.net/'],
    [
      'www, where it loops there for who sends no cookie',
      led([ASKED, 'https://www.example.com/', 'https://www.example.com/?c'], 'redirect loop'),
      'https://www.example.com/',
    ],
    ['not the login that it loops with', led([ASKED, 'https://login.example.net/'], 'redirect loop'), ASKED],
    [
      'as asked where the root fails',
      { kind: 'failed', requestedUrl: ASKED, reason: 'reset', message: '' },
      ASKED,
    ],
  ])('is %s', (_, root, origin) => {
    expect(auditOrigin(ASKED, root).href).toBe(origin);
  });
});

type Root = Parameters<typeof platformsSeen>[0];
const root = (headers: object, generator?: string) =>
  ({
    state: 'found',
    answer: { headers: Object.entries(headers) },
    value: { html: { generator }, links: [] },
  }) as unknown as Root;

it.each<[headers: object, generator: string | undefined, ids: string[]]>([
  [{ server: 'nginx/1.29.3' }, undefined, ['nginx']],
  [{ server: 'Apache/2.4.66 (Debian)' }, 'WordPress 6.9', ['wordpress', 'apache']],
  [{ 'x-powered-by': 'Next.js', server: 'nginx' }, undefined, ['nextjs', 'nginx']],
  [{ 'x-powered-by': 'Express' }, 'Hugo 0.152.2', ['hugo', 'express']],
  [{ 'x-powered-by': 'Express', server: 'nginx' }, 'Ghost 5.130', ['ghost', 'express', 'nginx']],
  [{ server: 'nginxy', 'x-powered-by': 'PHP/8.5' }, 'Astrology', []],
  [{ server: 'cloudflare' }, 'astro v6.0.0', ['astro']],
])('%j and the generator %s show %j', (headers, generator, ids) => {
  const seen = platformsSeen(root(headers, generator));
  expect(seen.map(({ id }) => id)).toEqual(ids);
  for (const { by } of seen) {
    // The sign contains no version number.
    expect(by).not.toMatch(/\d\./);
  }
});

it('nothing is known of a page that was not seen', () => {
  expect(platformsSeen(undefined)).toEqual([]);
  expect(platformsSeen({ state: 'absent', evidence: [] })).toEqual([]);
});
