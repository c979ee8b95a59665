/** The handshake of the stateful lane of MCP (revisions of 2025). */

import { isUnseen } from '../evidence/surface.ts';
import { isRecord, isText } from '../parse/json.ts';
import { advertises, describeOutcome, note, sessionOf } from '../probes/mcp-rpc.ts';
import { notOpen, type StatefulLane } from '../probes/mcp-stateful.ts';
import {
  absent,
  broken,
  type Check,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Seen,
  type Verdict,
} from './check.ts';
import {
  ASKS_FOR_AUTHORIZATION,
  failsWith,
  gives,
  MODERN_ONLY,
  NO_ENDPOINT,
  refuses,
} from './mcp-examples.ts';
import { judgeResult } from './mcp-verdict.ts';

const SPECIFICATION = 'https://modelcontextprotocol.io/specification/2025-11-25';
const LIFECYCLE = {
  label: 'MCP 2025-11-25: Lifecycle',
  url: `${SPECIFICATION}/basic/lifecycle`,
};

const CAPABILITIES = ['tools', 'resources', 'prompts'] as const;

const SILENT: StatefulLane = {
  state: 'inapplicable',
  silent: true,
  cause: 'the endpoint does not answer as MCP',
  evidence:
    'https://site.example/mcp -> 404, promised by /.well-known/mcp.json: the endpoint does not answer as MCP',
};

const HANDSHAKE = {
  protocolVersion: '2025-11-25',
  serverInfo: { name: 'site', version: '1.0.0' },
  capabilities: { tools: {} },
};

/** A lane as the probe finds it, from the answer to `initialize`. */
function lane(initialize = gives('initialize', HANDSHAKE)): StatefulLane {
  const url = 'https://site.example/mcp';
  const result = initialize.response?.result;
  if (initialize.response === undefined || initialize.response.error !== undefined)
    return { state: 'failed', url, initialize };
  const capabilities = isRecord(result) && isRecord(result.capabilities) ? result.capabilities : {};
  return { state: 'open', url, initialize, session: sessionOf(initialize), capabilities };
}

/** The verdict where the handshake gave no result. */
function withoutHandshake(state: Exclude<Seen<StatefulLane>, { state: 'open' }>): Verdict {
  switch (state.state) {
    case 'inapplicable':
      return notApplicable(state.evidence);
    case 'failed':
      return broken(note(state.initialize, describeOutcome(state.initialize)));
  }
}

export const mcpHandshakeChecks: readonly Check[] = [
  check({
    id: 'mcp-initialize',
    category: 'mcp',
    keyword: 'must',
    principle: 'P2',
    label: 'MCP initialize handshake',
    goal: 'An agent connects to the MCP server with the handshake that every client of the 2025 revisions opens with.',
    fix: 'Answer `initialize` with a JSON-RPC result that holds `protocolVersion`, `capabilities` and `serverInfo` with a name and a version, sent as application/json or text/event-stream. The official SDKs do this on their own.',
    resources: [LIFECYCLE],
    needs: ['mcpStateful'],
    evaluate({ mcpStateful }) {
      if (mcpStateful.state === 'inapplicable' && mcpStateful.silent === true)
        return broken(mcpStateful.evidence);
      if (mcpStateful.state !== 'open') return withoutHandshake(mcpStateful);
      return judgeResult(mcpStateful.initialize, (result, answered) => {
        const { serverInfo, protocolVersion } = isRecord(result) ? result : {};
        const name = isRecord(serverInfo) && isText(serverInfo.name);
        const version = isText(protocolVersion);
        if (name && version) return pass(note(answered, 'serverInfo and protocolVersion'));
        const missing = [...(name ? [] : ['serverInfo.name']), ...(version ? [] : ['protocolVersion'])];
        const evidence = note(answered, `a result without ${missing.join(' and ')}`);
        return name || version ? noncompliant(evidence) : broken(evidence);
      });
    },
    examples: [
      { title: 'a complete result', given: { mcpStateful: lane() }, expect: 'pass' },
      {
        title: 'only the modern lane',
        given: { mcpStateful: MODERN_ONLY },
        expect: 'n_a',
        reason: 'antecedent-unmet',
        evidence: 'speaks 2026-07-28, which has no handshake',
      },
      {
        title: 'promised by a card, and a page',
        given: { mcpStateful: SILENT },
        expect: 'broken',
        evidence: 'does not answer as MCP',
      },
      {
        title: 'an error',
        given: { mcpStateful: lane(refuses('initialize', -32603)) },
        expect: 'broken',
        evidence: 'error -32603',
      },
      {
        title: 'a server error',
        given: { mcpStateful: lane(failsWith('initialize', 500)) },
        expect: 'broken',
      },
      { title: 'an empty result', given: { mcpStateful: lane(gives('initialize', {})) }, expect: 'broken' },
      {
        title: 'a type that clients do not read',
        given: { mcpStateful: lane(gives('initialize', HANDSHAKE, { type: 'text/plain' })) },
        expect: 'broken',
        evidence: 'text/plain',
      },
      {
        title: 'no serverInfo',
        given: { mcpStateful: lane(gives('initialize', { ...HANDSHAKE, serverInfo: undefined })) },
        expect: 'noncompliant',
        evidence: 'serverInfo.name',
      },
      {
        title: 'no endpoint',
        given: { mcpStateful: NO_ENDPOINT },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'authorization wanted',
        given: { mcpStateful: ASKS_FOR_AUTHORIZATION },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),

  check({
    id: 'mcp-capabilities',
    category: 'mcp',
    keyword: 'should',
    principle: 'P2',
    label: 'MCP capabilities are advertised',
    goal: 'An agent learns from the handshake what the server offers, without trying each method.',
    fix: 'Name what the server offers in the `capabilities` of the `initialize` result: `tools`, `resources` or `prompts`, each an object.',
    resources: [LIFECYCLE],
    needs: [],
    uses: ['mcpStateful'],
    evaluate({ mcpStateful }) {
      if (mcpStateful.state !== 'open') {
        const probe = notOpen(mcpStateful);
        if (isUnseen(probe)) return couldNotSee(probe);
        return probe.state === 'missing' ? absent(probe.evidence) : notApplicable(probe.evidence);
      }
      const { initialize, capabilities } = mcpStateful;
      const offered = CAPABILITIES.filter((name) => advertises(capabilities, name));
      return offered.length === 0
        ? absent(note(initialize, 'none of tools, resources, prompts'))
        : pass(note(initialize, offered.join(', ')));
    },
    examples: [
      { title: 'tools', given: { mcpStateful: lane() }, expect: 'pass', evidence: 'tools' },
      {
        title: 'nothing',
        given: { mcpStateful: lane(gives('initialize', { ...HANDSHAKE, capabilities: { logging: {} } })) },
        expect: 'absent',
      },
      { title: 'no handshake', given: { mcpStateful: lane(failsWith('initialize', 500)) }, expect: 'absent' },
      {
        title: 'only the modern lane',
        given: { mcpStateful: MODERN_ONLY },
        expect: 'n_a',
        reason: 'antecedent-unmet',
        evidence: 'see mcp-initialize',
      },
      {
        title: 'promised, and something else',
        given: { mcpStateful: SILENT },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
      {
        title: 'no endpoint',
        given: { mcpStateful: NO_ENDPOINT },
        expect: 'n_a',
        reason: 'antecedent-unmet',
      },
    ],
  }),
];
