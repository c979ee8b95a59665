/** Answers that are kept are those that the SDK would have given, to whoever asks. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { type DemoEndpoint, serveDemoEndpoint } from './testing/demos.ts';
import { modern, ofRevision, post, request, type Sent, withoutCapabilities } from './testing/messages.ts';

let served: DemoEndpoint;
beforeAll(async () => {
  served = await serveDemoEndpoint(['ready.demo']);
});
afterAll(() => served?.[Symbol.asyncDispose]());

const answerSchema = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
});

async function ask(sent: Sent) {
  const response = await post(served.endpoint.url, sent);
  return {
    status: response.status,
    headers: [...response.headers.keys()].toSorted(),
    ...answerSchema.parse(await response.json()),
  };
}

const HELLO = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } };

it.each([
  ['initialize', { body: request('initialize', HELLO) }],
  ['tools/list', { body: request('tools/list', {}) }],
  ['tools/list, 2026-07-28', modern('tools/list')],
  ['resources/list', { body: request('resources/list') }],
  ['resources/templates/list, 2026-07-28', modern('resources/templates/list')],
  ['prompts/list', { body: request('prompts/list') }],
  ['server/discover', modern('server/discover')],
])('%s is the same again, under the id of who asks', async (_, sent: Sent) => {
  const first = await ask(sent);
  expect([first.status, first.id]).toEqual([200, 1]);
  expect(first.result).toBeDefined();
  for (const id of ['"quoted"\u2028', 7]) {
    expect(await ask({ ...sent, body: { ...(sent.body as object), id } })).toEqual({ ...first, id });
  }
});

it('another question has its own answer, however near it is to one that is kept', async () => {
  await ask(modern('tools/list'));
  const missing = await ask(modern('tools/list', { _meta: withoutCapabilities }));
  expect([missing.status, missing.error?.code]).toEqual([400, -32602]);
  const unknown = await ask({
    ...modern('tools/list', { _meta: ofRevision('2027-01-01') }),
    headers: { 'mcp-protocol-version': '2027-01-01', 'mcp-method': 'tools/list' },
  });
  expect([unknown.status, unknown.error?.code]).toEqual([400, -32022]);
  const { body } = modern('tools/list');
  const disagreeing = await ask({
    headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'prompts/list' },
    body,
  });
  expect([disagreeing.status, disagreeing.error?.code]).toEqual([400, -32020]);
  await ask({ body: request('initialize', HELLO) });
  const newer = await ask({ body: request('initialize', { ...HELLO, protocolVersion: '2025-11-25' }) });
  expect(newer.result).toMatchObject({ protocolVersion: '2025-11-25' });
});

it.each(['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])(
  '%s has one page, and refuses cursors that it never gave',
  async (method) => {
    for (const sent of [{ body: request(method, { cursor: 'x' }) }, modern(method, { cursor: 'x' })]) {
      expect((await ask(sent)).error).toEqual({ code: -32602, message: expect.stringContaining('cursor') });
    }
  },
);
