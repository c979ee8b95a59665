/** What the shards of a run have left beside their results, and which of them have not. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type Shard, shardName, shardNamed } from './plan.ts';

/** In the folder of a shard's results: what `--report` has written when its run ended, in a line. */
const REPORT_FILE = 'run.jsonl';

const reportSchema = z.looseObject({ kind: z.literal('catalog-run'), shard: z.string().nullable() });

/**
 * The shards whose run did not end, by the reports of the others; none where no report tells of shards.
 *
 * @param folders of the shards that have left anything
 */
export async function missingShards(folders: readonly string[]): Promise<string[]> {
  const ended = (await Promise.all(folders.map(shardIn))).filter((shard) => shard !== undefined);
  const of = Math.max(0, ...ended.map((shard) => shard.of));
  const names = new Set(ended.map(shardName));
  return Array.from({ length: of }, (_, i) => shardName({ index: i + 1, of })).filter(
    (name) => !names.has(name),
  );
}

async function shardIn(folder: string): Promise<Shard | undefined> {
  try {
    const { shard } = reportSchema.parse(JSON.parse(await readFile(join(folder, REPORT_FILE), 'utf8')));
    return shard === null ? undefined : shardNamed(shard);
  } catch {
    // Its run did not come to its end.
    return undefined;
  }
}
