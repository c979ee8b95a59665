/** Checks for the MCP revisions of 2025 (the “stateful lane”): the handshake and later requests. */

import { isRecord, isText } from '../../base/json.ts';
import { MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { withDetail } from '../evidence/facts.ts';
import { advertises, describeOutcome } from '../evidence/mcp-answer.ts';
import { notOpen, type StatefulLane } from '../evidence/mcp-lanes.ts';
import { isInconclusive } from '../evidence/surface.ts';
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
import {
  judgeLanes,
  judgeRefusal,
  judgeResult,
  judgeRpc,
  judgeTools,
  judgeType,
  notAsItMustBe,
} from './mcp-verdict.ts';

const CAPABILITIES = ['tools', 'resources', 'prompts'] as const;

function withoutHandshake(state: Exclude<Conclusive<StatefulLane>, { state: 'open' }>): Verdict {
  switch (state.state) {
    case 'inapplicable':
      return notApplicable(state.evidence);
    case 'failed':
      return (
        judgeType(state.initialize) ?? broken(state.initialize.evidence, describeOutcome(state.initialize))
      );
  }
}

export const mcpStatefulChecks: readonly Check[] = [
  check('mcp-initialize', {
    needs: ['mcpStateful'],
    evaluate({ mcpStateful }) {
      if (mcpStateful.state === 'inapplicable' && mcpStateful.silent === true)
        return because(broken(mcpStateful.evidence), 'The declared MCP endpoint does not speak MCP.');
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
      const type = judgeType(initialize);
      if (type !== undefined) return type;
      const offered = CAPABILITIES.filter((name) => advertises(capabilities, name));
      return offered.length === 0
        ? because(
            absent(initialize.evidence, 'none of tools, resources, prompts'),
            'The MCP server advertises neither tools nor resources nor prompts.',
          )
        : pass(initialize.evidence, offered.join(', '));
    },
  }),

  check('mcp-tools-list', {
    needs: ['mcpToolsList'],
    uses: ['mcpStateful'],
    evaluate: ({ mcpToolsList, mcpStateful }) =>
      judgeResult(mcpToolsList, (_, answered) =>
        judgeTools(
          mcpStateful,
          answered,
          mcpStateful.state === 'open' ? mcpStateful.session.version : MCP_STATEFUL_VERSION,
        ),
      ),
  }),

  check('mcp-resources-list', {
    needs: ['mcpResourcesList'],
    evaluate: ({ mcpResourcesList }) =>
      judgeResult(mcpResourcesList, (result, answered) => {
        const resources = isRecord(result) ? result.resources : undefined;
        if (!Array.isArray(resources)) return broken(answered.evidence, 'no resources array');
        if (resources.length === 0) return notApplicable(answered.evidence, 'no resource is listed');
        const nowhere = resources.filter((one: unknown) => !isRecord(one) || !isText(one.uri)).length;
        if (nowhere > 0)
          return broken(answered.evidence, `${nowhere} of ${resources.length} resources without a uri`);
        const named = resources.filter(
          (one: unknown) => isRecord(one) && isText(one.uri) && (isText(one.name) || isText(one.description)),
        ).length;
        return named === 0
          ? noncompliant(answered.evidence, 'no resource has a uri and a name or description')
          : pass(answered.evidence, `${named} named ${named === 1 ? 'resource' : 'resources'}`);
      }),
  }),

  check('mcp-unknown-method', {
    needs: ['mcpUnknownMethod'],
    evaluate: ({ mcpUnknownMethod }) => judgeRefusal(mcpUnknownMethod, [-32601]),
  }),

  check('mcp-unknown-tool', {
    needs: ['mcpUnknownTool'],
    evaluate: ({ mcpUnknownTool }) =>
      judgeLanes(mcpUnknownTool, (probe) =>
        judgeRpc(probe, (answered) => {
          const { response } = answered;
          if (response?.error?.code === -32602) return pass(answered.evidence, 'error -32602');
          const instead = 'instead of error -32602';
          if (response?.error !== undefined)
            return noncompliant(answered.evidence, `error ${response.error.code} ${instead}`);
          return isRecord(response?.result) && response.result.isError === true
            ? noncompliant(answered.evidence, `a result with isError ${instead}`)
            : notAsItMustBe(answered, ` ${instead}`);
        }),
      ),
  }),
];
