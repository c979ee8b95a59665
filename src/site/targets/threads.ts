/** Chunks of the catalog, seen in threads where there are many, and heard of in their order. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { CatalogSource } from '../../results/scored.ts';
import { type Chunk, type SeenChunk, seeChunk } from './chunk.ts';
import type { CatalogPlace } from './source.ts';
import type { ThreadOrder } from './thread.ts';
import { heard, type Worked } from './worked.ts';
import { type TargetOutput, TargetWriter } from './write.ts';

/** More threads only wait for the disk and for memory. */
const MOST_THREADS = 8;
/** So many chunks are worth a thread, which takes a quarter of a second to start. */
const WORTH_A_THREAD = 4;
/**
 * In megabytes, of a thread. It holds a few scorecards at a time; without a bound it would leave its garbage as long as the
 * machine has memory.
 */
const LIMITS = { maxOldGenerationSizeMb: 112, maxYoungGenerationSizeMb: 48 };
const THREAD = new URL('./thread.ts', import.meta.url);

/**
 * @param source the same as at `place`, for what is seen in this thread
 * @throws AuditError for results that cannot be read
 */
export async function* seenInOrder(
  chunks: readonly Chunk[],
  source: CatalogSource,
  place: CatalogPlace,
  output: TargetOutput,
): AsyncGenerator<SeenChunk> {
  const threads = Math.min(availableParallelism(), MOST_THREADS, Math.floor(chunks.length / WORTH_A_THREAD));
  if (threads < 2) {
    const writer = await TargetWriter.open(source, output);
    for (const chunk of chunks) yield await seeChunk(source, writer, chunk);
    return;
  }
  const workerData: ThreadOrder = { place, output };
  const workers = Array.from(
    { length: threads },
    () => new Worker(THREAD, { workerData, resourceLimits: LIMITS }),
  );
  try {
    const free = [...workers];
    const turn = pLimit(threads);
    const seen = chunks.map((chunk) =>
      turn(async () => {
        const worker = free.pop() as Worker;
        const answer = await seenBy(worker, chunk);
        free.push(worker);
        return answer;
      }),
    );
    // Where one fails the others are not heard of any more.
    for (const one of seen) one.catch(() => undefined);
    // What was heard of is not held any more.
    for (let next = seen.shift(); next !== undefined; next = seen.shift()) yield await next;
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function seenBy(worker: Worker, chunk: Chunk): Promise<SeenChunk> {
  const { promise, resolve, reject } = Promise.withResolvers<Worked<SeenChunk>>();
  const ended = (code: number) => reject(new Error(`A thread that reads the catalog ended with ${code}.`));
  worker.once('message', resolve).once('error', reject).once('exit', ended);
  worker.postMessage(chunk);
  try {
    return heard(await promise);
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', ended);
  }
}
