/** Programs that `npm start` runs. Each is in its own process group: when it ends, all processes that it started end too. */
import { type ChildProcess, spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

/** How long a program may take to end when it is asked to, in milliseconds. */
const GRACE_MS = 5000;
/** Of what a program prints, this much is kept, in characters. */
const KEPT_CHARS = 4000;

export interface Program extends AsyncDisposable {
  /** When it has ended: its exit code, `null` for one that a signal ended. */
  readonly ended: Promise<number | null>;
  /** The last that it has printed. */
  tail(): string;
}

/** Starts a script with this Node, from the folder `cwd`; it does not inherit what is `undefined` in `env`. */
export function startProgram(
  script: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Program {
  const child = spawn(process.execPath, script, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  const keep = (chunk: string) => {
    printed = (printed + chunk).slice(-KEPT_CHARS);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      keep(error.message);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code));
  });
  const killNow = () => killGroup(child, 'SIGKILL');
  process.once('exit', killNow);
  return {
    ended,
    tail: () => stripVTControlCharacters(printed).trim(),
    async [Symbol.asyncDispose]() {
      killGroup(child, 'SIGTERM');
      const grace = setTimeout(killNow, GRACE_MS);
      await ended;
      clearTimeout(grace);
      // What it has started may have ignored the request, or may have been started meanwhile.
      killNow();
      process.off('exit', killNow);
    },
  };
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // All of the group has ended.
  }
}
