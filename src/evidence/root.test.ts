import { describe, expect, it } from 'vitest';
import { answer } from '../examples/answers.ts';
import type { Reply } from './reply.ts';
import { auditOrigin } from './root.ts';

const ASKED = 'https://example.com/';

/** The reply of a root that redirected over these addresses. */
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
      led([ASKED, 'https://www.example.com/', 'https://www.example.com/?c'], 'redirects in a circle'),
      'https://www.example.com/',
    ],
    [
      'not the login that it loops with',
      led([ASKED, 'https://login.example.net/'], 'redirects in a circle'),
      ASKED,
    ],
    ['as asked where the root fails', { kind: 'failed', asked: ASKED, reason: 'reset', message: '' }, ASKED],
  ])('is %s', (_, root, origin) => {
    expect(auditOrigin(ASKED, root).href).toBe(origin);
  });
});
