/** Reads the event stream with which `POST /audit` responds to a script. */
import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

export type StreamOutcome =
  | { readonly kind: 'done'; readonly location: string }
  /** The page with the checks that were decided in time. It has no URL. */
  | { readonly kind: 'cut-short'; readonly title: string; readonly main: string }
  /**
   * - `slow`: the audit exceeded the stream's time limit. The page then offers a normal page load, which has a longer limit.
   * - `refused`: a firewall or similar protection blocked the auditor.
   * - `stillRunning`: the stream has ended, but the audit continues.
   */
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly slow: boolean;
      readonly refused: boolean;
      readonly stillRunning: boolean;
    };

/** The maximum number of streams for one audit. A stream may end before the audit; this many streams outlast any audit. */
const STREAMS = 3;

const UNREACHABLE =
  'The service could not be reached. Check your connection, then try again; if the audit has completed meanwhile, you get its result at once.';
const BROKEN_OFF =
  'The connection ended before the audit did. Try again in a minute: if the audit has completed meanwhile, you get its result at once.';

/**
 * Submits the form and follows its audit. If a stream ends before the audit, opens another stream for the same audit.
 * @throws DOMException `AbortError` if `signal` is aborted
 */
export async function followAudit(
  form: HTMLFormElement,
  signal: AbortSignal,
  onProgress: (progress: StreamProgress) => void,
): Promise<StreamOutcome> {
  let partial: StreamOutcome | undefined;
  for (let streams = 1; ; streams++) {
    const outcome = await oneStream(form, signal, onProgress);
    if (outcome.kind === 'cut-short') partial = outcome;
    const stillRunning = outcome.kind === 'cut-short' || (outcome.kind === 'failed' && outcome.stillRunning);
    if (!stillRunning) return outcome;
    if (streams === STREAMS) return partial ?? outcome;
  }
}

async function oneStream(
  form: HTMLFormElement,
  signal: AbortSignal,
  onProgress: (progress: StreamProgress) => void,
): Promise<StreamOutcome> {
  let answer: Response | undefined;
  try {
    answer = await fetch(form.action, {
      method: 'POST',
      headers: { accept: 'text/event-stream' },
      body: new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)])),
      signal,
    });
    if (answer.body === null || !isOf(answer, 'text/event-stream')) return failed(await whyNot(answer));
    return await followed(answer.body, onProgress);
  } catch (error) {
    if (signal.aborted) throw error;
    return failed(answer === undefined ? UNREACHABLE : BROKEN_OFF);
  }
}

async function followed(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (progress: StreamProgress) => void,
): Promise<StreamOutcome> {
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  const reader = events.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return failed(BROKEN_OFF);
    const data: unknown = JSON.parse(value.data);
    if (!isRecord(data)) continue;
    const message = String(data.message ?? '');
    if (value.event === 'progress')
      onProgress({ done: Number(data.done), total: Number(data.total), message });
    if (value.event === 'done') return { kind: 'done', location: String(data.location) };
    if (value.event === 'cut_short')
      return { kind: 'cut-short', title: String(data.title), main: String(data.main) };
    if (value.event === 'failed') {
      const slow = data.code === 'audit_timeout';
      const stillRunning = slow && data.retry_after_s !== undefined;
      return { kind: 'failed', message, slow, refused: data.code === 'target_blocked', stillRunning };
    }
  }
}

function failed(message: string): StreamOutcome {
  return { kind: 'failed', message, slow: false, refused: false, stillRunning: false };
}

/** Returns the error message for a response that is not a stream: problem details (RFC 9457), or a response of a proxy. */
async function whyNot(answer: Response): Promise<string> {
  if (isOf(answer, 'application/problem+json')) {
    const problem: unknown = await answer.json();
    if (isRecord(problem) && typeof problem.detail === 'string') return problem.detail;
  }
  const seconds = Number(answer.headers.get('retry-after') ?? '');
  const when = seconds > 0 ? `in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : 'in a minute';
  return answer.status === 429
    ? `Too many requests came from your address. Try again ${when}.`
    : `The service answered with status ${answer.status}. Try again ${when}.`;
}

function isOf({ headers }: Response, type: string): boolean {
  return headers.get('content-type')?.split(';', 1)[0]?.trim() === type;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
