import { expect, it } from 'vitest';
import type { PublishedFact } from '../audit/scorecard/schema.ts';
import { requestLines } from './requests.ts';

const lineOf = (fact: PublishedFact) => requestLines({ facts: [fact] }, 'https://site.example', 1).lines[0];

it.each<[PublishedFact, string, string]>([
  [{ url: 'https://site.example/llms.txt', status: 200, found: ['empty'] }, 'GET /llms.txt → 200', 'empty'],
  [{ url: 'https://other.example/x', status: 404 }, 'GET https://other.example/x → 404', ''],
  [
    { url: 'https://site.example/b', status: 200, hops: [{ url: 'https://site.example/a', status: 301 }] },
    'GET /a → 301 /b → 200',
    '',
  ],
  [
    { url: 'https://site.example/mcp', status: 200, call: { method: 'tools/list' }, found: ['2 tools'] },
    'POST /mcp tools/list → 200',
    '2 tools',
  ],
  [{ url: 'https://site.example/mcp', status: 204, call: { method: 'OPTIONS' } }, 'OPTIONS /mcp → 204', ''],
  [{ url: 'https://site.example/mcp', method: 'POST', status: 404 }, 'POST /mcp → 404', ''],
  [{ url: 'https://site.example/', unanswered: 'timeout' }, 'GET / → no response', ''],
  [
    { question: { name: '_agents.site.example', type: 'SVCB' }, rcode: 'NXDOMAIN' },
    'DNS SVCB _agents.site.example → NXDOMAIN',
    '',
  ],
])('%j is shown as %s', (fact, request, found) => {
  expect(lineOf(fact)).toEqual({ request, found });
});

it('shows the first requests, counts the others, and leaves out facts without a request', () => {
  const facts = Array.from({ length: 5 }, (_, i) => ({ url: `https://site.example/${i}`, status: 404 }));
  const { lines, more } = requestLines({ facts: [{ statement: 'none' }, ...facts], more: 2 }, undefined, 3);
  expect(lines).toHaveLength(3);
  expect(more).toBe(4);
  expect(requestLines(undefined, 'https://site.example', 3)).toEqual({ lines: [], more: 0 });
});
