/** What the verdicts on MCP requests have in common. */
import { isRecord, isText } from '../parse/json.ts';
import type { RpcError } from '../parse/json-rpc.ts';
import { describeOutcome, isReadable, type McpAnswer, type McpProbe, note } from '../probes/mcp-rpc.ts';
import { absent, broken, noncompliant, notApplicable, pass, type Seen, type Verdict } from './check.ts';

/** What stood in the way of a request, decided; `onAnswer` judges the answer to one that was made. */
export function judgeProbe(probe: Seen<McpProbe>, onAnswer: (answered: McpAnswer) => Verdict): Verdict {
  switch (probe.state) {
    case 'answered':
      return onAnswer(probe);
    case 'inapplicable':
      return notApplicable(probe.evidence);
    case 'missing':
      return { ...absent(probe.evidence), ...(probe.unprobed === true ? { unprobed: true } : {}) };
  }
}

/** The verdict on a request that must give a result; what is no result, or unreadable for clients, is broken. */
export function judgeResult(
  probe: Seen<McpProbe>,
  onResult: (result: unknown, answered: McpAnswer) => Verdict,
): Verdict {
  return judgeProbe(probe, (answered) => {
    const { response, answer } = answered;
    if (response === undefined || response.error !== undefined)
      return broken(note(answered, describeOutcome(answered)));
    if (!isReadable(answer))
      return broken(note(answered, `sent as ${answer.type?.essence ?? 'no media type'}`));
    return onResult(response.result, answered);
  });
}

/** The verdict on a request that must be refused with one of these codes; a result, another code or no JSON is broken. */
export function judgeRefusal(
  probe: Seen<McpProbe>,
  codes: readonly number[],
  onRefused: (answered: McpAnswer, error: RpcError) => Verdict = (answered, { code }) =>
    pass(note(answered, `error ${code}`)),
): Verdict {
  return judgeProbe(probe, (answered) => {
    const error = answered.response?.error;
    return error !== undefined && codes.includes(error.code)
      ? onRefused(answered, error)
      : broken(note(answered, `${describeOutcome(answered)} instead of error ${codes.join(' or ')}`));
  });
}

/** The verdict on a `tools/list` result: each tool needs a name and an input schema of type object (MCP, "Tool"). */
export function judgeTools(result: unknown, answered: McpAnswer): Verdict {
  const tools = isRecord(result) ? result.tools : undefined;
  if (!Array.isArray(tools)) return broken(note(answered, 'no tools array'));
  const faulty = tools.filter((tool: unknown) => !isTool(tool)).length;
  const total = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`;
  return faulty === 0
    ? pass(note(answered, total))
    : noncompliant(note(answered, `${faulty} of ${total} without a name or an inputSchema of type object`));
}

function isTool(tool: unknown): boolean {
  return (
    isRecord(tool) && isText(tool.name) && isRecord(tool.inputSchema) && tool.inputSchema.type === 'object'
  );
}
