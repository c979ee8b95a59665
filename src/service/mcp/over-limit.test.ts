/** Tests which messages count as reads, and the responses over the limit, in both protocol generations. */
import { beforeAll, describe, expect, it } from 'vitest';
import { shared } from '../../testing/shared.ts';
import { addresses } from '../testing/addresses.ts';
import { type SmallService, smallBuild, smallService } from '../testing/site.ts';
import { modern, request, type Sent } from './testing/messages.ts';

const build = shared(await smallBuild());
const nextAddress = addresses();

let service: SmallService;
beforeAll(async () => {
  service = await smallService(build.site);
});

async function send({ method = 'POST', headers = {}, body }: Sent, ip: string) {
  const response = await service.ask(
    '/mcp',
    {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    },
    ip,
  );
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    json: text === '' ? undefined : JSON.parse(text),
  };
}

/** Returns an address that has no reads left. */
async function exhausted(): Promise<string> {
  const ip = nextAddress();
  for (let i = 0; i < 60; i++) await service.ask('/health', {}, ip);
  return ip;
}

const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
const greeting = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } };
const CONNECTS: readonly (readonly [string, Sent])[] = [
  ['initialize', { body: request('initialize', greeting) }],
  ['server/discover', modern('server/discover')],
  ['a notification', { body: notification }],
  ['ping', { body: request('ping') }],
  ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].flatMap(
    (method): (readonly [string, Sent])[] => [
      [method, { body: request(method) }],
      [`${method}, 2026-07-28`, modern(method)],
    ],
  ),
  ['GET', { method: 'GET' }],
];

const call = { name: 'get_scorecard', arguments: { target: 'site.com' } };
const TOOL_CALLS: readonly (readonly [string, Sent])[] = [
  ['stateful', { body: request('tools/call', call) }],
  ['2026-07-28', modern('tools/call', call, call.name)],
];
const prompt = { name: 'fix_site', arguments: { target: 'site.com' } };
const OTHERS: readonly (readonly [string, Sent])[] = [
  ['prompts/get', { body: request('prompts/get', prompt) }],
  ['prompts/get, 2026-07-28', modern('prompts/get', prompt, prompt.name)],
  ['an unknown method', { body: request('no/such/method') }],
];
const UNREADABLE: readonly (readonly [string, Sent])[] = [
  ['no JSON', { body: '{' }],
  ['a response', { body: { jsonrpc: '2.0', id: 1, result: {} } }],
];

it.each(CONNECTS)('%s does not count as a read, and works over the limit', async (_, sent) => {
  const ip = nextAddress();
  const { status, headers, json } = await send(sent, ip);
  expect(headers.get('ratelimit-remaining')).toBe('60');
  const later = await send(sent, await exhausted());
  expect([later.status, later.json]).toEqual([status, json]);
  expect(later.headers.get('ratelimit-remaining')).toBe('0');
});

it.each([...TOOL_CALLS, ...OTHERS, ...UNREADABLE])('%s counts as a read', async (_, sent) => {
  expect((await send(sent, nextAddress())).headers.get('ratelimit-remaining')).toBe('59');
});

describe('over the limit', () => {
  const limits = (headers: Headers) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

  it.each(TOOL_CALLS)('a tool returns a result that says when to retry: %s', async (_, sent) => {
    const { status, headers, json } = await send(sent, await exhausted());
    expect(status).toBe(200);
    expect(limits(headers)).toEqual(['60', '0', headers.get('retry-after')]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(json).toMatchObject({
      id: 1,
      result: {
        isError: true,
        structuredContent: {
          error: {
            code: 'rate_limited',
            message: expect.stringContaining('More than 60 requests in 60 seconds'),
            retry_after_s: expect.any(Number),
          },
        },
        content: [{ type: 'text', text: expect.stringContaining('rate_limited') }],
      },
    });
    expect(service.lines.at(-1)).toMatchObject({ rpc: 'tools/call', outcome: 'rate_limited' });
  });

  it.each(OTHERS)('%s is an error with its own id', async (_, sent) => {
    const { status, headers, json } = await send(sent, await exhausted());
    expect([status, headers.has('retry-after')]).toEqual([200, true]);
    const data = { limit: 60, window_s: 60, retry_after_s: expect.any(Number) };
    expect(json).toEqual({ jsonrpc: '2.0', id: 1, error: { code: 429, message: expect.any(String), data } });
  });

  it.each(UNREADABLE)('%s gets status 429', async (_, sent) => {
    const { status, json } = await send(sent, await exhausted());
    expect([status, json.id, json.error.code]).toEqual([429, null, 429]);
  });
});
