/** Probes of the Netlify function: MCP, the token endpoint, CORS and `/health`. Scorecards have probes of their own. */
import * as z from 'zod';
import { AUDIT_LIMIT } from '../../../base/limits.ts';
import {
  MCP_MODERN_VERSION,
  MCP_STATEFUL_VERSION,
  SCHEMA_VERSION,
  SPEC_VERSION,
} from '../../../base/versions.ts';
import * as probe from '../probe.ts';
import { APPLICATION_JSON, OWN_URLS } from './site.ts';

const { header, json } = probe;

/** An origin whose host name nobody can register (RFC 2606). */
const FOREIGN = { origin: 'https://elsewhere.example' };
/** Expects no CORS headers. With them, any page could use up the audits allowed to its visitors (.github/DECISIONS.md, "MCP"). */
const NO_CORS: probe.Expectation = ({ headers }) => {
  const corsHeader = Object.keys(headers).find((name) => name.startsWith('access-control-'));
  return corsHeader === undefined ? undefined : probe.fault('Access-Control-', 'nothing', corsHeader);
};
const ALLOW = header('Allow', 'POST');
const TOKEN = '/oauth2/token';
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** Returns a probe of a path that the Netlify function serves. Its request counts against the rate limit. */
function metered(group: probe.Group, ask: probe.Ask, status: number, ...expect: probe.Expectation[]) {
  return { group, ask, status, expect, metered: true };
}

/** Returns a probe that sends an MCP message and expects JSON. */
function mcp(method: string, about: string, params: object, expect: probe.Expectation, headers: object = {}) {
  const accepted = { 'content-type': APPLICATION_JSON, accept: APPLICATION_JSON, ...headers };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const ask = { method: 'POST', path: '/mcp', headers: accepted, body };
  const one = metered('mcp', ask, 200, NO_CORS, expect);
  return { ...one, about: `${method}, ${about}`, type: APPLICATION_JSON };
}

/** Returns a probe that calls an MCP tool and expects a result with this structured content. */
export function toolCall(name: string, target: string, content: (to: probe.Deployment) => z.ZodType) {
  const expected = json('result', (to) => resultOf(z.object({ structuredContent: content(to) })));
  return mcp('tools/call', `${name}, ${target}`, { name, arguments: { target } }, expected);
}

const resultOf = (result: z.ZodType) => z.object({ jsonrpc: z.literal('2.0'), result });
const TOOLS = probe.body('result', /"name":"score_cli"/);
const UNKNOWN = json('error', z.object({ error: z.object({ code: z.literal(-32601) }) }));
const INITIALIZED = z.object({ protocolVersion: z.literal(MCP_STATEFUL_VERSION), serverInfo: z.object({}) });
const DISCOVERED = z.object({ supportedVersions: z.array(z.string()).min(1) });
const INVALID = z.object({ error: z.object({ code: z.literal('invalid_target') }) });
const CLIENT = { name: 'verify', version: '1.0.0' };
const START = { protocolVersion: MCP_STATEFUL_VERSION, capabilities: {}, clientInfo: CLIENT };

/** Returns a probe that sends a message of the stateless MCP revision (2026-07-28). */
function modern(method: string, expected: probe.Expectation): probe.DeploymentProbe {
  const headers = { 'mcp-protocol-version': MCP_MODERN_VERSION, 'mcp-method': method };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MCP_MODERN_VERSION,
    'io.modelcontextprotocol/clientInfo': CLIENT,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return mcp(method, MCP_MODERN_VERSION, { _meta }, expected, headers);
}

function preflight(path: string): probe.DeploymentProbe {
  const headers = { ...FOREIGN, 'access-control-request-method': 'POST' };
  return metered('cors', { method: 'OPTIONS', path, headers }, 405, NO_CORS);
}

const HEALTH = z.object({
  status: z.literal('ok'),
  live_audits: z.literal('on'),
  spec_version: z.literal(SPEC_VERSION),
  schema_version: z.literal(SCHEMA_VERSION),
  audit_limits: z.object({ caller: z.literal(AUDIT_LIMIT.units) }),
});
const REFUSED = json('error', z.object({ error: z.literal('public_catalog'), error_uri: z.string() }));
const GRANT = { method: 'POST', path: TOKEN, headers: FORM_TYPE, body: 'grant_type=client_credentials' };
const FOREIGN_FORM = {
  ...GRANT,
  path: '/audit',
  headers: { ...FORM_TYPE, ...FOREIGN },
  body: 'url=a.example',
};
const STREAM = { path: '/mcp', headers: { accept: 'text/event-stream' } };
const NO_STORE = header('Cache-Control', /no-store/);

export const SERVICE_PROBES: readonly probe.DeploymentProbe[] = [
  mcp('initialize', MCP_STATEFUL_VERSION, START, json('result', resultOf(INITIALIZED))),
  mcp('tools/list', 'with credentials', {}, TOOLS, { authorization: 'Bearer x' }),
  modern('server/discover', json('result', resultOf(DISCOVERED))),
  modern('tools/list', TOOLS),
  mcp('no/such/method', 'unknown', {}, UNKNOWN),
  { ...mcp('tools/list', 'from a page of another origin', {}, NO_CORS, FOREIGN), status: 403 },
  toolCall('score_cli', 'localhost', () => INVALID),
  metered('mcp', STREAM, 405, ALLOW, NO_CORS),
  { ...metered('token', GRANT, 400, REFUSED, OWN_URLS, NO_STORE, NO_CORS), type: APPLICATION_JSON },
  metered('token', { path: TOKEN }, 405, ALLOW, NO_CORS),
  preflight('/mcp'),
  preflight(TOKEN),
  metered('cors', FOREIGN_FORM, 403, NO_CORS),
  metered('limits', { path: '/health' }, 200, json('health', HEALTH)),
  metered('limits', { path: '/audit' }, 303, probe.location('/score#audit')),
];
