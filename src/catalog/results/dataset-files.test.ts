import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type { Stored } from '../../audit/scorecard/record.ts';
import { OWN_RULES } from '../../audit/scorecard/rules.ts';
import { envelopeFor } from '../../testing/envelopes.ts';
import { scratchFolder } from '../../testing/shared.ts';
import { citationBibtex, citationText, type DataTable, type Edition, TABLES } from '../dataset-columns.ts';
import { type DataFile, dataFileSizes, datasetRows, type TableRows, TableWriter } from './dataset-files.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from './merge.ts';
import { type ListedTarget, listedOf } from './scored.ts';

const EDITION: Edition = {
  from: '2026-11-01',
  version: '2026-11-03',
  origin: 'https://catalog.example',
  place: 'site',
};
/** A check id that a spreadsheet would evaluate. */
const FORMULA = '=HYPERLINK("http://evil.example")';

const at = (day: number) => `2026-11-0${day}T02:00:00.000Z`;

/** A target that got a robots.txt on the third day or, with `refuses`, refuses audits from then on. */
function target(host: string, category: 'news' | 'api', refuses = false): ListedTarget {
  const audit = (day: number) =>
    goodResult(
      host,
      envelopeFor({
        target: host,
        scoredAt: at(day),
        verdict: ({ id }) => ({ status: id === 'robots' && day < 3 ? 'absent' : 'pass', evidence: 'seen' }),
      }),
    );
  const two = [audit(1), audit(2)].reduce(mergeStored, nothingStored(host));
  const refused = { at: at(3), kind: 'target_blocked', message: 'refused' };
  const stored = refuses ? noteFailure(two, refused) : mergeStored(two, audit(3));
  return listedAs(host, category, stored);
}

function listedAs(host: string, category: 'news' | 'api', stored: Stored): ListedTarget {
  const listed = listedOf({ host, name: host, description: 'A site of this test.', category }, stored);
  if (listed === undefined) throw new Error('it is listed');
  return listed;
}

class Written {
  readonly folder = scratchFolder('dataset');
  readonly files: readonly DataFile[];

  constructor(rows: readonly TableRows[]) {
    this.files = TABLES.flatMap((table) => {
      const writer = new TableWriter(this.folder, table);
      for (const some of rows) writer.add(some);
      return writer.close();
    });
  }

  parquet(table: DataTable['id']) {
    return parquetReadObjects({ file: new Uint8Array(this.bytes(`${table}.parquet`)).buffer });
  }

  bytes(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }
}

const dataset = new Written([
  datasetRows([target('a.example', 'api'), target('b.example', 'news')]),
  datasetRows([target('walled.example', 'news', true)]),
]);

describe('tables', () => {
  it('have a row per unchanged run of a verdict, with its first and last audit', async () => {
    const robots = (await dataset.parquet('verdicts')).filter(({ check }) => check === 'robots');
    const run = ({ host, status, first_audit, last_audit }: Record<string, unknown>) => [
      host,
      status,
      ...[first_audit, last_audit].map((instant) => (instant as Date).getUTCDate()),
    ];
    expect(robots.map(run)).toEqual([
      ['a.example', 'absent', 1, 2],
      ['a.example', 'pass', 3, 3],
      ['b.example', 'absent', 1, 2],
      ['b.example', 'pass', 3, 3],
      ['walled.example', 'absent', 1, 2],
    ]);
  });

  it('begin a new row when the rules change', () => {
    const old = envelopeFor({ target: 'd.example', scoredAt: at(1) });
    old.scorecard.rules = 1;
    const stored = [old, envelopeFor({ target: 'd.example', scoredAt: at(2) })]
      .map((envelope) => goodResult('d.example', envelope))
      .reduce(mergeStored, nothingStored('d.example'));
    const { verdicts } = datasetRows([listedAs('d.example', 'news', stored)]);
    const robots = verdicts.filter((row) => row[2] === 'robots');
    expect(robots.map((row) => row[6])).toEqual([1, OWN_RULES.rules]);
  });

  it.each(TABLES)('$id has the same rows in CSV and Parquet', async ({ id, columns }: DataTable) => {
    const [head, ...csv] = dataset.bytes(`${id}.csv`).toString('utf8').trimEnd().split('\r\n');
    expect(head).toBe(columns.map(({ name }) => name).join(','));
    const text = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value ?? ''));
    const stored = (await dataset.parquet(id)).map((row) =>
      columns.map(({ name }) => text(row[name])).join(','),
    );
    expect(stored.length).toBeGreaterThan(5);
    expect(csv).toEqual(stored);
  });

  it.each(TABLES)('$id has times in UTC', ({ id, columns }: DataTable) => {
    const { schema } = parquetMetadata(new Uint8Array(dataset.bytes(`${id}.parquet`)).buffer);
    for (const { name } of columns.filter(({ type }) => type === 'datetime')) {
      expect(schema.find((element) => element.name === name)?.logical_type, name).toEqual({
        type: 'TIMESTAMP',
        isAdjustedToUTC: true,
        unit: 'MILLIS',
      });
    }
  });

  it('report the size of each file', () => {
    for (const { name, bytes } of dataset.files) expect(bytes, name).toBe(dataset.bytes(name).length);
    expect(dataFileSizes(dataset.files).get('scores.csv')).toBe('1 kB');
  });
});

describe('hostile text', () => {
  const made = new Written([
    {
      verdicts: [
        ['a.example', 'news', FORMULA, '@SUM(1,2)\n', null, '0.5.0', OWN_RULES.rules ?? null, at(1), at(1)],
      ],
      scores: [],
    },
  ]);

  it('is not a formula in the CSV file', () => {
    const row = made.bytes('verdicts.csv').toString('utf8').split('\r\n')[1];
    expect(row).toBe(
      `a.example,news,"'=HYPERLINK(""http://evil.example"")","'@SUM(1,2)\n",,0.5.0,${OWN_RULES.rules},${at(1)},${at(1)}`,
    );
  });

  it('is unchanged in Parquet', async () => {
    expect(await made.parquet('verdicts')).toMatchObject([{ check: FORMULA, status: '@SUM(1,2)\n' }]);
  });

  it('does not affect empty tables, whose files stay readable', async () => {
    expect(await made.parquet('scores')).toEqual([]);
    expect(made.bytes('scores.csv').toString('utf8')).toMatch(/^host,kind,scored_at,.*\r\n$/);
  });
});

it('includes version and URL in each citation format', () => {
  for (const citation of [citationText(EDITION), citationBibtex(EDITION)]) {
    expect(citation).toContain('2026-11-03');
    expect(citation).toContain('https://catalog.example/dataset');
  }
});
