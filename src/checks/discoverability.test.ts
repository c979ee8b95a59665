import { describe, expect, it } from 'vitest';
import { type Routes, resultOn } from '../testing/serve.ts';

const HOME = { type: 'text/html; charset=utf-8', body: '<!doctype html><title>Home</title><h1>Home</h1>' };

/** Each row is a real server: what it serves beside the home page, and the verdict its owner would accept. */
const CASES: readonly { id: string; title: string; routes: Routes; expect: string; evidence?: RegExp }[] = [
  {
    id: 'robots',
    title: 'served as text',
    routes: { '/robots.txt': { type: 'text/plain', body: 'User-agent: *' } },
    expect: 'pass',
  },
  { id: 'robots', title: 'not there', routes: {}, expect: 'absent', evidence: /robots\.txt -> 404/ },
];

describe('discoverability, on real servers', () => {
  it.each(CASES)('$id: $title → $expect', async ({ id, routes, expect: status, evidence }) => {
    const result = await resultOn({ '/': HOME, ...routes }, id);
    expect(result.status, result.evidence).toBe(status);
    if (evidence !== undefined) expect(result.evidence).toMatch(evidence);
  });
});
