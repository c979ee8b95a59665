import { describe, expect, it } from 'vitest';
import type { HeaderList } from '../../base/headers.ts';
import { LIMITS } from '../../base/limits.ts';
import { testIo } from '../../testing/live.ts';
import { sdkV1Polled } from '../../testing/mcp-servers.ts';
import { HOME } from '../../testing/routes.ts';
import { auditSite, serveSite } from '../../testing/serve.ts';
import { harText, parseHar } from '../io/har.ts';
import type { Exchange, HttpRequest } from '../io/io.ts';
import { recordingIo } from '../io/record.ts';
import { replayingIo } from '../io/replay.ts';
import { INITIALIZE, statefulRequest, TOOLS_LIST } from './mcp-rpc.ts';
import type { Paced } from './pace.ts';
import { requestTo } from './request.ts';
import { sendResuming } from './resumed-stream.ts';

const URL_OF = 'http://127.0.0.1/mcp';
const STREAM: HeaderList = [['content-type', 'text/event-stream']];
const SESSION = { id: 'abc', version: '2025-11-25' };
const RESPONSE = 'id: 9\ndata: {"jsonrpc":"2.0","id":"anc-tools-list","result":{}}\n\n';
/** The first event in a stream of the TypeScript SDK, version 1 (`_writePrimingEvent`). */
const PRIMING = 'id: 1\nretry: 300\ndata: \n\n';

/** A response: the events of a stream, another status, or a failure. */
type Given = string | { readonly status: number } | { readonly failure: 'timeout' };

function exchangeOf(request: HttpRequest, given: Given): Exchange {
  if (typeof given !== 'string' && 'failure' in given)
    return { request, failure: { reason: given.failure, message: 'no answer' } };
  const [status, text] = typeof given === 'string' ? [200, given] : [given.status, 'no'];
  const headers: HeaderList = status === 200 ? STREAM : [['content-type', 'text/plain']];
  const answer = { status, httpVersion: '1.1', headers, body: Buffer.from(text), truncated: false, ms: 5 };
  return { request, answer };
}

/** Sends `tools/list` to a server that returns these responses in order. */
async function ask(...answers: readonly Given[]) {
  const options = statefulRequest(TOOLS_LIST, SESSION);
  const sent: HttpRequest[] = [];
  const waits: number[] = [];
  const send = async (request: HttpRequest): Promise<Paced> => {
    const exchange = exchangeOf(request, answers[sent.push(request) - 1] ?? answers.at(-1) ?? '');
    return { exchange, tries: [exchange], nth: sent.length, confidence: 'plain' };
  };
  const wait = async (ms: number) => void waits.push(ms);
  const request = requestTo(URL_OF, options, 'auditor');
  const { resume = () => undefined } = options;
  const paced = await sendResuming(request, resume, { send, wait, requestMs: LIMITS.requestMs });
  const { answer, failure } = paced.exchange;
  return {
    sent,
    waits,
    tries: paced.tries.length,
    text: Buffer.from(answer?.body ?? []).toString(),
    status: answer?.status,
    failure: failure?.message,
  };
}

describe('a stream of MCP', () => {
  it('that ends before the response is taken up again by GET, in its session', async () => {
    const { sent, waits, text, tries } = await ask(PRIMING, RESPONSE);
    expect(waits).toEqual([300]);
    expect(tries).toBe(2);
    expect(text).toContain('"result"');
    expect(sent[1]).toMatchObject({ method: 'GET', url: URL_OF });
    expect(sent[1]?.body).toBeUndefined();
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'auditor',
      'last-event-id': '1',
      'mcp-session-id': 'abc',
      'mcp-protocol-version': '2025-11-25',
    });
  });

  it.each<[string, readonly Given[], readonly string[]]>([
    ['each time from its last event', [PRIMING, 'id: 2\ndata: \n\n', RESPONSE], ['1', '2']],
    ['from the same event, where nothing new came', [PRIMING, '', RESPONSE], ['1', '1']],
    ['from the last whole event', [`${PRIMING}id: 2\ndata: {"json`, RESPONSE], ['1']],
  ])('goes on %s', async (_, answers, ids) => {
    const { sent, text } = await ask(...answers);
    const resumed = sent.slice(1).map(({ headers }) => Object.fromEntries(headers)['last-event-id']);
    expect(resumed).toEqual(ids);
    expect(text).toContain('"result"');
  });

  it.each<[string, readonly Given[]]>([
    ['has the response', [RESPONSE]],
    ['has no event id', ['retry: 10\ndata: \n\n']],
    ['has an id that can be in no header', ['id: \u00e9\ndata: \n\n']],
    ['is not a stream', [{ status: 202 }]],
  ])('that %s is not', async (_, answers) => {
    expect((await ask(...answers)).sent).toHaveLength(1);
  });

  it.each([404, 405, 401])('stands where it was: the %i that the GET gets is the answer', async (status) => {
    expect(await ask(PRIMING, { status })).toMatchObject({ status, text: 'no', tries: 2 });
  });

  it.each<[string, readonly Given[], number, RegExp]>([
    ['a GET that fails', [PRIMING, { failure: 'timeout' }], 2, /^no answer$/],
    ['a time beyond that of a request', ['id: 1\nretry: 8000\ndata: \n\n'], 1, /8 times within 8 s/],
    ['a stream that is polled for ever', ['id: 1\nretry: 1\ndata: \n\n'], 9, /8 times within 8 s/],
  ])('%s is a failure', async (_, answers, requests, told) => {
    const { sent, failure } = await ask(...answers);
    expect(sent).toHaveLength(requests);
    expect(failure).toMatch(told);
  });

  it('all together takes no longer than a request may', async () => {
    const { sent, waits } = await ask('id: 1\nretry: 2000\ndata: \n\n');
    expect(waits).toEqual([2_000, 2_000, 2_000]);
    for (const { timeoutMs = 0 } of sent.slice(1)) expect(timeoutMs).toBeLessThan(LIMITS.requestMs);
  });

  it('of a handshake goes on in the session that its answer opened', () => {
    const { resume } = statefulRequest(INITIALIZE, undefined);
    expect(resume?.(PRIMING, [['mcp-session-id', 'new']])?.headers).toContainEqual(['mcp-session-id', 'new']);
    expect(resume?.(PRIMING, [['mcp-session-id', 'a b']])?.headers).toHaveLength(1);
  });
});

it('a stream that is polled is recorded, and replayed the same', async () => {
  await using site = await serveSite({ '/': HOME, '/mcp': sdkV1Polled() });
  await using live = testIo();
  const recording = recordingIo(live.io);
  const only = ['mcp-initialize', 'mcp-tools-list', 'mcp-unknown-tool'];
  const seen = await auditSite(site.url, { only, options: { io: recording.io } });
  expect(seen.scorecard.results.filter(({ id }) => only.includes(id)).map(({ status }) => status)).toEqual([
    'pass',
    'pass',
    'pass',
  ]);
  expect(site.asked).toContain('GET /mcp');
  const har = parseHar(
    [...harText(recording.har({ target: site.url, siteType: null, baseUrl: 'https://scores.example' }))].join(
      '',
    ),
  );
  const unrecorded: unknown[] = [];
  const replay = replayingIo(har, (asked) => unrecorded.push(asked));
  const again = await auditSite(site.url, { only, options: { io: replay } });
  expect(unrecorded).toEqual([]);
  expect(again.scorecard).toEqual(seen.scorecard);
});
