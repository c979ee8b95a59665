/**
 * Answers that only a deployment changes, kept as they were written: turning the list of tools into JSON takes longer than
 * all else in its answer. They are the SDK's own, given again to whoever asks the very same.
 */
import { LRUCache } from 'lru-cache';
import { isRecord, parseJsonText } from '../parse/json.ts';
import type { Message } from './http.ts';

/** Methods whose answers depend on nothing but the message and its header fields. */
const UNCHANGING: ReadonlySet<string | undefined> = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
]);
/** Clients differ in how they name themselves, in a few hundred bytes; what is longer is answered anew. */
const LONGEST_QUESTION = 2_000;
/** Of about 16 kB each at most. */
const MOST_KEPT = 100;

interface Kept {
  readonly headers: [string, string][];
  /** JSON. */
  readonly result: string;
}

/** Gives the kept answer to a message, or has it answered. */
export type KeepAnswer = (
  request: Request,
  message: Message,
  answer: () => Promise<Response>,
) => Promise<Response>;

export function keptAnswers(): KeepAnswer {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  return async (request, message, answer) => {
    const question = questionOf(request, message);
    if (question === undefined) return answer();
    const known = kept.get(question);
    if (known !== undefined) return written(known, message.id);
    const response = await answer();
    const headers = [...response.headers];
    const text = await response.text();
    const parsed = parseJsonText(text);
    if (response.status === 200 && parsed.ok && isRecord(parsed.value) && isRecord(parsed.value.result))
      kept.set(question, { headers, result: JSON.stringify(parsed.value.result) });
    return new Response(text, { status: response.status, headers });
  };
}

/** All that an answer depends on; `undefined` for what is not kept. */
function questionOf({ headers }: Request, { id, ...message }: Message): string | undefined {
  if (!UNCHANGING.has(message.method) || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const fields = [...headers].filter(([name]) => name.startsWith('mcp-'));
  const question = JSON.stringify([fields, message]);
  return question.length > LONGEST_QUESTION ? undefined : question;
}

function written({ headers, result }: Kept, id: unknown): Response {
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
  return new Response(text, { headers });
}
