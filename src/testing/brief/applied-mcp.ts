/** The MCP endpoint as a brief requires it: version 2 of the SDK, with the tools and resources of the endpoint behind. */
import { createMcpHandler, McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { Handler } from '../../app/demo/site.ts';
import { isRecord, isText, parseJsonText } from '../../base/json.ts';
import { type Case, caseOf } from '../mcp-by-hand.ts';

const ACCEPT = /application\/(json|\*)|text\/(event-stream|\*)|\*\/\*/i;
const POST = {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
};
const REFUSAL = { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'no' } };
const MODERN = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'front', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The checks that judge the response to each kind of request. */
const JUDGED: Readonly<Partial<Record<Case, readonly string[]>>> = {
  get: ['mcp-get-fast-fail'],
  malformed: ['mcp-malformed-body'],
  'tools/list': ['mcp-tools-list'],
  'resources/list': ['mcp-resources-list'],
  'unknown method': ['mcp-unknown-method'],
  'unknown tool': ['mcp-unknown-tool'],
  'accept image': ['mcp-accept-unsatisfiable'],
  'accept json': ['mcp-accept-json'],
  'server/discover': ['mcp-server-discover'],
  'modern tools/list': ['mcp-modern-tools-list'],
  'modern unknown tool': ['mcp-unknown-tool'],
  'modern unknown method': ['mcp-modern-unknown-method'],
  'unknown resource': ['mcp-modern-resources-miss'],
  'no clientCapabilities': ['mcp-modern-clientcaps'],
  'header mismatch': ['mcp-modern-header-mismatch'],
  'unknown version': ['mcp-modern-version-reject'],
  batch: ['mcp-batch-reject'],
};

type Listed = Awaited<ReturnType<typeof listAll>>;

/**
 * Returns the endpoint as the brief requires it: a new one if it must speak another revision, otherwise a new response only
 * for requests that fail now.
 *
 * @param isNew whether the whole endpoint is replaced
 * @param isModernOnly whether the endpoint only speaks 2026-07-28
 */
export function fixedMcp(
  behind: Handler,
  address: string,
  has: (id: string) => boolean,
  { isNew, isModernOnly }: { readonly isNew: boolean; readonly isModernOnly: boolean },
): Handler {
  const listed = listAll(behind, address);
  return async (request) => {
    const text = await request.clone().text();
    const parsed = parseJsonText(text);
    const headers = Object.fromEntries(request.headers);
    const kind = caseOf({ method: request.method, headers }, parsed.ok ? parsed.value : undefined);
    // The present response to a client that accepts only JSON stays.
    const isKept = !isNew || kind === 'options' || kind === 'accept json';
    if (isKept && JUDGED[kind]?.some(has) !== true) return behind(request);
    if (request.method === 'POST' && !ACCEPT.test(request.headers.get('accept') ?? '*/*'))
      return Response.json(REFUSAL, { status: 406 });
    const what = await listed;
    const handler = createMcpHandler(() => serverOf(what, has), {
      legacy: isModernOnly ? 'reject' : 'stateless',
    });
    const answer = await handler.fetch(request);
    if (kind !== 'origin') return answer;
    // CORS headers stay as they are, or as the brief changes them elsewhere.
    const before = await behind(new Request(request.url, { method: 'POST', headers, body: text }));
    const origin = before.headers.get('access-control-allow-origin');
    if (before.status === 403) return before;
    return origin === null ? answer : withLines(answer, [`access-control-allow-origin: ${origin}`]);
  };
}

function serverOf(
  { hasTools, tools, resources, hasResources, hasPrompts }: Listed,
  has: (id: string) => boolean,
): McpServer {
  const server = new McpServer({ name: 'office', version: '1.0.0' });
  const isEmpty = hasTools && tools.length === 0 && ['mcp-tools-list', 'mcp-modern-tools-list'].some(has);
  for (const name of isEmpty ? ['tides'] : tools)
    server.registerTool(name, { description: name, inputSchema: z.looseObject({}) }, () => ({ content: [] }));
  const lacks = resources.length === 0 && hasResources && has('mcp-resources-list');
  for (const uri of lacks ? ['office://tides'] : resources)
    server.registerResource(uri, uri, { description: uri }, () => ({ contents: [] }));
  if (hasResources && resources.length === 0 && !lacks) {
    // A template: the list of resources stays empty.
    const template = new ResourceTemplate('office://{name}', { list: undefined });
    server.registerResource('any', template, {}, () => ({ contents: [] }));
  }
  if (hasPrompts) server.registerPrompt('hello', {}, () => ({ messages: [] }));
  return server;
}

async function listAll(behind: Handler, address: string) {
  const old = await call(behind, address, 'initialize', {
    ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'front', version: '1' } },
  });
  const session = old.headers.get('mcp-session-id');
  const modern = await call(behind, address, 'server/discover', { _meta: META });
  const said = [old, modern].map(({ result }) => (isRecord(result.capabilities) ? result.capabilities : {}));
  const list = async (kind: string, name: string) => {
    const answers = [
      await call(behind, address, `${kind}/list`, {}, session === null ? {} : { 'mcp-session-id': session }),
      await call(behind, address, `${kind}/list`, { _meta: META }),
    ];
    const items = answers.map(({ result }) => result[kind]).find(Array.isArray) ?? [];
    return items.flatMap((one: unknown) => (isRecord(one) && isText(one[name]) ? [one[name]] : []));
  };
  const offers = (kind: string) => said.some((capabilities) => kind in capabilities);
  const hasTools = offers('tools') || said.every((offered) => Object.keys(offered).length === 0);
  return {
    hasTools,
    tools: hasTools ? await list('tools', 'name') : [],
    resources: offers('resources') ? await list('resources', 'uri') : [],
    hasResources: offers('resources'),
    hasPrompts: offers('prompts'),
  };
}

export function withLines(answer: Response, lines: readonly string[]): Response {
  const headers = new Headers(answer.headers);
  for (const line of lines) {
    const [name = '', value = ''] = line.split(/: (.*)/);
    headers.set(name, value);
  }
  return new Response(answer.body, { status: answer.status, headers });
}

async function call(
  behind: Handler,
  address: string,
  method: string,
  params: object,
  more: Readonly<Record<string, string>> = {},
) {
  const modern = '_meta' in params && { 'mcp-protocol-version': MODERN, 'mcp-method': method };
  const headers = { ...POST.headers, ...(modern || {}), ...more };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 'front', method, params });
  const answer = await behind(new Request(address, { ...POST, headers, body }));
  const text = await answer.text();
  const parsed = parseJsonText(/^data: *(\{.*)$/m.exec(text)?.[1] ?? text);
  const result = parsed.ok && isRecord(parsed.value) ? parsed.value.result : undefined;
  return { headers: answer.headers, result: isRecord(result) ? result : {} };
}
