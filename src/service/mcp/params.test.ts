/** Tests that both protocol generations refuse invalid or oversized params early, with small responses. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shared } from '../../testing/shared.ts';
import { serveDemoEndpoint } from './testing/demos.ts';
import { modern, post, request, type Sent } from './testing/messages.ts';

const served = shared(await serveDemoEndpoint([]));

const errorSchema = z.object({ error: z.object({ code: z.int(), message: z.string() }) });

async function errorOf(sent: Sent) {
  const response = await post(served.endpoint.url, sent);
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThan(1_000);
  expect(served.endpoint.errors).toEqual([]);
  return { status: response.status, ...errorSchema.parse(JSON.parse(text)).error };
}

const keys = (count: number, value: unknown = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, value]));
const nested = (levels: number): unknown =>
  Array.from({ length: levels }).reduce((inner) => ({ inner }), 'x' as unknown);
const called = (name: string, args: unknown) => ({ name, arguments: args });
const prompt = { type: 'ref/prompt', name: 'fix_site' };
const typed = { name: 'target', value: 'a' };
const WRONG = [null, 1, 'x', []] as const;

describe.each<[string, string, Record<string, unknown>]>([
  ['65 arguments', 'tools/call', called('list_checks', keys(65))],
  ['65 members of _meta', 'tools/list', { _meta: keys(65) }],
  ['an argument within 17 others', 'tools/call', called('list_checks', nested(17))],
  ['a key of 257 characters', 'tools/call', called('list_checks', { ['k'.repeat(257)]: 1 })],
  ['a tool’s name of 257 characters', 'tools/call', called('n'.repeat(257), {})],
  [
    'a completed prompt’s name of 257 characters',
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'n'.repeat(257) }, argument: typed },
  ],
  [
    'a completed argument’s name of 257 characters',
    'completion/complete',
    { ref: prompt, argument: { name: 'n'.repeat(257), value: '' } },
  ],
  ['a URI of 2,049 characters', 'resources/read', { uri: `https://a.example/${'u'.repeat(2_031)}` }],
  ['a progress token of 257 characters', 'tools/list', { _meta: { progressToken: 't'.repeat(257) } }],
  [
    'a progress token that is an object',
    'tools/call',
    { ...called('list_checks', {}), _meta: { progressToken: {} } },
  ],
  ['an unknown prompt', 'prompts/get', called('n'.repeat(256), {})],
  ['an unknown tool', 'tools/call', called('n'.repeat(256), {})],
])('%s', (_, method, params) => {
  it('stateful', async () => {
    expect(await errorOf({ body: request(method, params) })).toMatchObject({ status: 200, code: -32602 });
  });
  it('2026-07-28', async () => {
    const { uri, name } = params;
    const named = typeof uri === 'string' ? uri : typeof name === 'string' ? name : undefined;
    expect(await errorOf(modern(method, params, named))).toMatchObject({ status: 200, code: -32602 });
  });
});

it.each([
  ['a check id of 257 characters', 'get_fix', { check_id: 'n'.repeat(257) }],
  [
    'many unknown arguments',
    'list_checks',
    Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`${i}${'k'.repeat(250)}`, 1])),
  ],
])('%s', async (_, name, args) => {
  const params = called(name, args);
  expect(await errorOf({ body: request('tools/call', params) })).toMatchObject({ code: -32602 });
  const text = await (await post(served.endpoint.url, modern('tools/call', params, name))).text();
  expect(text).toContain('invalid_arguments');
  expect(Buffer.byteLength(text)).toBeLessThan(1_500);
});

describe.each<[string, string, (wrong: unknown) => Record<string, unknown>]>([
  ['arguments of a tool', 'tools/call', (wrong) => called('list_checks', wrong ?? 0)],
  ['a cursor of a list', 'resources/list', (wrong) => ({ cursor: wrong === 'x' ? {} : wrong })],
  ['a URI', 'resources/read', (wrong) => ({ uri: wrong })],
  ['arguments of a prompt', 'prompts/get', (wrong) => called('fix_site', wrong)],
  ['the argument of a prompt', 'prompts/get', (wrong) => called('fix_site', { target: wrong })],
  ['a reference', 'completion/complete', (wrong) => ({ ref: wrong, argument: typed })],
])('%s of another type', (_, method, paramsOf) => {
  it.each(WRONG)('%j', async (wrong) => {
    for (const sent of [
      { body: request(method, paramsOf(wrong)) },
      modern(method, paramsOf(wrong), 'fix_site'),
    ]) {
      const { code, message } = await errorOf(sent);
      // The newer revision checks the body against the headers first.
      expect([-32602, -32020]).toContain(code);
      expect(message).not.toContain('\n');
    }
  });
});

it.each([undefined, {}])('names the missing argument of a prompt with the arguments %j', async (args) => {
  const { message } = await errorOf({ body: request('prompts/get', called('fix_site', args)) });
  expect(message).toBe('fix_site needs `target`, a host such as example.com.');
});

it('refuses initialize with params of wrong types', async () => {
  const params = { protocolVersion: null, capabilities: {}, clientInfo: { name: 'a', version: '1' } };
  expect(await errorOf({ body: request('initialize', params) })).toMatchObject({ code: -32602 });
});

it('an id of 257 characters, and a notification with 65 params, get 400', async () => {
  for (const [body, code] of [
    [{ ...request('ping'), id: 'i'.repeat(257) }, -32600],
    [{ jsonrpc: '2.0', method: 'notifications/initialized', params: keys(65) }, -32602],
  ] as const)
    expect(await errorOf({ body })).toMatchObject({ status: 400, code });
});

it.each(['mcp-protocol-version', 'mcp-method', 'mcp-name'])(
  'quotes only part of a long %s',
  async (field) => {
    const { headers, ...sent } = modern('tools/call', called('list_checks', {}), 'list_checks');
    const response = await post(served.endpoint.url, {
      ...sent,
      headers: { ...headers, [field]: 'h'.repeat(5_000) },
    });
    expect(response.status).toBe(400);
    expect((await response.text()).length).toBeLessThan(2_500);
  },
);

it('copies nothing but the id from a message', async () => {
  const body = { ...request('tools/list', keys(65)), headers: { 'x-own': 'set', 'no field': '' } };
  const response = await post(served.endpoint.url, { body });
  expect([response.status, response.headers.get('x-own')]).toEqual([200, null]);
});

it('accepts long client descriptions, icons included', async () => {
  const clientInfo = {
    name: 'a',
    version: '1',
    icons: [{ src: `data:image/png;base64,${'A'.repeat(20_000)}` }],
  };
  const params = { protocolVersion: '2025-11-25', capabilities: { experimental: keys(20, {}) }, clientInfo };
  const response = await post(served.endpoint.url, { body: request('initialize', params) });
  expect(await response.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
});
