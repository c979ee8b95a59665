import { createParser } from 'eventsource-parser';
import { describe, expect, it } from 'vitest';
import { CHECK_COUNT } from '../../audit/check-texts/index.ts';
import { CATEGORIES } from '../../audit/check-texts/vocabulary.ts';
import { serveSite } from '../../testing/serve.ts';
import { shared } from '../../testing/shared.ts';
import { serveDemoEndpoint } from './testing/demos.ts';
import { modern, post, request, type Sent } from './testing/messages.ts';
import { serveEndpoint } from './testing/serve.ts';
import { demoLibrary, demoScorecards } from './testing/services.ts';

const ends: string[] = [];
const { demos, endpoint } = shared(
  await serveDemoEndpoint(['ready.demo', 'neglected.demo'], {
    network: 'any',
    onEnd: (outcome) => ends.push(outcome),
  }),
);

/** Enough for a busy machine. */
const PATIENT = { timeout: 20_000 };
const TOKEN = { progressToken: 'token-7' };
const BOTH = 'application/json, text/event-stream';
const SITE = 'neglected.demo';

/** The same call for each protocol generation. */
function calls(target: string, accept: string, meta: object = TOKEN): readonly (readonly [string, Sent])[] {
  const params = { name: 'score_cli', arguments: { target }, _meta: meta };
  const newer = modern('tools/call', params, 'score_cli');
  return [
    ['stateful', { headers: { accept }, body: request('tools/call', params) }],
    ['2026-07-28', { ...newer, headers: { ...newer.headers, accept } }],
  ];
}

interface Told {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

function expectSteps(told: readonly Told[]): void {
  // The start, and the end of each category.
  expect(told).toHaveLength(1 + CATEGORIES.length);
  for (const [i, { progress, total, message }] of told.entries()) {
    expect(total).toBe(CHECK_COUNT);
    expect(message).toMatch(/\S/);
    if (i > 0) expect(progress).toBeGreaterThan(told[i - 1]?.progress ?? 0);
  }
  expect(told.at(-1)?.progress).toBe(CHECK_COUNT);
}

describe('progress', () => {
  it.each(calls(SITE, BOTH))('%s: a stream of steps that ends with the result', async (_, sent) => {
    const response = await post(endpoint.url, sent);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const messages: { method?: string; id?: number; params?: Told & typeof TOKEN; result?: unknown }[] = [];
    createParser({ onEvent: ({ data }) => messages.push(JSON.parse(data)) }).feed(await response.text());
    const steps = messages.slice(0, -1);
    expect(steps.map(({ method }) => method)).toEqual(steps.map(() => 'notifications/progress'));
    expect(steps.map(({ params }) => params?.progressToken)).toEqual(steps.map(() => TOKEN.progressToken));
    expectSteps(steps.flatMap(({ params }) => params ?? []));
    expect(messages.at(-1)).toMatchObject({
      id: 1,
      result: { structuredContent: { target: SITE, tier: 'live' } },
    });
  });

  it.each([...calls(SITE, 'application/json'), ...calls(SITE, BOTH, {})])(
    '%s: one JSON body if no progress was requested, or the client reads no stream',
    async (_, sent) => {
      const response = await post(endpoint.url, sent);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toMatchObject({ id: 1, result: { structuredContent: { target: SITE } } });
    },
  );
});

it('reports more progress in each notification than in the previous one', async () => {
  const scorecards = demoScorecards(demos);
  await using falling = await serveEndpoint({
    library: (origin) => demoLibrary(origin, demos),
    scorecards: {
      ...scorecards,
      async audit({ onProgress, ...rest }) {
        for (const done of [0, 5, 5, 3, 7]) onProgress?.({ done, total: CHECK_COUNT, message: 'reported' });
        return scorecards.storedOrAudit(rest);
      },
    },
  });
  for (const [_, sent] of calls('ready.demo', BOTH)) {
    const text = await (await post(falling.url, sent)).text();
    expect([...text.matchAll(/"progress":(\d+)/g)].map(([, done]) => Number(done))).toEqual([0, 5, 7]);
  }
});

describe('a client that disconnects cancels the call', () => {
  it.each(['application/json', BOTH])('Accept: %s', async (accept) => {
    await using silent = await serveSite({ '*': () => undefined });
    for (const [_, sent] of calls(silent.url, accept)) {
      ends.length = 0;
      silent.asked.length = 0;
      const leaving = new AbortController();
      const answer = post(endpoint.url, sent, leaving.signal).then((response) => response.text());
      await expect.poll(() => silent.asked.length, PATIENT).toBeGreaterThan(0);
      expect(ends).toEqual([]);
      leaving.abort();
      await expect(answer).rejects.toThrow();
      await expect.poll(() => ends, PATIENT).toEqual(['cancelled']);
    }
    expect(endpoint.errors).toEqual([]);
  });
});

it('returns target_unreachable as a result for an unreachable site', async () => {
  for (const [_, sent] of calls('http://127.0.0.1:9', 'application/json')) {
    const response = await post(endpoint.url, sent);
    expect(await response.json()).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: 'target_unreachable' } } },
    });
  }
});

it.each([
  ['audit_website', 'url'],
  ['score_cli', 'target'],
])('%s says that the origin was audited if the caller names a path', async (name, argument) => {
  const note = `the origin https://${SITE} was audited, not the path`;
  for (const [typed, isTold] of [
    [`https://${SITE}/docs?q=1`, true],
    [`https://${SITE}/`, false],
  ] as const) {
    const params = { name, arguments: { [argument]: typed, detail: 'summary' } };
    const response = await post(endpoint.url, { body: request('tools/call', params) });
    expect((await response.text()).includes(note), typed).toBe(isTold);
  }
});

describe('mcp_endpoint', () => {
  const call = async (mcp_endpoint: string) => {
    const params = { name: 'score_cli', arguments: { target: SITE, mcp_endpoint } };
    return JSON.stringify(await (await post(endpoint.url, { body: request('tools/call', params) })).json());
  };

  it.each([
    'mcp',
    'https://other.example/mcp',
    '//other.example',
    '/.//other.example',
    `/${'a'.repeat(100)}`,
  ])('%s is refused', async (path) => {
    expect(await call(path)).toMatch(/mcp_endpoint`? is a path on the target/);
  });
});
