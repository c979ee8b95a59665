/** Reads the dataset with DuckDB, in time zones on both sides of UTC. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nightlyModule } from '../../testing/nightly/packages.ts';
import { scratchFolder } from '../../testing/shared.ts';
import { TABLES } from '../dataset-columns.ts';
import { TableWriter } from './dataset-files.ts';

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
    verdicts: INSTANTS.map((at) => ['a.example', 'news', 'robots', 'pass', null, '0.5.0', 4, at, LAST]),
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
