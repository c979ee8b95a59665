/**
 * What the function answers besides scorecards, as far as a deployment can get it wrong: that it is there and switched on,
 * on both lanes of MCP, with its limits, and that the platform adds no CORS headers. How it refuses wrong requests is shown
 * by its own tests.
 */
import * as z from 'zod';
import { AUDIT_LIMIT, AUDIT_WINDOW_MS, READ_LIMIT } from '../../limits.ts';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION, SCHEMA_VERSION, SPEC_VERSION } from '../../versions.ts';
import { header, json, location, own, status, type, without } from '../matchers.ts';
import type { Ask, DeploymentProbe, Expectation } from '../probe.ts';

/** An origin that is nobody's (RFC 2606). */
const FOREIGN = 'https://elsewhere.example';

/** The MCP endpoint and the token endpoint send no CORS headers (.github/DECISIONS.md, "MCP" and "HTTP"). */
const NO_CORS: Expectation = without(
  'Access-Control-',
  'With CORS headers any page could spend the audits of its visitors.',
);
/** What the function answers counts towards its limits. */
const metered = (probe: DeploymentProbe): DeploymentProbe => ({ ...probe, metered: true });
const ALLOW = header('Allow', 'POST', 'A 405 says which methods there are (RFC 9110, section 15.5.6).');

const BY_STATUS = 'Clients decide by the status whether to try again, and how.';
const META = 'io.modelcontextprotocol';
const CLIENT = { name: 'verify', version: '1.0.0' };

/** A message of MCP with JSON in both directions, and what is expected of the answer. */
export function mcp(
  about: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  expect: readonly Expectation[],
  { headers = {}, seen = 200 }: { readonly headers?: Ask['headers'] & {}; readonly seen?: number } = {},
): DeploymentProbe {
  return {
    group: 'mcp',
    about,
    ask: {
      method: 'POST',
      path: '/mcp',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    },
    metered: true,
    expect: [
      status(seen, BY_STATUS),
      type('application/json', 'A client that accepts JSON alone gets one JSON body, and no stream.'),
      NO_CORS,
      ...expect,
    ],
  };
}

/** @param why of the shape of the result */
export const expectResult = (schema: z.ZodType, why: string): Expectation =>
  json('result', z.object({ jsonrpc: z.literal('2.0'), result: schema }), why);

const UNUSABLE = 'A client that gets another answer does not connect.';
const TOOLS = expectResult(
  z.object({
    tools: z
      .array(z.object({ name: z.string(), description: z.string(), inputSchema: z.object({}) }))
      .refine((all) => all.some(({ name }) => name === 'score_cli'), { error: 'score_cli among the tools' }),
  }),
  'Texts, guides and prompts of the service name these tools.',
);
const MODERN = { 'mcp-protocol-version': MCP_MODERN_VERSION };
const modernParams = {
  _meta: {
    [`${META}/protocolVersion`]: MCP_MODERN_VERSION,
    [`${META}/clientInfo`]: CLIENT,
    [`${META}/clientCapabilities`]: {},
  },
};

const MCP_PROBES: readonly DeploymentProbe[] = [
  mcp(
    `initialize, ${MCP_STATEFUL_VERSION}`,
    'initialize',
    { protocolVersion: MCP_STATEFUL_VERSION, capabilities: {}, clientInfo: CLIENT },
    [
      expectResult(
        z.object({ protocolVersion: z.literal(MCP_STATEFUL_VERSION), serverInfo: z.object({}) }),
        UNUSABLE,
      ),
    ],
  ),
  mcp('tools/list, with credentials', 'tools/list', {}, [TOOLS], { headers: { authorization: 'Bearer x' } }),
  mcp(
    `server/discover, ${MCP_MODERN_VERSION}`,
    'server/discover',
    modernParams,
    [expectResult(z.object({ supportedVersions: z.array(z.string()).min(1) }), UNUSABLE)],
    { headers: { ...MODERN, 'mcp-method': 'server/discover' } },
  ),
  mcp(`tools/list, ${MCP_MODERN_VERSION}`, 'tools/list', modernParams, [TOOLS], {
    headers: { ...MODERN, 'mcp-method': 'tools/list' },
  }),
  mcp('unknown method', 'no/such/method', {}, [
    json(
      'error',
      z.object({ error: z.object({ code: z.literal(-32601) }) }),
      'Clients tell errors apart by their code alone.',
    ),
  ]),
  mcp('from a page of another origin', 'tools/list', {}, [], { headers: { origin: FOREIGN }, seen: 403 }),
  mcp(
    'score_cli, a name that is not public',
    'tools/call',
    { name: 'score_cli', arguments: { target: 'localhost' } },
    [
      expectResult(
        z.object({ structuredContent: z.object({ error: z.object({ code: z.literal('invalid_target') }) }) }),
        'The public service must refuse what is not public, with a code and a reason, and charge nothing.',
      ),
    ],
  ),
  {
    group: 'mcp',
    ask: { path: '/mcp', headers: { accept: 'text/event-stream' } },
    expect: [
      status(405, 'A client that opens a stream must learn at once that there is none.'),
      ALLOW,
      NO_CORS,
    ],
  },
];

