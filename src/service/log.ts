/** The log: one line of JSON for each call, never with a client's address or text of a site. */

export interface CallLine {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Only for MCP calls. */
  readonly revision?: string | undefined;
  readonly rpc?: string | undefined;
  readonly tool?: string | undefined;
  readonly target?: string | undefined;
  readonly outcome?: string | undefined;
  /** For a fault of this service: its message and stack. */
  readonly fault?: string | undefined;
}

/** A fault in an MCP method. The caller sees only an internal error. The call is logged on its own line. */
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

/** Calls `then` when a response is complete: at once, or for an event stream when it ends or its reader disconnects. */
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
