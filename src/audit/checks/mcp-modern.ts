/** Checks for MCP revision 2026-07-28 (the “modern lane”), in which every request is self-contained. */

import { isRecord, isText } from '../../base/json.ts';
import { MCP_MODERN_VERSION } from '../../base/versions.ts';
import { type Facts, withDetail } from '../evidence/facts.ts';
import { describeOutcome, type McpMissing, type McpProbe, refusedType } from '../evidence/mcp-answer.ts';
import { discoverFault, HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../evidence/mcp-lanes.ts';
import {
  absent,
  because,
  broken,
  type Check,
  type Conclusive,
  check,
  noncompliant,
  notApplicable,
  pass,
  type Verdict,
} from './check.ts';
import {
  bestOf,
  judgeModern,
  judgeRefusal,
  judgeResult,
  judgeRpc,
  judgeTools,
  notAsItMustBe,
  REFUSED_TYPE,
} from './mcp-verdict.ts';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

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

function judgeVersion(probe: Conclusive<McpProbe>): Verdict {
  return judgeRefusal(probe, [UNSUPPORTED_VERSION], (answered, { data }) =>
    isRecord(data) && Array.isArray(data.supported)
      ? pass(answered.evidence, 'error -32022 with data.supported')
      : noncompliant(answered.evidence, 'error -32022 without a data.supported array'),
  );
}

/** Judges the response to a JSON-RPC batch, which must be error -32600 without an id. Acceptance and 5xx are `broken`. */
function judgeBatch(probe: Conclusive<McpProbe>): Verdict {
  return judgeRpc(probe, (answered) => {
    const { evidence, response } = answered;
    const { status } = answered.answer;
    const error = response?.error;
    if (error?.code === -32600)
      return response?.id === null || response?.id === undefined
        ? pass(evidence, 'a batch; error -32600 without an id')
        : noncompliant(evidence, 'a batch; error -32600, but with an id');
    if (status >= 500) return notAsItMustBe(answered, ' in response to a batch');
    if (error !== undefined) return noncompliant(evidence, `a batch; error ${error.code} instead of -32600`);
    return response === undefined && status >= 300
      ? noncompliant(evidence, `a batch; ${status} without JSON-RPC`)
      : notAsItMustBe(answered, ' instead of error -32600');
  });
}

/** Returns the verdict if `server/discover` does not work. Without `fault`, the server may support only older revisions. */
function withoutDiscovery(evidence: Facts, fault: McpMissing['fault']): Verdict {
  switch (fault) {
    case undefined:
      return absent(evidence);
    case 'fails':
      return because(broken(evidence), 'The MCP server responds to server/discover with a server error.');
    case 'type':
      return because(broken(evidence), REFUSED_TYPE);
  }
}

export const mcpModernChecks: readonly Check[] = [
  check('mcp-server-discover', {
    needs: ['mcpModern'],
    evaluate({ mcpModern }) {
      if (mcpModern.state === 'inapplicable') return notApplicable(mcpModern.evidence);
      if (mcpModern.state === 'missing') return withoutDiscovery(mcpModern.evidence, mcpModern.fault);
      if (mcpModern.withoutDiscover === true) {
        const { discover } = mcpModern;
        const fault = discoverFault(discover);
        const outcome = fault === 'type' ? refusedType(discover) : describeOutcome(discover);
        return withoutDiscovery(
          withDetail(discover.evidence, `${outcome}; tools/list with the revision's headers works`),
          fault,
        );
      }
      return judgeResult(mcpModern.discover, (result, answered) => {
        const faults = discoveryFaults(result);
        return faults.length === 0
          ? pass(answered.evidence, 'supportedVersions, capabilities and serverInfo')
          : noncompliant(answered.evidence, `a result without ${faults.join(', ')}`);
      });
    },
  }),

  check('mcp-modern-tools-list', {
    needs: ['mcpModernToolsList'],
    uses: ['mcpModern'],
    evaluate: ({ mcpModernToolsList, mcpModern }) =>
      judgeModern(
        mcpModernToolsList,
        judgeResult(mcpModernToolsList, (_, answered) => judgeTools(mcpModern, answered, MCP_MODERN_VERSION)),
      ),
  }),

  check('mcp-modern-unknown-method', {
    needs: ['mcpModernUnknownMethod'],
    evaluate: ({ mcpModernUnknownMethod }) =>
      judgeModern(
        mcpModernUnknownMethod,
        judgeRefusal(mcpModernUnknownMethod, [-32601], (answered) => {
          const { status } = answered.answer;
          return status === 404 || status === 200
            ? pass(answered.evidence, 'error -32601')
            : noncompliant(answered.evidence, 'error -32601, but the status is neither 404 nor 200');
        }),
      ),
  }),

  check('mcp-modern-resources-miss', {
    needs: ['mcpModernUnknownResource'],
    evaluate: ({ mcpModernUnknownResource }) =>
      judgeModern(mcpModernUnknownResource, judgeRefusal(mcpModernUnknownResource, [-32602])),
  }),

  check('mcp-modern-clientcaps', {
    needs: ['mcpModernNoCapabilities'],
    evaluate: ({ mcpModernNoCapabilities }) =>
      judgeModern(mcpModernNoCapabilities, judgeRefusal(mcpModernNoCapabilities, [-32602, -32600])),
  }),

  check('mcp-modern-header-mismatch', {
    needs: ['mcpModernHeaderMismatch'],
    evaluate: ({ mcpModernHeaderMismatch }) =>
      judgeModern(mcpModernHeaderMismatch, judgeRefusal(mcpModernHeaderMismatch, [HEADER_MISMATCH])),
  }),

  check('mcp-modern-version-reject', {
    needs: ['mcpModernUnknownVersion', 'mcpModernFutureVersion'],
    evaluate: ({ mcpModernUnknownVersion, mcpModernFutureVersion }) =>
      bestOf(
        [mcpModernUnknownVersion, mcpModernFutureVersion].map((probe) =>
          judgeModern(probe, judgeVersion(probe)),
        ),
      ),
  }),

  check('mcp-batch-reject', {
    needs: ['mcpModernBatch'],
    evaluate: ({ mcpModernBatch }) => judgeModern(mcpModernBatch, judgeBatch(mcpModernBatch)),
  }),
];
