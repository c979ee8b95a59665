/** What a server of the modern lane of MCP (revision 2026-07-28) must refuse. */
import type { McpProbe } from '../evidence/mcp-answer.ts';
import { HEADER_MISMATCH, UNSUPPORTED_VERSION } from '../evidence/mcp-lanes.ts';
import { isRecord } from '../parse/json.ts';
import { type Check, type Conclusive, check, noncompliant, pass, type Verdict } from './check.ts';
import { bestOf, judgeModern, judgeProbe, judgeRefusal } from './mcp-verdict.ts';

/** The verdict on a request of a version that no server can support. */
function judgeVersion(probe: Conclusive<McpProbe>): Verdict {
  return judgeRefusal(probe, [UNSUPPORTED_VERSION], (answered, { data }) =>
    isRecord(data) && Array.isArray(data.supported)
      ? pass(answered.evidence, 'error -32022 with data.supported')
      : noncompliant(answered.evidence, 'error -32022 without a data.supported array'),
  );
}

/** The verdict on a batch. What cannot be read as a request has no id that could be given back. */
function judgeBatch(probe: Conclusive<McpProbe>): Verdict {
  return judgeProbe(probe, (answered) => {
    const { answer, response } = answered;
    if (response === undefined && answer.status >= 400 && answer.status < 500)
      return noncompliant(answered.evidence, `a batch; ${answer.status} without JSON-RPC`);
    return judgeRefusal(answered, [-32600], () =>
      response?.id === null || response?.id === undefined
        ? pass(answered.evidence, 'a batch; error -32600 without an id of its own')
        : noncompliant(answered.evidence, 'a batch; error -32600, but with an id'),
    );
  });
}

export const mcpModernRefusalChecks: readonly Check[] = [
  /** A request whose `_meta` lacks `clientCapabilities` must be refused with error -32602 or -32600. */
  check('mcp-modern-clientcaps', {
    needs: ['mcpModernNoCapabilities'],
    evaluate: ({ mcpModernNoCapabilities }) =>
      judgeModern(mcpModernNoCapabilities, judgeRefusal(mcpModernNoCapabilities, [-32602, -32600])),
  }),

  /** A request whose `Mcp-Method` names another method than its body must get error -32020. */
  check('mcp-modern-header-mismatch', {
    needs: ['mcpModernHeaderMismatch'],
    evaluate: ({ mcpModernHeaderMismatch }) =>
      judgeModern(mcpModernHeaderMismatch, judgeRefusal(mcpModernHeaderMismatch, [HEADER_MISMATCH])),
  }),

  /**
   * A version of 1900 in headers and `_meta`, and one of 2099: error -32022 with an array `data.supported` for either
   * passes; without the array it is noncompliant.
   */
  check('mcp-modern-version-reject', {
    needs: ['mcpModernUnknownVersion', 'mcpModernFutureVersion'],
    evaluate: ({ mcpModernUnknownVersion, mcpModernFutureVersion }) =>
      bestOf(
        [mcpModernUnknownVersion, mcpModernFutureVersion].map((probe) =>
          judgeModern(probe, judgeVersion(probe)),
        ),
      ),
  }),

  /**
   * An array with one request, which this revision has not: error -32600 whose id is null or left out. A 4xx without JSON-
   * RPC, or an id, is noncompliant; a result is broken.
   */
  check('mcp-batch-reject', {
    needs: ['mcpModernBatch'],
    evaluate: ({ mcpModernBatch }) => judgeModern(mcpModernBatch, judgeBatch(mcpModernBatch)),
  }),
];
