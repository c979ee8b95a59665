/** Functions that judge MCP requests, shared by several checks. */

import { isRecord, isText } from '../../base/json.ts';
import { plain } from '../../base/text.ts';
import { says, withDetail } from '../evidence/facts.ts';
import {
  advertises,
  describeOutcome,
  type McpAnswer,
  type McpInapplicable,
  type McpProbe,
  refusedType,
} from '../evidence/mcp-answer.ts';
import type { ModernLane, OnLanes, StatefulLane } from '../evidence/mcp-lanes.ts';
import { type Inconclusive, isInconclusive } from '../evidence/surface.ts';
import type { RpcError } from '../parse/json-rpc.ts';
import { toolFault } from '../parse/mcp-tool.ts';
import {
  absent,
  because,
  broken,
  type Conclusive,
  couldNotSee,
  noncompliant,
  notApplicable,
  pass,
  unclear,
  type Verdict,
} from './check.ts';

/** Returns the verdict on an MCP request. If the server responded, `onAnswer` judges the response. */
export function judgeProbe(probe: Conclusive<McpProbe>, onAnswer: (answered: McpAnswer) => Verdict): Verdict {
  switch (probe.state) {
    case 'answered':
      return onAnswer(probe);
    case 'inapplicable':
      return notApplicable(probe.evidence);
    case 'missing':
      return { ...absent(probe.evidence), ...(probe.unprobed === true ? { unprobed: true } : {}) };
  }
}

/** Returns `broken` if clients refuse a JSON-RPC body because of its media type; otherwise `undefined`. */
export function judgeType(answered: McpAnswer): Verdict | undefined {
  const type = refusedType(answered);
  return type === undefined ? undefined : because(broken(answered.evidence, type), REFUSED_TYPE);
}

export const REFUSED_TYPE = 'The MCP server sends JSON-RPC with a media type that clients refuse.';

/** Judges a request as `judgeProbe` does, but the check fails if clients refuse the media type of the JSON-RPC body. */
export function judgeRpc(probe: Conclusive<McpProbe>, onAnswer: (answered: McpAnswer) => Verdict): Verdict {
  return judgeProbe(probe, (answered) => judgeType(answered) ?? onAnswer(answered));
}

/** Judges a request that was sent in one or both protocol revisions. The better verdict counts. */
export function judgeLanes<T extends object>(
  lanes: Conclusive<OnLanes<T> | McpInapplicable>,
  judgeOne: (probe: Exclude<T, Inconclusive>) => Verdict,
): Verdict {
  if (lanes.state === 'inapplicable') return notApplicable(lanes.evidence);
  const verdicts = [lanes.stateful, lanes.modern]
    .filter((probe) => probe !== undefined)
    .map((probe) => {
      if (isInconclusive(probe)) return couldNotSee(probe);
      const conclusive = probe as Exclude<T, Inconclusive>;
      return judgeModern(conclusive, judgeOne(conclusive));
    });
  const proven = verdicts.filter((verdict) => !('unprobed' in verdict));
  return bestOf(proven.length > 0 ? proven : verdicts);
}

/** Statuses from best to worst. `error` and `skip` come second, because a response that was not read might be a pass. */
const PREFERENCE = ['pass', 'error', 'skip', 'noncompliant', 'absent', 'broken', 'n_a'] as const;

export function bestOf(verdicts: readonly Verdict[]): Verdict {
  const ranked = PREFERENCE.map((status) => verdicts.find((verdict) => verdict.status === status));
  return (
    ranked.find((verdict) => verdict !== undefined) ?? notApplicable(says('not requested in any revision'))
  );
}

const FAULTS: ReadonlySet<string> = new Set(['noncompliant', 'absent', 'broken']);

/** Replaces a failure with `absent` if only `tools/list` suggests that the server supports revision 2026-07-28. */
export function judgeModern(probe: object, verdict: Verdict): Verdict {
  const unproven = 'unproven' in probe && probe.unproven === true;
  if (!unproven || !FAULTS.has(verdict.status)) return verdict;
  const evidence = withDetail(
    verdict.evidence,
    'nothing else shows support for this revision: see mcp-server-discover',
  );
  return { status: 'absent', evidence, unprobed: true };
}

