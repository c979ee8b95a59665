/** One line a call, as JSON: what was asked and what came of it; no address of a client, and nothing that a site said. */

export interface CallLine {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  /** Of an MCP call. */
  readonly rpc?: string | undefined;
  readonly tool?: string | undefined;
  /** The host that a call was about. */
  readonly target?: string | undefined;
  /** `ok`, or the code of the error. */
  readonly outcome?: string | undefined;
  /** Of a fault of this service: its message and stack. */
  readonly fault?: string | undefined;
}

export type Log = (line: CallLine) => void;

/** Writes to standard output, which the platform keeps. */
export const consoleLog: Log = (line) => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
