/** Writes the log, one line of JSON for each call. No line contains a client's address or text from a site. */

export interface CallLine {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Set only for MCP calls, like `rpc` and `tool`. */
  readonly revision?: string | undefined;
  readonly rpc?: string | undefined;
  readonly tool?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: string | undefined;
  /** The message and stack of an error in this service. */
  readonly fault?: string | undefined;
}

/** An error in an MCP method. The caller does not see its message. The call itself has a separate log line. */
export interface FaultLine {
  readonly fault: string;
}

export type Log = (line: CallLine | FaultLine) => void;

export function faultOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Writes to standard output, which the platform stores. */
export const consoleLog: Log = (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};

/** Calls `then` when a response is complete. An event stream is complete when it ends or its reader disconnects. */
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
