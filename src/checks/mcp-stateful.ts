/** The stateful lane of MCP (revisions of 2025): what may be asked after the handshake. */
import { isRecord, isText } from '../parse/json.ts';
import { describeOutcome, note } from '../probes/mcp-rpc.ts';
import { broken, type Check, check, noncompliant, notApplicable, pass } from './check.ts';
import {
  ASKS_FOR_AUTHORIZATION,
  failsWith,
  gives,
  LACKS_TOOLS,
  MODERN_ONLY,
  mcpAnswer,
  NO_HANDSHAKE,
  on2025,
  on2026,
  onBoth,
  refuses,
} from './mcp-examples.ts';
import { judgeLanes, judgeProbe, judgeRefusal, judgeResult, judgeTools } from './mcp-verdict.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';
const JSON_RPC_ERRORS = {
  label: 'JSON-RPC 2.0, section 5.1: error object',
  url: 'https://www.jsonrpc.org/specification#error_object',
};

export const mcpStatefulChecks: readonly Check[] = [
  check({
    id: 'mcp-tools-list',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP tools are listed with input schemas',
    goal: 'An agent sees every tool, and knows from its input schema how to call it.',
    fix: 'Answer `tools/list` with a `tools` array in which every tool has a `name` and an `inputSchema` with `"type": "object"`; a tool without parameters has an empty object schema.',
    resources: [{ label: 'MCP 2025-11-25: Tools', url: `${SPECIFICATION}/server/tools` }],
    needs: ['mcpToolsList'],
    evaluate: ({ mcpToolsList }) => judgeResult(mcpToolsList, judgeTools),
    examples: [
      {
        title: 'a tool with a schema',
        given: {
          mcpToolsList: gives('tools/list', { tools: [{ name: 'a', inputSchema: { type: 'object' } }] }),
        },
        expect: 'pass',
        evidence: '1 tool',
      },
      {
        title: 'a tool without a schema',
        given: { mcpToolsList: gives('tools/list', { tools: [{ name: 'a' }] }) },
        expect: 'noncompliant',
        evidence: '1 of 1 tool',
      },
      {
        title: 'a schema of another type',
        given: {
          mcpToolsList: gives('tools/list', { tools: [{ name: 'a', inputSchema: { type: 'string' } }] }),
        },
        expect: 'noncompliant',
      },
      { title: 'no array', given: { mcpToolsList: gives('tools/list', { tools: {} }) }, expect: 'broken' },
      { title: 'an error', given: { mcpToolsList: refuses('tools/list', -32603) }, expect: 'broken' },
      {
        title: 'a second page with a faulty tool',
        given: {
          mcpToolsList: {
            ...gives('tools/list', {
              tools: [{ name: 'a', inputSchema: { type: 'object' } }],
              nextCursor: '1',
            }),
            pages: [gives('tools/list', { tools: [{ name: 'b' }] })],
          },
        },
        expect: 'noncompliant',
        evidence: '1 of 2 tools on 2 pages',
      },
      {
        title: 'a second page that cannot be had',
        given: {
          mcpToolsList: {
            ...gives('tools/list', { tools: [], nextCursor: '1' }),
            pages: [refuses('tools/list', -32602)],
          },
        },
        expect: 'broken',
        evidence: 'error -32602 on page 2',
      },
      { title: 'no handshake', given: { mcpToolsList: NO_HANDSHAKE }, expect: 'absent' },
      { title: 'only the modern lane', given: { mcpToolsList: MODERN_ONLY }, expect: 'n_a' },
      {
        title: 'no tools capability',
        given: { mcpToolsList: LACKS_TOOLS },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-resources-list',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP resources are listed',
    goal: 'An agent finds the documents that the server offers, with a name or description to choose by.',
    fix: 'Answer `resources/list` with at least one resource that has a `uri` and a `name` or `description`, or do not advertise the `resources` capability.',
    resources: [{ label: 'MCP 2025-11-25: Resources', url: `${SPECIFICATION}/server/resources` }],
    needs: ['mcpResourcesList'],
    evaluate: ({ mcpResourcesList }) =>
      judgeResult(mcpResourcesList, (result, answered) => {
        const resources = isRecord(result) ? result.resources : undefined;
        if (!Array.isArray(resources)) return broken(note(answered, 'no resources array'));
        if (resources.length === 0) return notApplicable(note(answered, 'no resource is listed'));
        const nowhere = resources.filter((one: unknown) => !isRecord(one) || !isText(one.uri)).length;
        if (nowhere > 0) return broken(note(answered, `${nowhere} of ${resources.length} without a uri`));
        const named = resources.filter(
          (one: unknown) => isRecord(one) && isText(one.uri) && (isText(one.name) || isText(one.description)),
        ).length;
        return named === 0
          ? noncompliant(note(answered, 'no resource has a uri and a name or description'))
          : pass(note(answered, `${named} named ${named === 1 ? 'resource' : 'resources'}`));
      }),
    examples: [
      {
        title: 'a named resource',
        given: { mcpResourcesList: gives('resources/list', { resources: [{ uri: 'a://b', name: 'b' }] }) },
        expect: 'pass',
      },
      {
        title: 'an empty list',
        given: { mcpResourcesList: gives('resources/list', { resources: [] }) },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'a resource without a uri',
        given: {
          mcpResourcesList: gives('resources/list', {
            resources: [{ uri: 'a://b', name: 'b' }, { name: 'c' }],
          }),
        },
        expect: 'broken',
        evidence: '1 of 2 without a uri',
      },
      { title: 'no handshake', given: { mcpResourcesList: NO_HANDSHAKE }, expect: 'absent' },
      {
        title: 'resources without a name',
        given: { mcpResourcesList: gives('resources/list', { resources: [{ uri: 'a://b' }] }) },
        expect: 'noncompliant',
      },
      { title: 'no array', given: { mcpResourcesList: gives('resources/list', {}) }, expect: 'broken' },
      {
        title: 'advertised, but unknown',
        given: { mcpResourcesList: refuses('resources/list', -32601) },
        expect: 'broken',
      },
      {
        title: 'not advertised',
        given: {
          mcpResourcesList: {
            state: 'inapplicable',
            evidence: 'https://site.example/mcp -> 200 (initialize: resources are not advertised)',
          },
        },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-unknown-method',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown method gives -32601',
    goal: 'An agent that asks for something the server does not have is told so at once, in a form it can act on.',
    fix: 'Answer a method that the server does not know with the JSON-RPC error -32601 (Method not found), with the id of the request.',
    resources: [JSON_RPC_ERRORS],
    needs: ['mcpUnknownMethod'],
    evaluate: ({ mcpUnknownMethod }) => judgeRefusal(mcpUnknownMethod, [-32601]),
    examples: [
      { title: 'method not found', given: { mcpUnknownMethod: refuses('x', -32601) }, expect: 'pass' },
      { title: 'another code', given: { mcpUnknownMethod: refuses('x', -32603, 500) }, expect: 'broken' },
      {
        title: 'a result',
        given: { mcpUnknownMethod: gives('x', {}) },
        expect: 'broken',
        evidence: 'a result',
      },
      { title: 'no JSON', given: { mcpUnknownMethod: failsWith('x', 404) }, expect: 'broken' },
      {
        title: 'nothing',
        given: { mcpUnknownMethod: mcpAnswer('x', '', { status: 202 }) },
        expect: 'broken',
      },
      { title: 'no handshake', given: { mcpUnknownMethod: NO_HANDSHAKE }, expect: 'absent' },
      { title: 'only the modern lane', given: { mcpUnknownMethod: MODERN_ONLY }, expect: 'n_a' },
      {
        title: 'authorization wanted',
        given: { mcpUnknownMethod: ASKS_FOR_AUTHORIZATION },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-unknown-tool',
    category: 'mcp',
    keyword: 'should',
    principle: 'P4',
    label: 'MCP unknown tool gives -32602',
    goal: 'An agent that names a tool which does not exist gets a protocol error, not something that reads like the output of a tool.',
    fix: 'Answer `tools/call` of a tool that does not exist with the JSON-RPC error -32602 (Invalid params); keep results with `isError` for tools that ran and failed.',
    resources: [
      { label: 'MCP 2025-11-25: Tools, error handling', url: `${SPECIFICATION}/server/tools#error-handling` },
      JSON_RPC_ERRORS,
    ],
    needs: ['mcpUnknownTool'],
    evaluate: ({ mcpUnknownTool }) =>
      judgeLanes(mcpUnknownTool, (probe) =>
        judgeProbe(probe, (answered) => {
          const { response } = answered;
          if (response?.error?.code === -32602) return pass(note(answered, 'error -32602'));
          const instead = 'instead of error -32602';
          if (response?.error !== undefined)
            return noncompliant(note(answered, `error ${response.error.code} ${instead}`));
          return isRecord(response?.result) && response.result.isError === true
            ? noncompliant(note(answered, `a result with isError ${instead}`))
            : broken(note(answered, `${describeOutcome(answered)} ${instead}`));
        }),
      ),
    examples: [
      {
        title: 'invalid params',
        given: { mcpUnknownTool: on2025(refuses('tools/call', -32602)) },
        expect: 'pass',
      },
      {
        title: 'a result with isError',
        given: { mcpUnknownTool: on2025(gives('tools/call', { isError: true, content: [] })) },
        expect: 'noncompliant',
        evidence: 'a result with isError instead of error -32602',
      },
      {
        title: 'another code',
        given: { mcpUnknownTool: on2026(refuses('tools/call', -32603)) },
        expect: 'noncompliant',
      },
      {
        title: 'isError on the older lane, the error on the newer',
        given: {
          mcpUnknownTool: onBoth(
            gives('tools/call', { isError: true, content: [] }),
            refuses('tools/call', -32602),
          ),
        },
        expect: 'pass',
      },
      {
        title: 'what looks like success',
        given: { mcpUnknownTool: on2025(gives('tools/call', { content: [] })) },
        expect: 'broken',
        evidence: 'a result instead of',
      },
      {
        title: 'no JSON-RPC',
        given: { mcpUnknownTool: on2025(failsWith('tools/call', 404)) },
        expect: 'broken',
      },
      { title: 'no handshake', given: { mcpUnknownTool: on2025(NO_HANDSHAKE) }, expect: 'absent' },
      {
        title: 'no tools capability',
        given: { mcpUnknownTool: LACKS_TOOLS },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
