import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { parseYamlText } from '../parse/yaml.ts';
import { listingStateOf } from '../scorecard/listing-state.ts';
import { OWN_RULES } from '../scorecard/rules.ts';
import { envelopeFor } from '../testing/envelopes.ts';
import { ALL_KINDS, adoptionOf, Tally } from '../view/adoption.ts';
import {
  citationBibtex,
  citationCff,
  citationText,
  DATA_LICENCE,
  type DataTable,
  type Edition,
  TABLES,
} from '../view/dataset.ts';
import { type DataFile, dataFileSizes, dataPackage, TableWriter, tableText } from './dataset.ts';
import { shareRows, TARGET_ROWS } from './dataset-rows.ts';
import { goodResult, mergeStored, noteFailure, nothingStored } from './merge.ts';
import { type Past, pastOf } from './past.ts';
import { listedOf } from './scored.ts';

const EDITION: Edition = { from: '2026-11-01', version: '2026-11-03', origin: 'https://catalog.example' };
/** A check whose name a spreadsheet would run. */
const FORMULA = '=HYPERLINK("http://evil.example")';

const at = (day: number) => `2026-11-0${day}T02:00:00.000Z`;

/** A target whose robots.txt came on the third day, unless it refuses from then on. */
function target(host: string, category: 'news' | 'api', refuses = false): Past {
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
  const listed = listedOf({ host, name: host, description: 'A site of this test.', category }, stored);
  if (listed === undefined) throw new Error('it is listed');
  return pastOf(listed);
}

const folders: string[] = [];

/** The dataset of these targets, written a target at a time. */
class Written {
  readonly folder = mkdtempSync(join(tmpdir(), 'dataset-'));
  readonly files: readonly DataFile[];

  constructor(pasts: readonly Past[]) {
    const tally = new Tally();
    for (const past of pasts) tally.add(past);
    const shares = shareRows(adoptionOf(tally.counted));
    this.files = TABLES.flatMap((table) => {
      const writer = new TableWriter(this.folder, table);
      if (table.id === 'shares') writer.add(tableText(table, shares));
      else for (const past of pasts) writer.add(tableText(table, TARGET_ROWS[table.id](past)));
      return writer.close();
    });
    folders.push(this.folder);
  }

  bytes(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const dataset = new Written([
  target('a.example', 'api'),
  target('b.example', 'news'),
  target('walled.example', 'news', true),
]);

const text = (name: string) => dataset.bytes(name).toString('utf8');
const lines = (name: string): Record<string, unknown>[] =>
  text(name)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the tables', () => {
  it('have every verdict with the time for which it held', () => {
    const robots = lines('verdicts.jsonl').filter(({ check }) => check === 'robots');
    expect(robots.map(({ host, status, counted_until }) => [host, status, counted_until])).toEqual([
      ['a.example', 'absent', '2026-11-02'],
      ['a.example', 'pass', '2026-11-10'],
      ['b.example', 'absent', '2026-11-02'],
      ['b.example', 'pass', '2026-11-10'],
      ['walled.example', 'absent', '2026-11-02'],
    ]);
  });

  it('have the shares that the verdicts give', () => {
    const verdicts = lines('verdicts.jsonl').map((row) => ({
      ...row,
      day: String(row.first_audit).slice(0, 10),
    }));
    const shares = lines('shares.jsonl');
    expect(shares.length).toBeGreaterThan(500);
    const wrong = shares.filter(({ day, kind, check, passed, applies, seen }) => {
      const held = verdicts.filter(
        (one: Record<string, unknown>) =>
          one.check === check &&
          (kind === ALL_KINDS || one.kind === kind) &&
          String(one.day) <= String(day) &&
          one.counted_until !== null &&
          String(one.counted_until) >= String(day),
      );
      const passes = held.filter((one: Record<string, unknown>) => one.status === 'pass').length;
      return passed !== passes || applies !== held.length || seen !== held.length;
    });
    expect(wrong).toEqual([]);
  });

  it('leave out who cannot be seen from then on', () => {
    const robots = lines('shares.jsonl').filter(
      ({ check, kind }) => check === 'robots' && kind === ALL_KINDS,
    );
    expect(robots.map(({ day, passed, seen }) => [day, passed, seen])).toEqual([
      ['2026-11-01', 0, 3],
      ['2026-11-02', 0, 3],
      ['2026-11-03', 2, 2],
    ]);
  });

  it('have nothing of a site whose owner declined', () => {
    const stored = noteFailure(
      goodResult('c.example', envelopeFor({ target: 'c.example', scoredAt: at(1) })),
      {
        at: at(2),
        kind: 'target_declined',
        message: 'declined',
      },
    );
    expect(listingStateOf(stored)?.state).toBe('declined');
    const listed = listedOf(
      { host: 'c.example', name: 'C', description: 'It declined.', category: 'news' },
      stored,
    );
    expect(listed && pastOf(listed)).toEqual({ days: [], scores: [], sites: [], verdicts: [] });
  });

  it.each(TABLES)('$id has no two rows with the same key', ({ id, primaryKey }) => {
    const keys = lines(`${id}.jsonl`).map((row) => primaryKey.map((name) => row[name]).join(' '));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(TABLES)('$id is the same as CSV and as Parquet', async ({ id, columns }: DataTable) => {
    const rows = lines(`${id}.jsonl`);
    const [head = '', ...csv] = text(`${id}.csv`).trimEnd().split('\r\n');
    expect(head).toBe(columns.map(({ name }) => name).join(','));
    expect(csv).toEqual(rows.map((row) => columns.map(({ name }) => row[name] ?? '').join(',')));
    const stored = await parquetReadObjects({ file: new Uint8Array(dataset.bytes(`${id}.parquet`)).buffer });
    const asText = (value: unknown, type: string) =>
      value instanceof Date ? value.toISOString().slice(0, type === 'date' ? 10 : undefined) : value;
    expect(
      stored.map((row) =>
        Object.fromEntries(columns.map(({ name, type }) => [name, asText(row[name] ?? null, type)])),
      ),
    ).toEqual(rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))));
  });
});

