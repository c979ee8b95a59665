/** Reads the dataset with DuckDB, in time zones on both sides of UTC. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { nightlyModule } from '../../testing/nightly/packages.ts';
import { scratchFolder } from '../../testing/shared.ts';
import { datasetExamples, TABLES } from '../dataset-columns.ts';
import { TableWriter } from './dataset-files.ts';

/** Writes an index of the files in the folder. */
function indexOf(folder: string): string {
  const partitions = TABLES.flatMap(({ id }) =>
    ['csv', 'parquet'].map((format) => ({ table: id, format, path: `${id}.${format}` })),
  );
  writeFileSync(join(folder, 'index.json'), JSON.stringify({ kind: 'dataset', partitions }));
  return pathToFileURL(join(folder, 'index.json')).href;
}

interface DuckDb {
  readonly DuckDBInstance: {
    create(): Promise<{
      connect(): Promise<{
        runAndReadAll(sql: string): Promise<{ getRowsJson(): readonly (readonly unknown[])[] }>;
      }>;
    }>;
  };
}

const folder = scratchFolder('readers');
const INSTANTS = ['2026-03-29T01:30:00.123Z', '2026-11-01T06:30:00.000Z'] as const;
const [FIRST, LAST] = INSTANTS;

for (const table of TABLES) {
  const writer = new TableWriter(folder, table);
  writer.add({
    verdicts: INSTANTS.map((at) => ['a.example', 'news', 'llms-txt', 'pass', null, '0.5.0', 4, at, LAST]),
    scores: INSTANTS.map((at) => ['a.example', 'news', at, '0.5.0', 4, 90, 80, 1000, null, 10]),
  });
  writer.close();
}

it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
  'reads the same rows from CSV and Parquet in %s',
  async (zone) => {
    const { DuckDBInstance } = await nightlyModule<DuckDb>('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create()).connect();
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson();
    await rows(`SET TimeZone = '${zone}'`);
    for (const { id, columns } of TABLES) {
      const [csv, parquet] = ['csv', 'parquet'].map((extension) => `'${join(folder, `${id}.${extension}`)}'`);
      const names = columns.map(({ name }) => `"${name}"`);
      const same = names.map((name) => `c.${name} IS NOT DISTINCT FROM p.${name}`).join(' AND ');
      expect(await rows(`SELECT count(*)::int FROM ${csv} c JOIN ${parquet} p ON ${same}`), id).toEqual([
        [2],
      ]);
    }
    const instants = `SELECT epoch_ms(scored_at)::varchar, typeof(scored_at) FROM '${join(folder, 'scores.parquet')}'`;
    expect(await rows(instants)).toEqual(
      [FIRST, LAST].map((at) => [`${Date.parse(at)}`, 'TIMESTAMP WITH TIME ZONE']),
    );
  },
);

it('is read by the example for partitions', async () => {
  const { DuckDBInstance } = await nightlyModule<DuckDb>('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create()).connect();
  const [example] = datasetExamples({ origin: '', place: { index: indexOf(folder) } });
  let rows: readonly (readonly unknown[])[] = [];
  for (const statement of (example?.code ?? '').split(';').filter((part) => part.trim() !== ''))
    rows = (await connection.runAndReadAll(statement)).getRowsJson();
  expect(rows.map(([host, status]) => [host, status])).toEqual(INSTANTS.map(() => ['a.example', 'pass']));
});
