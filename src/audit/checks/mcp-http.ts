/** Checks for how the MCP endpoint handles HTTP: malformed bodies, GET, and Accept. */

import { MCP_MODERN_VERSION, MCP_STATEFUL_VERSION } from '../../base/versions.ts';
import { withDetail } from '../evidence/facts.ts';
import type { McpAnswer, McpProbe } from '../evidence/mcp-answer.ts';
import type { OnLanes } from '../evidence/mcp-lanes.ts';
import { NO_HANDSHAKE } from '../evidence/mcp-lanes.ts';
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
import { bestOf, judgeLanes, judgeModern, judgeProbe, judgeType, notAsItMustBe } from './mcp-verdict.ts';

/** Judges the responses to `Accept: application/json`. One protocol revision that responds with a JSON body is enough. */
function judgeAcceptJson({ stateful, modern }: OnLanes<McpProbe>): Verdict {
  const probes = [stateful, modern].filter((probe) => probe !== undefined);
  const judged = bestOf(
    probes.map((probe) => (isInconclusive(probe) ? couldNotSee(probe) : judgeJsonBody(probe))),
  );
  if (judged.status === 'pass' || judged.status === 'error' || judged.status === 'skip') return judged;
  // If the server refuses the `Accept` header in only one revision, judge its response in the other revision.
  const answers = probes.filter((probe) => probe.state === 'answered');
  const first = answers.find(({ answer }) => answer.status < 400 || answer.status >= 500);
  if (first !== undefined) return judgeJsonBody(first);
  const refusal = answers.find(({ answer }) => answer.status === 406 || isAboutAccept(answer));
  return refusal === undefined
    ? judged
    : notApplicable(
        refusal.evidence,
        'Accept: application/json alone is refused; MCP lets servers require both types',
      );
}

/** The maximum number of characters of a refusal that are searched for its reason. */
const MAX_REFUSAL = 4_096;
const ACCEPT = /\baccept\b|not acceptable|text\/event-stream/i;

/** Returns whether a 400 response gives the `Accept` header as its reason, as the Go SDK does. */
function isAboutAccept({ status, text }: McpAnswer['answer']): boolean {
  return status === 400 && ACCEPT.test(text.slice(0, MAX_REFUSAL));
}

function judgeJsonBody(probe: Conclusive<McpProbe>): Verdict {
  const verdict = judgeProbe(probe, (answered) => {
    const { answer, framing, response } = answered;
    if (answer.status >= 400 && answer.status < 500)
      return absent(answered.evidence, 'Accept: application/json alone is refused');
    if (framing === 'sse')
      return because(
        broken(answered.evidence, 'Accept: application/json returns text/event-stream'),
        'Clients that accept only JSON get an event stream.',
      );
    const type = judgeType(answered);
    if (type !== undefined) return type;
    return response === undefined || answer.status >= 500
      ? notAsItMustBe(answered)
      : pass(answered.evidence, 'Accept: application/json, one JSON body');
  });
  return judgeModern(probe, verdict);
}

export const mcpHttpChecks: readonly Check[] = [
  check('mcp-malformed-body', {
    needs: ['mcpMalformedBody'],
    evaluate: ({ mcpMalformedBody }) =>
      judgeLanes(mcpMalformedBody, (probe) => {
        if (probe.state === 'unfinished') return broken(probe.evidence);
        return judgeProbe(probe, (answered) => {
          const { response, answer } = answered;
          const code = response?.error?.code;
          const isTyped = answer.status === 400 || answer.status === 415;
          const type = isTyped ? undefined : judgeType(answered);
          if (type !== undefined) return type;
          if (code === -32700 || isTyped)
            return pass(
              code === undefined ? answered.evidence : withDetail(answered.evidence, `error ${code}`),
            );
          const refused = code === -32600 || (answer.status >= 400 && answer.status < 500);
          return refused
            ? noncompliant(answered.evidence, 'refused, but with neither error -32700 nor status 400 or 415')
            : notAsItMustBe(answered);
        });
      }),
  }),

  check('mcp-get-fast-fail', {
    needs: ['mcpGet'],
    uses: ['mcpStateful'],
    evaluate({ mcpGet, mcpStateful }) {
      if (mcpGet.state === 'unfinished') return broken(mcpGet.evidence);
      return judgeProbe(mcpGet, (answered) => {
        const { answer, evidence } = answered;
        if (answer.status >= 500) return broken(evidence);
        if (answer.status >= 300 || answer.type?.essence !== 'text/event-stream') return pass(evidence);
        if (mcpStateful.state !== 'inapplicable' || mcpStateful.cause !== NO_HANDSHAKE) {
          const { session } = mcpStateful.state === 'open' ? mcpStateful : {};
          const revision = session?.version ?? MCP_STATEFUL_VERSION;
          return notApplicable(answered.evidence, `opens the stream that revision ${revision} defines`);
        }
        return noncompliant(
          answered.evidence,
          `opens a stream, which revision ${MCP_MODERN_VERSION} does not have`,
        );
      });
    },
  }),

  check('mcp-accept-unsatisfiable', {
    needs: ['mcpAcceptImage'],
    evaluate: ({ mcpAcceptImage }) =>
      judgeLanes(mcpAcceptImage, (probe) =>
        judgeProbe(probe, (answered) => {
          const { status } = answered.answer;
          if (status === 406) return pass(answered.evidence, 'Accept: image/png');
          if (status >= 500) return broken(answered.evidence, 'Accept: image/png causes a server error');
          return status < 400
            ? because(
                absent(answered.evidence, 'Accept: image/png is ignored'),
                'The MCP server ignores the Accept header.',
              )
            : absent(answered.evidence, 'Accept: image/png is refused with a status other than 406');
        }),
      ),
  }),

  check('mcp-accept-json', {
    needs: ['mcpAcceptJson'],
    evaluate: ({ mcpAcceptJson }) =>
      mcpAcceptJson.state === 'inapplicable'
        ? notApplicable(mcpAcceptJson.evidence)
        : judgeAcceptJson(mcpAcceptJson),
  }),
];
