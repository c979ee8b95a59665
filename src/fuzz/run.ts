/** Fuzzing for some time: all targets in turn, with what is found kept as cases. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Case, kindOf } from './feed.ts';
import { Thread } from './thread.ts';

export const CASES = new URL('./cases/', import.meta.url);

/** How long one target is fed before the next has its turn, in milliseconds. */
const TURN_MS = 4_000;
const SHORTEN_MS = 15_000;
const PROGRESS_MS = 10_000;
/** More different faults of one target than this are not looked for. */
const MAX_FAULTS = 5;

export interface FuzzOptions {
  readonly targets: readonly string[];
  readonly seed: number;
  readonly forMs: number;
  /** Told every ten seconds, and of each fault. */
  readonly say: (line: string) => void;
}

/** How many inputs each target was fed, and what was found. */
export interface FuzzReport {
  readonly fed: ReadonlyMap<string, number>;
  readonly cases: readonly Case[];
}

export async function fuzz({ targets, seed, forMs, say }: FuzzOptions): Promise<FuzzReport> {
  await using thread = new Thread();
  const fed = new Map(targets.map((target) => [target, 0]));
  const faults = new Map<string, Case>();
  const started = Date.now();
  let spoken = started;
  const left = () => started + forMs - Date.now();
  while (left() > 0) {
    for (const target of targets) {
      if (left() <= 0) break;
      if ([...faults.values()].filter((one) => one.target === target).length >= MAX_FAULTS) continue;
      const from = fed.get(target) ?? 0;
      const turn = { do: 'feed', target, seed, from, forMs: Math.min(TURN_MS, left()) } as const;
      const { next, why, input = '' } = await thread.obey(turn);
      fed.set(target, next);
      if (why !== undefined && !faults.has(`${target} ${kindOf(why)}`)) {
        const found = await shortened(thread, { target, why, input });
        faults.set(`${target} ${kindOf(why)}`, found);
        say(`${target}: ${why}; kept as ${await keep(found)}`);
      }
      if (Date.now() - spoken > PROGRESS_MS) {
        spoken = Date.now();
        say(`${Math.round((spoken - started) / 1000)} s: ${counts(fed)}; ${faults.size} faults`);
      }
    }
  }
  return { fed, cases: [...faults.values()] };
}

export function counts(fed: ReadonlyMap<string, number>): string {
  return [...fed].map(([target, count]) => `${target} ${count}`).join(', ');
}

/** The shortest input that was found for a fault; what does not end is left as it is. */
async function shortened(thread: Thread, { target, why, input }: Case): Promise<Case> {
  if (/does not end|ends the process|memory/.test(why)) return { target, why, input };
  const done = await thread.obey({ do: 'shorten', target, why, input, forMs: SHORTEN_MS });
  return { target, why, input: done.input ?? input };
}

/** @returns the name of the file */
async function keep(found: Case): Promise<string> {
  const name = `${found.target}-${createHash('sha256').update(found.input).digest('hex').slice(0, 10)}.json`;
  await writeFile(new URL(name, CASES), `${JSON.stringify(found, null, 2)}\n`);
  return name;
}
