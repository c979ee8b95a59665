/** Scorecards of other versions through the MCP server, read by a client that checks what it gets against the schemas. */

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { serveNamedDemos } from '../app/demos.ts';
import { type StoredEnvelope, storedEnvelopeSchema } from '../scorecard/stored.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { envelopeOfGeneration, GENERATIONS } from '../testing/generations.ts';
import { type ServedEndpoint, serveEndpoint } from './testing/serve.ts';
import { demoLibrary, demoScorecards } from './testing/services.ts';

const TODAY = 'today.example.com';
const hostOf = (generation: string) => `${generation}.example.com`;

let endpoint: ServedEndpoint;
let client: Client;

beforeAll(async () => {
  const envelopes = new Map<string, StoredEnvelope>([
    [TODAY, envelopeFor({ target: TODAY })],
    ...GENERATIONS.map((name) => {
      const data = envelopeOfGeneration(name, { host: hostOf(name), absent: ['llms-txt'] });
      return [hostOf(name), storedEnvelopeSchema.parse(data)] as const;
    }),
  ]);
  const served = await serveNamedDemos(new Map());
  const audited = { served, envelopes, [Symbol.asyncDispose]: () => served[Symbol.asyncDispose]() };
  endpoint = await serveEndpoint({
    library: (origin) => demoLibrary(origin, audited),
    scorecards: demoScorecards(audited),
  });
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(endpoint.url) as Parameters<Client['connect']>[0]);
  // From here on the client refuses structured content that does not follow a tool's schema.
  await client.listTools();
});

afterAll(async () => {
  await client?.close();
  await endpoint?.[Symbol.asyncDispose]();
});

const answerSchema = z.looseObject({
  content: z.array(z.looseObject({ text: z.string() })),
  structuredContent: z.record(z.string(), z.unknown()),
});

async function call(name: string, args: Record<string, unknown>) {
  const { content, structuredContent } = answerSchema.parse(await client.callTool({ name, arguments: args }));
  return {
    text: content
      .map(({ text }) => text)
      .join('\n')
      .replaceAll('\\', ''),
    structured: structuredContent,
  };
}

it.each(['first', 'newer'] as const)(
  'get_scorecard and audit_website give the generation “%s” with what it says',
  async (name) => {
    const { structured, text } = await call('get_scorecard', { target: hostOf(name), detail: 'full' });
    const { scorecard } = storedEnvelopeSchema.parse(structured.envelope);
    expect(scorecard.results.map(({ id }) => id)).toContain(name === 'first' ? 'tools-page' : 'web-bot-auth');
    expect(text).toMatch(name === 'newer' ? /Judged by newer rules/ : /Judged by other rules/);
    expect(text.includes('were not judged then')).toBe(name === 'first');
    const again = await call('audit_website', { url: hostOf(name), detail: 'full' });
    expect(storedEnvelopeSchema.parse(again.structured).target).toBe(hostOf(name));
    expect((await call('get_scorecard', { target: hostOf(name) })).structured).toMatchObject({ found: true });
  },
);

it('compare_scorecards says that the rules differ, and what was not judged then', async () => {
  const { structured, text } = await call('compare_scorecards', {
    targets: [TODAY, hostOf('first'), hostOf('newer')],
  });
  expect(JSON.stringify(structured.cautions)).toContain('judged by different rules');
  expect(structured.differences).toContainEqual({
    check_id: 'tools-page',
    label: 'The tools-page surface works (first)',
    category: 'discoverability',
    keyword: 'should',
    statuses: [null, 'pass', null],
  });
  expect(text).toContain('`tools-page` (SHOULD): not judged then, PASS, not judged then');
  expect(text).toContain('`robots` (SHOULD): PASS, PASS, WARNED');
});

it('get_fix says of a check that it was not judged then', async () => {
  const { text, structured } = await call('get_fix', { check_id: 'web-bot-auth', target: hostOf('first') });
  expect(text).toContain('does not have this check (not judged then); a new audit will.');
  expect(structured.observed).toEqual({
    target: hostOf('first'),
    found: true,
    scored_at: expect.any(String),
    next: { tool: 'score_cli', arguments: { target: hostOf('first') }, why: expect.any(String) },
  });
  const renamed = await call('get_fix', { check_id: 'robots', target: hostOf('newer') });
  expect(renamed.structured.observed).toMatchObject({ status: 'warned' });
});