/** Returns `broken` for a wrong response, or `error` if a limit of the auditor kept it from reading the response. */
export function notAsItMustBe(answered: McpAnswer, instead = ''): Verdict {
  const { limit, evidence } = answered;
  return limit === undefined
    ? broken(evidence, `${describeOutcome(answered)}${instead}`)
    : unclear(evidence, limit);
}

/** Returns the verdict on a request that must return a result. Any other response is `broken`. */
export function judgeResult(
  probe: Conclusive<McpProbe>,
  onResult: (result: unknown, answered: McpAnswer) => Verdict,
): Verdict {
  return judgeRpc(probe, (answered) => {
    const { response } = answered;
    if (response === undefined || response.error !== undefined) return notAsItMustBe(answered);
    return onResult(response.result, answered);
  });
}

/** Returns the verdict on a request that must fail with one of these error codes. Any other response is `broken`. */
export function judgeRefusal(
  probe: Conclusive<McpProbe>,
  codes: readonly number[],
  onRefused: (answered: McpAnswer, error: RpcError) => Verdict = (answered, { code }) =>
    pass(answered.evidence, `error ${code}`),
): Verdict {
  return judgeRpc(probe, (answered) => {
    const error = answered.response?.error;
    return error !== undefined && codes.includes(error.code)
      ? onRefused(answered, error)
      : notAsItMustBe(answered, ` instead of error ${codes.join(' or ')}`);
  });
}

/** The maximum number of invalid tools listed in the evidence. */
const MAX_TOOLS = 3;

/**
 * Returns the verdict on all pages of a `tools/list` result. Each tool must match the revision's schema (MCP, "Tool"),
 * because SDKs reject the whole list if one tool is invalid. An empty list fails if the server offers nothing else.
 *
 * @param lane the result of the handshake or of `server/discover`, with the server's capabilities
 */
export function judgeTools(lane: StatefulLane | ModernLane, answered: McpAnswer, revision: string): Verdict {
  const pages = [answered, ...(answered.pages ?? [])];
  const tools: unknown[] = [];
  for (const [i, page] of pages.entries()) {
    const result = page.response?.result;
    const listed = isRecord(result) ? result.tools : undefined;
    const where = i === 0 ? '' : ` on page ${i + 1}`;
    if (page.response?.result === undefined) return notAsItMustBe(page, where);
    const type = judgeType(page);
    if (type !== undefined) return type;
    if (!Array.isArray(listed)) return broken(page.evidence, `no tools array${where}`);
    tools.push(...listed);
  }
  const count = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  const total = pages.length === 1 ? count : `${count} on ${pages.length} pages`;
  const faults = tools.flatMap((tool, i) => {
    const fault = toolFault(tool, revision);
    return fault === undefined ? [] : `${nameOf(tool) ?? `tool ${i + 1}`} (${fault})`;
  });
  if (faults.length > 0) {
    const more = faults.length > MAX_TOOLS ? `, and ${faults.length - MAX_TOOLS} more` : '';
    const named = faults.slice(0, MAX_TOOLS).join(', ');
    return noncompliant(
      answered.evidence,
      `the MCP schema rejects ${faults.length} of ${total}, so clients drop the list: ${named}${more}`,
    );
  }
  if (answered.hasMore === true)
    return unclear(
      answered.evidence,
      `${total}, and more pages than the ${pages.length} that the audit reads`,
    );
  return tools.length === 0 ? judgeNoTools(lane, pages.at(-1) ?? answered) : pass(answered.evidence, total);
}

function judgeNoTools(lane: StatefulLane | ModernLane, { evidence, response }: McpAnswer): Verdict {
  if (isInconclusive(lane)) return couldNotSee(lane);
  const result = response?.result;
  // In revision 2026-07-28, the audit reads only the first page of the list of tools.
  if (isRecord(result) && isText(result.nextCursor))
    return unclear(evidence, 'no tool on the first page, and the audit reads no other');
  const others = ['resources', 'prompts'].filter(
    (name) => lane.state === 'open' && advertises(lane.capabilities, name),
  );
  return others.length > 0
    ? notApplicable(evidence, `no tool is listed, and the server offers ${others.join(' and ')}`)
    : because(
        noncompliant(evidence, 'no tool is listed, and the server offers neither resources nor prompts'),
        'The MCP server lists no tools and offers nothing else.',
      );
}

function nameOf(tool: unknown): string | undefined {
  return isRecord(tool) && isText(tool.name) ? `"${plain(tool.name, 60)}"` : undefined;
}
