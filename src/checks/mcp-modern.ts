/** The modern lane of MCP (revision 2026-07-28): every request stands for itself. */
import { isRecord, isText } from '../parse/json.ts';
import type { ModernLane } from '../probes/mcp-modern.ts';
import { describeOutcome, note } from '../probes/mcp-rpc.ts';
import { absent, type Check, check, noncompliant, notApplicable, pass } from './check.ts';
import {
  ASKS_FOR_AUTHORIZATION,
  gives,
  LACKS_TOOLS,
  NO_ENDPOINT,
  NOT_MODERN,
  refuses,
  UNPROBED,
  unproven,
} from './mcp-examples.ts';
import { judgeModern, judgeRefusal, judgeResult, judgeTools } from './mcp-verdict.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2026-07-28';
const TRANSPORT = `${SPECIFICATION}/basic/transports/streamable-http`;
const OVERVIEW = `${SPECIFICATION}/basic/index`;
const DISCOVER = { label: 'MCP 2026-07-28: Discovery', url: `${SPECIFICATION}/server/discover` };
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: {} },
  _meta: { [SERVER_INFO]: { name: 'site', version: '1.0.0' } },
};

function lane(discover = gives('server/discover', DISCOVERED)): ModernLane {
  return { state: 'open', url: 'https://site.example/mcp', discover, capabilities: {} };
}

/** What a result of `server/discover` must hold, and what is wrong with this one. */
function discoveryFaults(result: unknown): string[] {
  const { supportedVersions, capabilities, _meta } = isRecord(result) ? result : {};
  const info = isRecord(_meta) ? _meta[SERVER_INFO] : undefined;
  const versions = Array.isArray(supportedVersions) && supportedVersions.some(isText);
  const identity = isRecord(info) && isText(info.name) && isText(info.version);
  return [
    ...(versions ? [] : ['supportedVersions']),
    ...(isRecord(capabilities) ? [] : ['capabilities']),
    ...(identity ? [] : [`_meta["${SERVER_INFO}"] with name and version`]),
  ];
}

