/** The MCP endpoint: both lanes, what they list, and how they refuse (contract: decisions.md, "MCP"). */
import * as z from 'zod';
import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../../versions.ts';
import { initialize, modern, raw, SERVED_REVISION, stateful } from '../messages.ts';
import type { Ask, Expectation, Probe } from '../probe.ts';
import { atMost, emptyBody, header, status, that, type } from '../wants/answers.ts';
import { including, json, jsonOf } from '../wants/json.ts';
import { FOREIGN, NO_CORS } from './endpoints.ts';

/** Contract: decisions.md, "MCP". */
const TOOLS = [
  'score_cli',
  'audit_website',
  'get_scorecard',
  'list_scorecards',
  'compare_scorecards',
  'get_fix',
  'list_checks',
  'get_principle',
  'search_standard',
] as const;
const PROMPTS = ['fix_site', 'explain_check'] as const;
/** What a client pays with its context before it has asked anything, in bytes. */
const MOST_LISTED = 16 * 1024;

const BY_CODE = 'Clients tell errors apart by their code alone.';
const BY_STATUS = 'Clients decide by the status whether to try again, and how.';
const UNUSABLE = 'A client that gets another answer does not connect.';

/** An answer by JSON-RPC, in one JSON body. */
export function rpc(
  about: string,
  ask: Ask,
  expect: readonly Expectation[],
  seen: number | readonly number[] = 200,
): Probe {
  return {
    group: 'mcp',
    about,
    ask,
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
export const gives = (schema: z.ZodType, why: string): Expectation =>
  json('result', z.object({ jsonrpc: z.literal('2.0'), result: schema }), why);

const refuses = (code: number, data: z.ZodType = z.unknown().optional()): Expectation =>
  json(
    'error',
    z.object({ jsonrpc: z.literal('2.0'), error: z.object({ code: z.literal(code), data }) }),
    BY_CODE,
  );

const named = z.object({ name: z.string(), version: z.string() });

const initialized = (revision: string): Expectation =>
  gives(
    z.object({
      protocolVersion: z.literal(revision),
      serverInfo: named,
      capabilities: z.object({ tools: z.object({}), resources: z.object({}), prompts: z.object({}) }),
    }),
    UNUSABLE,
  );

const toolSchema = z.object({
  name: z.string(),
  title: z.string().min(1),
  description: z.string().min(1),
  inputSchema: z.object({ type: z.literal('object') }),
  outputSchema: z.object({ type: z.literal('object') }),
  annotations: z.object({ readOnlyHint: z.boolean() }),
});
const listed = z.object({ tools: z.array(toolSchema) });

const TOOL_LIST: readonly Expectation[] = [
  gives(listed, 'Models choose among tools by their titles, descriptions and schemas.'),
  that('tools', 'Texts, guides and prompts of the service name these tools.', (answer) => {
    const { data } = z.object({ result: listed }).safeParse(jsonOf(answer));
    const seen = data?.result.tools.map(({ name }) => name) ?? [];
    const missing = TOOLS.filter((name) => !seen.includes(name));
    return missing.length === 0
      ? undefined
      : { expected: TOOLS.join(', '), seen: `no ${missing.join(', ')}` };
  }),
  atMost(MOST_LISTED, 'Every client pays for the list with its context before it has asked anything.'),
];

const LISTS: readonly Probe[] = [
  rpc('initialize, 2025-06-18', initialize(SERVED_REVISION), [initialized(SERVED_REVISION)]),
  rpc('initialize, 2025-11-25', initialize(MCP_STATEFUL_VERSION), [initialized(MCP_STATEFUL_VERSION)]),
  rpc('initialize, a revision that nobody serves', initialize('1999-01-01'), [initialized(SERVED_REVISION)]),
  {
    ...rpc('notifications/initialized', raw('{"jsonrpc":"2.0","method":"notifications/initialized"}'), []),
    expect: [status(202, BY_STATUS), emptyBody('A notification is accepted without a body.'), NO_CORS],
  },
  rpc('tools/list', stateful('tools/list'), TOOL_LIST),
  rpc(
    'tools/list, with credentials',
    stateful('tools/list', {}, { headers: { authorization: 'Bearer x' } }),
    [gives(listed, 'An Authorization field, if one is sent, is ignored.')],
  ),
  rpc('resources/list', stateful('resources/list'), [
    gives(
      z.object({ resources: z.array(z.object({ uri: z.string(), name: z.string() })).min(1) }),
      'Clients find the standard and the checks as resources.',
    ),
  ]),
  rpc('prompts/list', stateful('prompts/list'), [
    gives(
      z.object({
        prompts: z
          .array(z.object({ name: z.string() }))
          .transform((all) => all.map(({ name }) => name))
          .pipe(
            z
              .array(z.string())
              .refine((seen) => PROMPTS.every((one) => seen.includes(one)), { error: PROMPTS.join(', ') }),
          ),
      }),
      'People start these prompts from the menus of their clients.',
    ),
  ]),
  rpc('server/discover', modern('server/discover'), [
    gives(
      z.object({
        supportedVersions: including(MCP_MODERN_VERSION),
        capabilities: z.object({ tools: z.object({}) }),
      }),
      UNUSABLE,
    ),
  ]),
  rpc('tools/list, 2026-07-28', modern('tools/list'), TOOL_LIST),
];

const call = (name: string, args: unknown) => ({ name, arguments: args });
const NO_TOOL = call('no_such_tool', {});
const LANES = [
  ['', stateful, 200],
  [', 2026-07-28', modern, 404],
] as const;

const REFUSALS: readonly Probe[] = [
  ...LANES.flatMap(([lane, send, unknown]) => [
    rpc(`unknown method${lane}`, send('no/such/method'), [refuses(-32601)], unknown),
    rpc(`unknown tool${lane}`, send('tools/call', NO_TOOL), [refuses(-32602)]),
    rpc(`bad arguments${lane}`, send('tools/call', call('get_scorecard', {})), [refuses(-32602)]),
    rpc(`unknown resource${lane}`, send('resources/read', { uri: 'https://elsewhere.example/x' }), [
      refuses(-32602),
    ]),
  ]),
  rpc('a body that is not JSON', raw('{not json'), [refuses(-32700)], 400),
  rpc('a batch', raw('[{"jsonrpc":"2.0","id":1,"method":"ping"}]'), [refuses(-32600)], 400),
  rpc(
    'without clientCapabilities',
    modern('tools/list', {}, { meta: { clientCapabilities: undefined } }),
    [refuses(-32602)],
    400,
  ),
  rpc(
    'Mcp-Method and body disagree',
    modern('tools/list', {}, { headers: { 'mcp-method': 'prompts/list' } }),
    [refuses(-32020)],
    400,
  ),
  rpc(
    'a revision that nobody serves',
    modern(
      'tools/list',
      {},
      { headers: { 'mcp-protocol-version': '1900-01-01' }, meta: { protocolVersion: '1900-01-01' } },
    ),
    [refuses(-32022, z.object({ supported: including(MCP_MODERN_VERSION) }))],
    400,
  ),
  rpc('Accept: image/png', stateful('tools/list', {}, { headers: { accept: 'image/png' } }), [], 406),
  rpc(
    'Content-Type: text/plain',
    stateful('tools/list', {}, { headers: { 'content-type': 'text/plain' } }),
    [],
    415,
  ),
  rpc('from a page of another origin', stateful('tools/list', {}, { headers: { origin: FOREIGN } }), [], 403),
  ...['GET', 'DELETE'].map(
    (method): Probe => ({
      ...rpc(method, { method, path: '/mcp', headers: { accept: 'text/event-stream' } }, []),
      expect: [
        status(405, 'A client that opens a stream must learn at once that there is none.'),
        header('Allow', 'POST', 'A 405 says which methods there are (RFC 9110, section 15.5.6).'),
        NO_CORS,
      ],
    }),
  ),
];

const isData = 'A miss is data that says what to call next: models take errors for outages and give up.';
const missed = z.object({
  isError: z.literal(false).optional(),
  structuredContent: z.object({ found: z.literal(false), next: z.unknown() }),
});

const CALLS: readonly Probe[] = [
  rpc(
    'get_scorecard, a site that was never audited',
    stateful('tools/call', call('get_scorecard', { target: 'never-audited.example.com' })),
    [gives(missed, isData)],
  ),
  rpc('get_fix, an id in capitals', stateful('tools/call', call('get_fix', { check_id: 'LLMS-TXT' })), [
    gives(
      z.object({
        isError: z.literal(false).optional(),
        structuredContent: z.object({ found: z.literal(true) }),
      }),
      'Ids are matched without regard to case: models write them as they were said.',
    ),
  ]),
  rpc(
    'get_fix, an id that there is not',
    stateful('tools/call', call('get_fix', { check_id: 'no-such-check' })),
    [gives(missed, isData)],
  ),
  rpc(
    'score_cli, a name that is not public',
    stateful('tools/call', call('score_cli', { target: 'localhost' })),
    [
      gives(
        z.object({
          isError: z.literal(true),
          structuredContent: z.object({
            error: z.object({ code: z.literal('invalid_target'), message: z.string() }),
          }),
        }),
        'The public service must refuse what is not public, with a code and a reason, and charge nothing.',
      ),
    ],
  ),
];

export const MCP_PROBES: readonly Probe[] = [...LISTS, ...CALLS, ...REFUSALS];
