/** A server that speaks over its standard input and output, behind a small bridge to HTTP. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { isRecord, parseJsonText } from '../../parse/json.ts';
import type { NodeHandler } from '../mcp-servers.ts';
import { readMessage, refuse, sendJson } from './mcp-parts.ts';

const EVERYTHING = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-everything/dist/index.js',
);

/**
 * The reference server with everything, one process for all callers: a POST is a line to it, its answer one JSON body.
 * The bridge knows messages and no methods; it takes no notice of revisions.
 */
export function gateway(): { handler: NodeHandler; stop: () => Promise<void> } {
  const child = spawn(process.execPath, [EVERYTHING, 'stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  let last = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parseJsonText(line);
    if (!message.ok || !isRecord(message.value) || 'method' in message.value) return;
    waiting.get(Number(message.value.id))?.(message.value);
    waiting.delete(Number(message.value.id));
  });
  const handler: NodeHandler = async (request, response) => {
    const { body } = await readMessage(request);
    if (request.method !== 'POST') return void response.writeHead(405, { allow: 'POST' }).end();
    if (body === undefined) return refuse(response, 400, -32700);
    if (!isRecord(body)) return void response.writeHead(400).end('one message at a time');
    if (body.id === undefined) {
      child.stdin.write(`${JSON.stringify(body)}\n`);
      return void response.writeHead(202).end();
    }
    const id = ++last;
    const answered = new Promise<Record<string, unknown>>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ ...body, id })}\n`);
    sendJson(response, 200, { ...(await answered), id: body.id });
  };
  return {
    handler: (request, response) => void handler(request, response),
    async stop() {
      child.kill();
      await ended;
    },
  };
}
