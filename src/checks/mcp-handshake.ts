/** The handshake of the stateful lane of MCP (revisions of 2025). */

import { withDetail } from '../evidence/facts.ts';
import { advertises, describeOutcome } from '../evidence/mcp-answer.ts';
import { notOpen, type StatefulLane } from '../evidence/mcp-lanes.ts';
import { isInconclusive } from '../evidence/surface.ts';
import { isRecord, isText } from '../parse/json.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
} from './check.ts';
import { judgeResult } from './mcp-verdict.ts';

const CAPABILITIES = ['tools', 'resources', 'prompts'] as const;

/** The verdict where the handshake gave no result. */
function withoutHandshake(state: Exclude<Conclusive<StatefulLane>, { state: 'open' }>): Verdict {
  switch (state.state) {
    case 'inapplicable':
      return notApplicable(state.evidence);
    case 'failed':
      return broken(state.initialize.evidence, describeOutcome(state.initialize));
  }
}

export const mcpHandshakeChecks: readonly Check[] = [
  /**
   * Not applicable where no endpoint was found, where it wants authorization, and on a server of 2026-07-28 alone, which has
   * no handshake. A result needs `serverInfo.name` and `protocolVersion`: one of them is noncompliant, neither broken. An
   * endpoint that a document promises and that does not speak MCP is broken.
   */
  check('mcp-initialize', {
    needs: ['mcpStateful'],
    evaluate({ mcpStateful }) {
      if (mcpStateful.state === 'inapplicable' && mcpStateful.silent === true)
        return because(
          broken(mcpStateful.evidence),
          'The MCP endpoint that the site names does not speak MCP.',
        );
      if (mcpStateful.state !== 'open') return withoutHandshake(mcpStateful);
      return judgeResult(mcpStateful.initialize, (result, answered) => {
        const { serverInfo, protocolVersion } = isRecord(result) ? result : {};
        const name = isRecord(serverInfo) && isText(serverInfo.name);
        const version = isText(protocolVersion);
        if (name && version) return pass(answered.evidence, 'serverInfo and protocolVersion');
        const missing = [...(name ? [] : ['serverInfo.name']), ...(version ? [] : ['protocolVersion'])];
        const evidence = withDetail(answered.evidence, `a result without ${missing.join(' and ')}`);
        return name || version ? noncompliant(evidence) : broken(evidence);
      });
    },
  }),

  /**
   * The result of the handshake must advertise tools, resources or prompts. Where the handshake failed, that is absent, as
   * it is for all that comes after one.
   */
  check('mcp-capabilities', {
    needs: [],
    uses: ['mcpStateful'],
    evaluate({ mcpStateful }) {
      if (mcpStateful.state !== 'open') {
        const probe = notOpen(mcpStateful);
        if (isInconclusive(probe)) return couldNotSee(probe);
        return probe.state === 'missing' ? absent(probe.evidence) : notApplicable(probe.evidence);
      }
      const { initialize, capabilities } = mcpStateful;
      const offered = CAPABILITIES.filter((name) => advertises(capabilities, name));
      return offered.length === 0
        ? because(
            absent(initialize.evidence, 'none of tools, resources, prompts'),
            'The MCP server advertises neither tools nor resources nor prompts.',
          )
        : pass(initialize.evidence, offered.join(', '));
    },
  }),
];
