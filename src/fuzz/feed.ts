/** Feeding one input, and what is wrong when something is. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { FuzzTarget } from './target.ts';

/** An input that breaks a promise; kept as a file of `cases/`, which a test feeds for ever. */
export interface Case {
  readonly target: string;
  readonly why: string;
  readonly input: string;
}

/** Processor time that an input may take: this much, and so much for each character more, in milliseconds. */
const BASE_MS = 400;
const MS_PER_CHAR = 0.002;
/** How often what took too long is fed again before it is believed: something else may have been done meanwhile. */
const TRIES = 3;

/** The input with this number, the same in every process. */
export function inputOf(target: FuzzTarget, seed: number, index: number): string {
  const own = createHash('sha256').update(`${target.name} ${seed} ${index}`).digest().readInt32BE();
  return fc.sample(target.inputs, { seed: own, numRuns: 1 })[0] ?? '';
}

/** Feeds an input; what is wrong, or `undefined`. */
export async function feed(target: FuzzTarget, input: string): Promise<string | undefined> {
  const most = BASE_MS + MS_PER_CHAR * input.length;
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < TRIES && fastest > most; run++) {
    const started = processorMs();
    try {
      await target.run(input);
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 500) : String(error);
    }
    fastest = Math.min(fastest, processorMs() - started);
  }
  return fastest > most
    ? `takes ${fastest.toFixed(0)} ms of processor time for ${input.length} characters`
    : undefined;
}

/** A shorter input with the same kind of fault: pieces are left out, smaller and smaller ones, while time is left. */
export async function shorten(
  target: FuzzTarget,
  input: string,
  why: string,
  forMs: number,
): Promise<string> {
  const until = Date.now() + forMs;
  const kind = kindOf(why);
  let best = input;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at < best.length; ) {
      if (Date.now() > until) return best;
      const shorter = best.slice(0, at) + best.slice(at + size);
      const again = await feed(target, shorter);
      if (again !== undefined && kindOf(again) === kind) best = shorter;
      else at += size;
    }
  }
  return best;
}

/** What is wrong, without the numbers and the quotations in it: equal for one fault. */
export function kindOf(why: string): string {
  return why
    .replaceAll(/\d+/g, '0')
    .replaceAll(/["“'].*$/gs, '')
    .slice(0, 40);
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
