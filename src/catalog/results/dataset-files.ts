/** Writes the tables of `dataset-columns.ts`, including the catalog's history, as CSV and Parquet. */
import { closeSync, openSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { pastVerdicts } from '../../audit/scorecard/past-verdicts.ts';
import { byRules, rulesOf } from '../../audit/scorecard/rules.ts';
import { readVerdict } from '../../audit/scorecard/verdict-word.ts';
import { csvCell } from '../../base/escape.ts';
import { DATA_FORMATS, type DataFormat, type DatasetColumn, type DataTable } from '../dataset-columns.ts';
import type { ListedTarget } from './scored.ts';

/** The value of a cell. Dates and times are ISO 8601 text. */
type Cell = string | number | null;

type Rows = readonly (readonly Cell[])[];

export type TableRows = Readonly<Record<DataTable['id'], Rows>>;

/** Returns the rows for these targets, in their order. A target whose owner opted out has no history and thus no rows. */
export function datasetRows(targets: readonly ListedTarget[]): TableRows {
  return { verdicts: targets.flatMap(verdictRows), scores: targets.flatMap(scoreRows) };
}

/** Returns rows grouped by check, oldest first. Consecutive audits with the same verdict and the same rules share a row. */
function verdictRows(listed: ListedTarget): Rows {
  const { host, category } = listed.target;
  const past = pastVerdicts(listed);
  const checks = new Set(past.flatMap(({ verdicts }) => [...verdicts.keys()]));
  return [...checks].flatMap((check) => {
    const rows: Cell[][] = [];
    past.forEach(({ at, rules, verdicts }, i) => {
      const word = verdicts.get(check);
      if (word === undefined) return;
      const before = past[i - 1];
      const isSame = before?.verdicts.get(check) === word && byRules(before.rules, rules) === 0;
      if (isSame) rows.at(-1)?.splice(-1, 1, at);
      else {
        const { status, na_reason } = readVerdict(word);
        rows.push([
          host,
          category,
          check,
          status,
          na_reason ?? null,
          rules.spec_version,
          rulesOf(rules),
          at,
          at,
        ]);
      }
    });
    return rows;
  });
}

function scoreRows({ target, history, latest }: ListedTarget): Rows {
  const costOf = ({ scored_at }: { readonly scored_at: string }) =>
    latest?.freshness.scored_at === scored_at ? latest.scorecard.cost : undefined;
  return history.map((entry) => [
    target.host,
    target.category,
    entry.scored_at,
    entry.spec_version,
    rulesOf(entry),
    entry.relative,
    entry.global,
    costOf(entry)?.html?.tokens ?? null,
    costOf(entry)?.markdown?.tokens ?? null,
    costOf(entry)?.llms_txt?.tokens ?? null,
  ]);
}

/** A file to which a table was written. `name` is its file name, for example `scores.csv`. */
export interface DataFile {
  readonly table: DataTable['id'];
  readonly format: DataFormat;
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

export function dataFileSizes(files: readonly DataFile[]): ReadonlyMap<string, string> {
  return new Map(files.map(({ name, bytes }) => [name, bytesText(bytes)]));
}

/** Returns a size in readable form, for example `3 kB`. */
export function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/**
 * The Parquet type of each column type (LogicalTypes.md). Without the logical type, readers such as DuckDB treat UTC times as
 * local times, so a query by time finds the wrong rows. The converted type is for older readers.
 */
const ELEMENTS: Readonly<
  Record<DatasetColumn['type'], Pick<SchemaElement, 'type' | 'converted_type' | 'logical_type'>>
> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  integer: { type: 'INT32' },
  datetime: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
};

/** The number of rows held in memory before they are written as one Parquet row group. */
const GROUP = 50_000;

/** Writes a table as CSV (RFC 4180; an empty cell is null) and as Parquet, row by row. */
export class TableWriter {
  readonly #folder: string;
  readonly #table: DataTable;
  readonly #name: string;
  readonly #csv: number;
  readonly #parquet: ParquetWriter;
  #held: (readonly Cell[])[] = [];
  #rows = 0;

  /**
   * @param folder an existing folder, in which the files of the table are replaced
   * @param name the name of the files, without the extension
   */
  constructor(folder: string, table: DataTable, name: string = table.id) {
    const { columns } = table;
    this.#folder = folder;
    this.#table = table;
    this.#name = name;
    this.#csv = openSync(join(folder, `${name}.csv`), 'w');
    writeFileSync(this.#csv, csvLine(columns.map(({ name }) => name)));
    const schema: SchemaElement[] = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type, nullable }) => ({
        name,
        ...ELEMENTS[type],
        repetition_type: nullable === true ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ];
    this.#parquet = new ParquetWriter({ writer: fileWriter(join(folder, `${name}.parquet`)), schema });
  }

  add(tables: TableRows): void {
    const rows = tables[this.#table.id];
    this.#rows += rows.length;
    writeFileSync(this.#csv, rows.map(csvLine).join(''));
    for (const row of rows) {
      this.#held.push(row);
      if (this.#held.length === GROUP) this.#flush();
    }
  }

  close(): DataFile[] {
    closeSync(this.#csv);
    this.#flush();
    this.#parquet.finish();
    return DATA_FORMATS.map((format) => {
      const name = `${this.#name}.${format.extension}`;
      const { size: bytes } = statSync(join(this.#folder, name));
      return { table: this.#table.id, format, name, rows: this.#rows, bytes };
    });
  }

  #flush(): void {
    const columnData = this.#table.columns.map(({ name, type }, i) => ({
      name,
      data: this.#held.map((row) => stored(row[i] ?? null, type)),
    }));
    this.#parquet.write({ columnData, rowGroupSize: GROUP });
    this.#held = [];
  }
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}

function stored(cell: Cell, type: DatasetColumn['type']): Cell | Date {
  return typeof cell === 'string' && type === 'datetime' ? new Date(cell) : cell;
}
