/** One line of JSON for each call: what was asked, and how it ended. It has no address of a client and no text of a site. */

export interface CallLine {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Of an MCP call. */
  readonly revision?: string | undefined;
  readonly rpc?: string | undefined;
  readonly tool?: string | undefined;
  /** The host that a call was about. */
  readonly target?: string | undefined;
  /** `ok`, or the code of the error. */
  readonly outcome?: string | undefined;
  /** Of a fault of this service: its message and stack. */
  readonly fault?: string | undefined;
}

/** A fault that the caller of an MCP method learns nothing of; its call has a line of its own. */
export interface FaultLine {
  readonly fault: string;
}

export type Log = (line: CallLine | FaultLine) => void;

/** What a log says of an error. */
export function faultOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Writes to standard output, which the platform keeps. */
export const consoleLog: Log = (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Calls `then` when an answer is over: at once, or for an event stream when it has ended or its reader has left. */
export function afterBody(response: Response, then: () => void): Response {
  const { body } = response;
  if (body === null || response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
    then();
    return response;
  }
  const reader = body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (!done) {
        controller.enqueue(value);
        return;
      }
      controller.close();
      then();
    },
    cancel(reason) {
      const cancelled = reader.cancel(reason);
      then();
      return cancelled;
    },
  });
  return new Response(watched, response);
}