const TOKEN = '/oauth2/token';
const FORM = '/audit';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const ISSUES_NOTHING =
  'Scanners must learn that there are no credentials here, and clients that they need none.';

const TOKEN_PROBES: readonly DeploymentProbe[] = [
  {
    group: 'token',
    about: 'a grant',
    ask: {
      method: 'POST',
      path: TOKEN,
      headers: { 'content-type': FORM_TYPE },
      body: 'grant_type=client_credentials',
    },
    expect: [
      status(400, ISSUES_NOTHING),
      type('application/json', 'OAuth clients parse errors as JSON (RFC 6749, section 5.2).'),
      json(
        'error',
        (to) => z.object({ error: z.literal('public_catalog'), error_uri: own(to) }),
        ISSUES_NOTHING,
      ),
      header('Cache-Control', /no-store/, 'The answer to a token request is never kept (RFC 6749).'),
      NO_CORS,
    ],
  },
  {
    group: 'token',
    ask: { path: TOKEN },
    expect: [status(405, 'The token endpoint takes POST only.'), ALLOW, NO_CORS],
  },
];

const OWN_PAGES_ONLY = 'Pages of other origins must not spend the audits of their visitors.';

const CORS_PROBES: readonly DeploymentProbe[] = [
  ...['/mcp', TOKEN].map(
    (path): DeploymentProbe => ({
      group: 'cors',
      about: 'preflight',
      ask: {
        method: 'OPTIONS',
        path,
        headers: {
          origin: FOREIGN,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      },
      expect: [status(405, 'OPTIONS grants nothing here.'), NO_CORS],
    }),
  ),
  {
    group: 'cors',
    about: 'the form, from another origin',
    ask: {
      method: 'POST',
      path: FORM,
      headers: { 'content-type': FORM_TYPE, origin: FOREIGN },
      body: 'url=never.example',
    },
    expect: [status(403, OWN_PAGES_ONLY), NO_CORS],
  },
];

const LED = 'Who opens the address of the form is led to the form.';

const LIMIT_PROBES: readonly DeploymentProbe[] = [
  {
    group: 'limits',
    ask: { path: '/health' },
    expect: [
      status(200, 'Monitors ask here whether the service is up.'),
      json(
        'health',
        z.object({
          status: z.literal('ok'),
          live_audits: z.literal('on'),
          spec_version: z.literal(SPEC_VERSION),
          schema_version: z.literal(SCHEMA_VERSION),
          audit_limits: z.object({
            window_s: z.literal(AUDIT_WINDOW_MS / 1000),
            caller: z.literal(AUDIT_LIMIT.units),
          }),
        }),
        'The service must be switched on, of the version that was deployed, and with the limits that are published.',
      ),
    ],
  },
  {
    group: 'limits',
    about: 'the form without its fields',
    ask: { path: FORM },
    bare: true,
    expect: [status(303, LED), location('/score#audit', LED)],
  },
];

const REFUSED = 'Without a refusal that says when to come back, programs that run too fast never stop.';

const BEYOND: readonly DeploymentProbe[] = [
  {
    group: 'limits',
    about: `after ${READ_LIMIT.calls} reads`,
    ask: { path: '/health' },
    expect: [
      status(429, REFUSED),
      header('Retry-After', /^\d+$/, REFUSED),
      type('application/problem+json', 'Errors of the function are problems by RFC 9457.'),
    ],
  },
  {
    ...mcp(
      `MCP after ${READ_LIMIT.calls} reads`,
      'ping',
      {},
      [
        header('Retry-After', /^\d+$/, REFUSED),
        json(
          'error',
          z.object({ error: z.object({ code: z.literal(429) }) }),
          'MCP clients read JSON-RPC errors, and nothing else.',
        ),
      ],
      { seen: 429 },
    ),
    group: 'limits',
  },
];

/** Beyond the limit, to be asked when no read is left. */
export const REFUSALS = BEYOND.map(metered);

export const SERVICE_PROBES = [...TOKEN_PROBES, ...CORS_PROBES, ...LIMIT_PROBES, ...MCP_PROBES].map(metered);
