/** What the function does besides scorecards: both lanes of MCP, the token endpoint, no CORS headers, and limits. */
import * as z from 'zod';
import { AUDIT_LIMIT, AUDIT_WINDOW_MS, READ_LIMIT } from '../../limits.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION, SCHEMA_VERSION, SPEC_VERSION } from '../../versions.ts';
import { header, json, location, own, without } from '../judge.ts';
import type { Ask, DeploymentProbe, Expectation, Group } from '../probe.ts';

/** An origin that belongs to no one (RFC 2606). */
const FOREIGN = { origin: 'https://elsewhere.example' };
/** With CORS headers any page could spend the audits of its visitors (.github/DECISIONS.md, "MCP"). */
const NO_CORS = without('Access-Control-');
const ALLOW = header('Allow', 'POST');
const JSON_TYPE = 'application/json';
const TOKEN = '/oauth2/token';
const FORM = '/audit';
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request to the function, which counts against the limit of reads. */
function metered(group: Group, ask: Ask, status: number, ...expect: readonly Expectation[]): DeploymentProbe {
  return { group, ask, status, expect, metered: true };
}

/** A message of MCP with JSON in both directions. */
export function mcp(
  about: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  expect: Expectation,
  { headers = {}, status = 200 }: { readonly headers?: Ask['headers'] & {}; readonly status?: number } = {},
): DeploymentProbe {
  const accepted = { 'content-type': JSON_TYPE, accept: JSON_TYPE, ...headers };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const ask = { method: 'POST', path: '/mcp', headers: accepted, body };
  return { ...metered('mcp', ask, status, NO_CORS, expect), about, type: JSON_TYPE };
}

/** A call of a tool, which returns this as structured content. */
export function toolCall(about: string, name: string, target: string, content: z.ZodType): DeploymentProbe {
  const expected = expectResult(z.object({ structuredContent: content }));
  return mcp(`${name}, ${about}`, 'tools/call', { name, arguments: { target } }, expected);
}

const expectResult = (result: z.ZodType): Expectation =>
  json('result', z.object({ jsonrpc: z.literal('2.0'), result }));
const expectError = (code: number): Expectation =>
  json('error', z.object({ error: z.object({ code: z.literal(code) }) }));

const toolSchema = z.object({ name: z.string(), description: z.string(), inputSchema: z.object({}) });
const hasAudit = (tools: readonly { readonly name: string }[]) =>
  tools.some(({ name }) => name === 'score_cli');
const TOOLS = expectResult(z.object({ tools: z.array(toolSchema).refine(hasAudit, 'score_cli is missing') }));
const INITIALIZED = z.object({ protocolVersion: z.literal(MCP_STATEFUL_VERSION), serverInfo: z.object({}) });
const DISCOVERED = z.object({ supportedVersions: z.array(z.string()).min(1) });
const INVALID = z.object({ error: z.object({ code: z.literal('invalid_target') }) });
const CLIENT = { name: 'verify', version: '1.0.0' };
const START = { protocolVersion: MCP_STATEFUL_VERSION, capabilities: {}, clientInfo: CLIENT };

/** A message of the modern lane. */
function modern(method: string, expected: Expectation): DeploymentProbe {
  const headers = { 'mcp-protocol-version': MCP_MODERN_VERSION, 'mcp-method': method };
  const prefix = 'io.modelcontextprotocol';
  const _meta = {
    [`${prefix}/protocolVersion`]: MCP_MODERN_VERSION,
    [`${prefix}/clientInfo`]: CLIENT,
    [`${prefix}/clientCapabilities`]: {},
  };
  return mcp(`${method}, ${MCP_MODERN_VERSION}`, method, { _meta }, expected, { headers });
}

function preflight(path: string): DeploymentProbe {
  const headers = { ...FOREIGN, 'access-control-request-method': 'POST' };
  return metered('cors', { method: 'OPTIONS', path, headers }, 405, NO_CORS);
}

const HEALTH = z.object({
  status: z.literal('ok'),
  live_audits: z.literal('on'),
  spec_version: z.literal(SPEC_VERSION),
  schema_version: z.literal(SCHEMA_VERSION),
  audit_limits: z.object({
    window_s: z.literal(AUDIT_WINDOW_MS / 1000),
    caller: z.literal(AUDIT_LIMIT.units),
  }),
});
const REFUSED = (to: Parameters<typeof own>[0]) =>
  z.object({ error: z.literal('public_catalog'), error_uri: own(to) });
const GRANT = { method: 'POST', path: TOKEN, headers: FORM_TYPE, body: 'grant_type=client_credentials' };
const FOREIGN_FORM = {
  method: 'POST',
  path: FORM,
  headers: { ...FORM_TYPE, ...FOREIGN },
  body: 'url=a.example',
};
const STREAM = { path: '/mcp', headers: { accept: 'text/event-stream' } };

export const SERVICE_PROBES: readonly DeploymentProbe[] = [
  mcp(`initialize, ${MCP_STATEFUL_VERSION}`, 'initialize', START, expectResult(INITIALIZED)),
  mcp('with credentials', 'tools/list', {}, TOOLS, { headers: { authorization: 'Bearer x' } }),
  modern('server/discover', expectResult(DISCOVERED)),
  modern('tools/list', TOOLS),
  mcp('unknown method', 'no/such/method', {}, expectError(-32601)),
  mcp('from a page of another origin', 'tools/list', {}, NO_CORS, { headers: FOREIGN, status: 403 }),
  toolCall('a name that is not public', 'score_cli', 'localhost', INVALID),
  metered('mcp', STREAM, 405, ALLOW, NO_CORS),
  {
    ...metered('token', GRANT, 400, json('error', REFUSED), header('Cache-Control', /no-store/), NO_CORS),
    type: JSON_TYPE,
  },
  metered('token', { path: TOKEN }, 405, ALLOW, NO_CORS),
  preflight('/mcp'),
  preflight(TOKEN),
  metered('cors', FOREIGN_FORM, 403, NO_CORS),
  metered('limits', { path: '/health' }, 200, json('health', HEALTH)),
  { ...metered('limits', { path: FORM }, 303, location('/score#audit')), bare: true },
];

const RETRY_AFTER = header('Retry-After', /^\d+$/);
const REFUSED_MCP = mcp('beyond the limit', 'ping', {}, expectError(429), { status: 429 });

/** To be requested when no read is left. */
export const REFUSALS: readonly DeploymentProbe[] = [
  {
    ...metered('limits', { path: '/health' }, 429, RETRY_AFTER),
    about: `after ${READ_LIMIT.calls} reads`,
    type: 'application/problem+json',
  },
  { ...REFUSED_MCP, group: 'limits', expect: [...(REFUSED_MCP.expect ?? []), RETRY_AFTER] },
];
