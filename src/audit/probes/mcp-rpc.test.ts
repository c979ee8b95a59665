import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { isRecord } from '../../base/json.ts';
import { type Captured, capture, type NodeHandler, sdkV1, sdkV2 } from '../../testing/mcp-servers.ts';
import { auditSite, serveSite } from '../../testing/serve.ts';
import { advertises, readMcpAnswer, sessionOf } from '../evidence/mcp-answer.ts';
import { INITIALIZE } from './mcp-rpc.ts';

const INFO = { name: 'a-real-client', version: '1.0.0' };
/** The headers to compare. Others, such as User-Agent, differ between clients. */
const FIELDS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];
const TOOL = 'echo';

/** Describes a request without values that differ between clients: ids, names, session ids, `tools/call` arguments. */
function shapeOf({ method, headers, body }: Captured) {
  const fields = FIELDS.filter((name) => headers[name] !== undefined).map((name) => {
    const value = headers[name] ?? '';
    if (name === 'mcp-session-id') return [name, 'a session'];
    return name === 'mcp-name' ? [name, 'a name'] : [name, value];
  });
  const message = isRecord(body) ? body : {};
  const params = isRecord(message.params) ? message.params : {};
  const meta = isRecord(params._meta) ? params._meta : undefined;
  return {
    method,
    fields: Object.fromEntries(fields),
    message: Object.keys(message)
      .filter((key) => key !== 'params')
      .sort(),
    rpc: [message.jsonrpc, message.method],
    params: Object.keys(params).sort(),
    meta:
      meta === undefined
        ? undefined
        : Object.keys(meta)
            .filter((key) => key !== 'progressToken')
            .sort(),
    protocol: params.protocolVersion ?? meta?.['io.modelcontextprotocol/protocolVersion'],
  };
}

const byMethod = (log: readonly Captured[], rpc: string) =>
  log.filter(({ body }) => isRecord(body) && body.method === rpc).map(shapeOf);

/** Returns the requests that `talk` sends to this server. */
async function sentBy(talk: (url: string) => Promise<unknown>, handler: NodeHandler): Promise<Captured[]> {
  const log: Captured[] = [];
  await using upstream = await serveSite({ '/mcp': handler });
  await using site = await serveSite({ '/mcp': capture(log, upstream.url) });
  await talk(site.url);
  return log;
}

/** Returns the requests that the auditor sends to this server. */
const ours = (handler: NodeHandler) => sentBy((url) => auditSite(url), handler);

/** Returns the requests that version 2 of the TypeScript SDK's client sends to a server of the same SDK, on one lane. */
function clientV2(mode: 'legacy' | { pin: string }, ask: (client: ClientV2) => Promise<unknown>) {
  return sentBy(async (url) => {
    const client = new ClientV2(INFO, { versionNegotiation: { mode } });
    await client.connect(new TransportV2(new URL(`${url}/mcp`)));
    await ask(client);
    await client.close();
  }, sdkV2());
}

describe('what is sent is what real clients send', () => {
  it('version 1 of the SDK: handshake, notification, list, call, end of the session', async () => {
    const theirs = await sentBy(
      async (url) => {
        const client = new ClientV1(INFO);
        const transport = new TransportV1(new URL(`${url}/mcp`));
        await client.connect(transport as Parameters<ClientV1['connect']>[0]);
        await client.listTools();
        await client.callTool({ name: TOOL, arguments: { text: 'x' } });
        await transport.terminateSession();
        await client.close();
      },
      sdkV1({ sessions: true }).handler,
    );

    const log = await ours(sdkV1({ sessions: true }).handler);
    for (const method of ['initialize', 'notifications/initialized', 'tools/list', 'tools/call']) {
      const [expected] = byMethod(theirs, method);
      expect(expected).toBeDefined();
      expect(byMethod(log, method)).toContainEqual(expected);
    }
    const ends = (all: readonly Captured[]) =>
      all
        .filter(({ method }) => method === 'DELETE')
        .map(({ headers }) => ({
          session: headers['mcp-session-id'] !== undefined,
          version: headers['mcp-protocol-version'],
        }));
    expect(ends(log)).toEqual(ends(theirs));
    expect(ends(log)).toHaveLength(1);
  });

  it.each(['legacy', { pin: '2026-07-28' }] as const)('version 2 of the SDK: %j', async (mode) => {
    const theirs = await clientV2(mode, async (client) => {
      await client.listTools();
      await client.callTool({ name: TOOL, arguments: { text: 'x' } });
      await client.listResources();
    });

    const log = await ours(sdkV2());
    const methods =
      mode === 'legacy'
        ? ['initialize', 'notifications/initialized', 'tools/list', 'tools/call', 'resources/list']
        : ['server/discover', 'tools/list'];
    for (const method of methods) {
      const [expected] = byMethod(theirs, method);
      expect(expected, method).toBeDefined();
      expect(byMethod(log, method)).toContainEqual(expected);
    }
  });

  it('version 2 of the SDK: a modern request that names something', async () => {
    const theirs = await clientV2({ pin: '2026-07-28' }, (client) =>
      client.readResource({ uri: 'test://readme' }),
    );
    const [expected] = byMethod(theirs, 'resources/read');
    expect(byMethod(await ours(sdkV2()), 'resources/read')).toContainEqual(expected);
  });
});

describe('requests', () => {
  it('take over nothing from a server that cannot be in a header', () => {
    const answer = {
      requestedUrl: 'http://a/',
      hops: [],
      url: 'http://a/',
      status: 200,
      headers: [['mcp-session-id', 'a b']] as const,
      type: undefined,
      body: new Uint8Array(),
      text: '{"jsonrpc":"2.0","id":"anc-initialize","result":{"protocolVersion":"x\\r\\ny: z"}}',
      truncated: false,
    };
    expect(sessionOf(readMcpAnswer(answer, INITIALIZE))).toEqual({ id: undefined, version: '2025-11-25' });
  });
});

it('a capability is advertised by an object, not by null or false', () => {
  expect(advertises({ tools: {} }, 'tools')).toBe(true);
  expect(advertises({ tools: null, prompts: false }, 'tools')).toBe(false);
  expect(advertises({}, 'toString')).toBe(false);
});
