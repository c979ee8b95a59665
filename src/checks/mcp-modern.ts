/** The modern lane of MCP (revision 2026-07-28), in which every request is complete in itself. */
import { describeOutcome } from '../evidence/mcp-answer.ts';
import { isRecord, isText } from '../parse/json.ts';
import { absent, type Check, check, noncompliant, notApplicable, pass } from './check.ts';
import { judgeModern, judgeRefusal, judgeResult, judgeTools } from './mcp-verdict.ts';

const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

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
  /**
   * Needs the supported versions, the capabilities and the identity of the server in `_meta`. No answer of that revision is
   * absent, and so is a server that answers `tools/list` by headers alone and does not know this method.
   */
  check('mcp-server-discover', {
    needs: ['mcpModern'],
    evaluate({ mcpModern }) {
      if (mcpModern.state === 'inapplicable') return notApplicable(mcpModern.evidence);
      if (mcpModern.state === 'missing') return absent(mcpModern.evidence);
      if (mcpModern.withoutDiscover === true) {
        const { discover } = mcpModern;
        return absent(
          discover.evidence,
          `${describeOutcome(discover)}; tools/list by headers alone is answered`,
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

  /**
   * `tools/list` by headers and `_meta` alone, judged as `mcp-tools-list` is. Here and in all checks of this lane, what fails
   * where `tools/list` alone shows the revision is `absent` (unprobed), never broken.
   */
  check('mcp-modern-tools-list', {
    needs: ['mcpModernToolsList'],
    uses: ['mcpModern'],
    evaluate: ({ mcpModernToolsList, mcpModern }) =>
      judgeModern(
        mcpModernToolsList,
        judgeResult(mcpModernToolsList, (_, answered) => judgeTools(mcpModern, answered)),
      ),
  }),

  /** Error -32601, under status 404 or 200; another status is noncompliant. */
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

  /** Applies where resources are advertised. `resources/read` of a URI that cannot exist must get error -32602. */
  check('mcp-modern-resources-miss', {
    needs: ['mcpModernUnknownResource'],
    evaluate: ({ mcpModernUnknownResource }) =>
      judgeModern(mcpModernUnknownResource, judgeRefusal(mcpModernUnknownResource, [-32602])),
  }),
];