export const mcpModernChecks: readonly Check[] = [
  check({
    id: 'mcp-server-discover',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP server/discover answers',
    goal: 'An agent learns versions, capabilities and identity of the server in one request without a handshake.',
    fix: 'Implement `server/discover` of MCP revision 2026-07-28: a result with `supportedVersions`, `capabilities` and `_meta["io.modelcontextprotocol/serverInfo"]` with name and version. Version 2 of the MCP SDK does this on its own. Until it is answered, the other checks of that revision are not found either.',
    resources: [DISCOVER],
    needs: ['mcpModern'],
    evaluate({ mcpModern }) {
      if (mcpModern.state === 'inapplicable') return notApplicable(mcpModern.evidence);
      if (mcpModern.state === 'missing') return absent(mcpModern.evidence);
      if (mcpModern.withoutDiscover === true) {
        const { discover } = mcpModern;
        return absent(
          note(discover, `${describeOutcome(discover)}; tools/list by headers alone is answered`),
        );
      }
      return judgeResult(mcpModern.discover, (result, answered) => {
        const faults = discoveryFaults(result);
        return faults.length === 0
          ? pass(note(answered, 'supportedVersions, capabilities and serverInfo'))
          : noncompliant(note(answered, `a result without ${faults.join(', ')}`));
      });
    },
    examples: [
      { title: 'a complete result', given: { mcpModern: lane() }, expect: 'pass' },
      {
        title: 'no identity',
        given: { mcpModern: lane(gives('server/discover', { ...DISCOVERED, _meta: {} })) },
        expect: 'noncompliant',
        evidence: 'serverInfo',
      },
      {
        title: 'nothing but versions',
        given: { mcpModern: lane(gives('server/discover', { supportedVersions: ['2026-07-28'] })) },
        expect: 'noncompliant',
        evidence: 'capabilities',
      },
      {
        title: 'refused although the version is supported',
        given: { mcpModern: lane(refuses('server/discover', -32022, 400, { supported: ['2026-07-28'] })) },
        expect: 'broken',
        evidence: 'error -32022',
      },
      {
        title: 'unknown, where the rest of the revision is spoken',
        given: {
          mcpModern: {
            ...lane(refuses('server/discover', -32601, 404)),
            withoutDiscover: true,
          } as ModernLane,
        },
        expect: 'absent',
        evidence: 'tools/list by headers alone',
      },
      { title: 'an older server', given: { mcpModern: NOT_MODERN }, expect: 'absent' },
      { title: 'no endpoint', given: { mcpModern: NO_ENDPOINT }, expect: 'n_a', reason: 'antecedent-unmet' },
      {
        title: 'authorization wanted',
        given: { mcpModern: ASKS_FOR_AUTHORIZATION },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-modern-tools-list',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP tools are listed without a handshake',
    goal: 'An agent lists the tools with one request, through any proxy and without a session.',
    fix: 'Serve `tools/list` of MCP revision 2026-07-28 from the headers `MCP-Protocol-Version` and `Mcp-Method` and from `_meta` alone, without asking for `initialize` first.',
    resources: [
      { label: 'MCP 2026-07-28: Streamable HTTP, request metadata', url: `${TRANSPORT}#request-metadata` },
      { label: 'MCP 2026-07-28: Tools', url: `${SPECIFICATION}/server/tools` },
    ],
    needs: ['mcpModernToolsList'],
    evaluate: ({ mcpModernToolsList }) =>
      judgeModern(mcpModernToolsList, judgeResult(mcpModernToolsList, judgeTools)),
    examples: [
      {
        title: 'tools',
        given: {
          mcpModernToolsList: gives('tools/list', {
            tools: [{ name: 'a', inputSchema: { type: 'object' } }],
          }),
        },
        expect: 'pass',
      },
      {
        title: 'a tool without a schema',
        given: { mcpModernToolsList: gives('tools/list', { tools: [{ name: 'a' }] }) },
        expect: 'noncompliant',
      },
      {
        title: 'a session is wanted',
        given: { mcpModernToolsList: refuses('tools/list', -32000, 400) },
        expect: 'broken',
      },
      { title: 'no modern lane', given: { mcpModernToolsList: UNPROBED }, expect: 'absent' },
      {
        title: 'no tools capability',
        given: { mcpModernToolsList: LACKS_TOOLS },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-modern-unknown-method',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown method gives -32601 without a handshake',
    goal: 'An agent can tell a method that the server lacks from an endpoint that is not there.',
    fix: 'Answer an unknown method of revision 2026-07-28 with HTTP 404 and the JSON-RPC error -32601.',
    resources: [
      {
        label: 'MCP 2026-07-28: Streamable HTTP, protocol version header',
        url: `${TRANSPORT}#protocol-version-header`,
      },
    ],
    needs: ['mcpModernUnknownMethod'],
    evaluate: ({ mcpModernUnknownMethod }) =>
      judgeModern(
        mcpModernUnknownMethod,
        judgeRefusal(mcpModernUnknownMethod, [-32601], (answered) => {
          const { status } = answered.answer;
          return status === 404 || status === 200
            ? pass(note(answered, 'error -32601'))
            : noncompliant(note(answered, 'error -32601, but the status is neither 404 nor 200'));
        }),
      ),
    examples: [
      { title: 'with 404', given: { mcpModernUnknownMethod: refuses('x', -32601, 404) }, expect: 'pass' },
      { title: 'with 200', given: { mcpModernUnknownMethod: refuses('x', -32601) }, expect: 'pass' },
      {
        title: 'with 500',
        given: { mcpModernUnknownMethod: refuses('x', -32601, 500) },
        expect: 'noncompliant',
      },
      {
        title: 'another code',
        given: { mcpModernUnknownMethod: refuses('x', -32600, 400) },
        expect: 'broken',
      },
      { title: 'a result', given: { mcpModernUnknownMethod: gives('x', {}) }, expect: 'broken' },
      {
        title: 'of a server that takes no notice of the revision',
        given: { mcpModernUnknownMethod: unproven(gives('x', {})) },
        expect: 'absent',
        evidence: 'nothing else shows this revision',
      },
      { title: 'no modern lane', given: { mcpModernUnknownMethod: UNPROBED }, expect: 'absent' },
      { title: 'no endpoint', given: { mcpModernUnknownMethod: NO_ENDPOINT }, expect: 'n_a' },
    ],
  }),

  check({
    id: 'mcp-modern-resources-miss',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown resource gives -32602',
    goal: 'An agent that reads a resource which is gone gets an error that it can tell from a failing server.',
    fix: 'Answer `resources/read` of a URI that the server does not have with the JSON-RPC error -32602 (the -32002 of earlier revisions is no longer used).',
    resources: [{ label: 'MCP 2026-07-28: error codes', url: `${OVERVIEW}#error-codes` }],
    needs: ['mcpModernUnknownResource'],
    evaluate: ({ mcpModernUnknownResource }) =>
      judgeModern(mcpModernUnknownResource, judgeRefusal(mcpModernUnknownResource, [-32602])),
    examples: [
      {
        title: 'invalid params',
        given: { mcpModernUnknownResource: refuses('resources/read', -32602) },
        expect: 'pass',
      },
      {
        title: 'the code of earlier revisions',
        given: { mcpModernUnknownResource: refuses('resources/read', -32002) },
        expect: 'broken',
        evidence: 'error -32002',
      },
      {
        title: 'a result',
        given: { mcpModernUnknownResource: gives('resources/read', { contents: [] }) },
        expect: 'broken',
      },
      { title: 'no modern lane', given: { mcpModernUnknownResource: UNPROBED }, expect: 'absent' },
      {
        title: 'no resources capability',
        given: {
          mcpModernUnknownResource: {
            state: 'inapplicable',
            evidence: 'https://site.example/mcp -> 200 (server/discover: resources are not advertised)',
          },
        },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