describe('hostile text', () => {
  const verdict = {
    host: 'a.example',
    kind: 'news',
    rules: OWN_RULES,
    first: at(1),
    last: at(1),
    until: null,
  };
  const hostile = { ...verdict, check: FORMULA, verdict: '@SUM(1,2)\n' };
  const made = new Written([{ days: [], scores: [], sites: [], verdicts: [hostile] }]);

  it('is no formula in a spreadsheet', () => {
    const row = made.bytes('verdicts.csv').toString('utf8').split('\r\n')[1];
    expect(row).toBe(
      `a.example,news,"'=HYPERLINK(""http://evil.example"")","'@SUM(1,2)\n",,0.5.0,${OWN_RULES.rules},${at(1)},${at(1)},`,
    );
  });

  it('is as it was in the other forms', async () => {
    const [row] = made.bytes('verdicts.jsonl').toString('utf8').split('\n');
    expect(JSON.parse(row ?? '')).toMatchObject({
      check: FORMULA,
      status: '@SUM(1,2)\n',
      counted_until: null,
    });
    const stored = await parquetReadObjects({ file: new Uint8Array(made.bytes('verdicts.parquet')).buffer });
    expect(stored).toMatchObject([{ check: FORMULA, status: '@SUM(1,2)\n' }]);
  });

  it('leaves the files of empty tables readable', async () => {
    const stored = await parquetReadObjects({ file: new Uint8Array(made.bytes('shares.parquet')).buffer });
    expect(stored).toEqual([]);
    expect(made.bytes('shares.csv').toString('utf8')).toMatch(/^day,kind,check,.*\r\n$/);
  });
});

describe('what describes the dataset', () => {
  it('names every file with its size, its digest and its columns', () => {
    const { resources, licenses, version } = JSON.parse(
      JSON.stringify(dataPackage(dataset.files, EDITION)),
    ) as {
      resources: { path: string; bytes: number; hash: string; schema: { fields: { name: string }[] } }[];
      licenses: unknown;
      version: string;
    };
    expect(resources).toHaveLength(9);
    for (const { path, bytes, hash, schema } of resources) {
      const own = dataset.bytes(path);
      expect({ path, bytes, hash }).toEqual({
        path,
        bytes: own.length,
        hash: `sha256:${createHash('sha256').update(own).digest('hex')}`,
      });
      const table = TABLES.find(({ id }) => path.startsWith(id));
      expect(schema.fields.map(({ name }) => name)).toEqual(table?.columns.map(({ name }) => name));
    }
    expect(licenses).toEqual([{ name: DATA_LICENCE.id, title: DATA_LICENCE.name, path: DATA_LICENCE.url }]);
    expect(version).toBe('2026-11-03');
    expect(dataFileSizes(dataset.files).get('scores.csv')).toBe('1 kB');
  });

  it('cites it with version, address and licence in each form', () => {
    for (const citation of [citationText(EDITION), citationBibtex(EDITION), citationCff(EDITION)]) {
      expect(citation).toContain('2026-11-03');
      expect(citation).toContain('https://catalog.example/dataset');
    }
    const cff = parseYamlText(citationCff(EDITION));
    expect(cff.ok && cff.value).toMatchObject({
      'cff-version': '1.2.0',
      type: 'dataset',
      version: '2026-11-03',
      license: 'CC-BY-4.0',
      authors: [{ name: expect.any(String) as string }],
    });
  });
});
