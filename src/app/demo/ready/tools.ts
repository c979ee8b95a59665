/** The MCP server and the A2A agent of the demo site Tidewatch. Both serve the same tide tables. */
import { randomUUID } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import * as z from 'zod';
import { STATIONS, stationOf, tidesOf } from './tides.ts';

/** Returns a new MCP server. Each request needs its own server. */
export function tideServer(): McpServer {
  const server = new McpServer({ name: 'tidewatch', version: '1.0.0' });
  const ids = STATIONS.map(({ id, name }) => ({ id, name }));
  server.registerTool(
    'list_stations',
    { title: 'List stations', description: 'The stations that have tide tables', inputSchema: z.object({}) },
    () => ({ content: [{ type: 'text', text: JSON.stringify(ids) }] }),
  );
  server.registerTool(
    'get_tides',
    {
      title: 'Get tides',
      description: 'High and low waters of a station on a day (UTC), heights in metres above chart datum',
      inputSchema: z.object({
        station: z.string().describe('A station id, from list_stations'),
        date: z.string().describe('A day, YYYY-MM-DD'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ station: id, date }) => {
      const station = stationOf(id);
      const tides = station === undefined ? undefined : tidesOf(station, date);
      return tides === undefined
        ? {
            isError: true,
            content: [
              { type: 'text', text: 'Unknown station or day; see list_stations, days are YYYY-MM-DD.' },
            ],
          }
        : { content: [{ type: 'text', text: JSON.stringify(tides) }] };
    },
  );
  const uri = 'tidewatch://stations';
  server.registerResource(
    'stations',
    uri,
    { title: 'Stations', description: 'The stations that have tide tables', mimeType: 'application/json' },
    () => ({ contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(ids) }] }),
  );
  return server;
}

const A2aMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z
    .object({ message: z.object({ parts: z.array(z.object({ text: z.string().optional() })) }) })
    .optional(),
});

/** Returns an A2A agent (JSON-RPC binding, `message/send`) that replies with the tides of the station named in a message. */
export function tideAgent(startedAt: Date): Hono {
  const date = startedAt.toISOString().slice(0, 10);
  return new Hono().post('/', async (c) => {
    const parsed = A2aMessage.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) {
      return c.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } });
    }
    const { id, method, params } = parsed.data;
    if (method !== 'message/send') {
      return c.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
    }
    const question = (params?.message.parts ?? [])
      .map((part) => part.text ?? '')
      .join(' ')
      .toLowerCase();
    const station = STATIONS.find(
      (one) => question.includes(one.name.toLowerCase()) || question.includes(one.id),
    );
    const text =
      station === undefined
        ? `Name a station: ${STATIONS.map(({ name }) => name).join(', ')}.`
        : (tidesOf(station, date) ?? [])
            .map((tide) => `${tide.time} ${tide.kind} ${tide.height} m`)
            .join('\n');
    const result = {
      kind: 'message',
      role: 'agent',
      messageId: randomUUID(),
      parts: [{ kind: 'text', text }],
    };
    return c.json({ jsonrpc: '2.0', id, result });
  });
}
