/** The dataset: the tables of `view/dataset.ts` with the history of the catalog in them, in each of their forms. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvCell } from '../render/escape.ts';
import {
  DATA_FORMATS,
  DATA_LICENCE,
  DATASET_AUTHORS,
  DATASET_TITLE,
  type DataFormat,
  type DataTable,
  type Edition,
} from '../view/dataset.ts';
import type { Cell, Rows } from './dataset-rows.ts';
import { ParquetTable } from './parquet.ts';

/** Rows of a table in its forms of text, without a header. */
export interface TableText {
  readonly csv: string;
  readonly jsonl: string;
}

/** CSV as RFC 4180 has it, where an empty cell is null; and an object a line (jsonlines.org). */
export function tableText({ columns }: DataTable, rows: Rows): TableText {
  const object = (cells: readonly Cell[]) =>
    Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? null]));
  return {
    csv: rows.map((cells) => csvLine(cells)).join(''),
    jsonl: rows.map((cells) => `${JSON.stringify(object(cells))}\n`).join(''),
  };
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`;
}

/** A file of the dataset as its description names it. */
export interface DataFile {
  readonly table: DataTable;
  readonly format: DataFormat;
  readonly bytes: number;
  /** Of its bytes, as hexadecimal digits. */
  readonly sha256: string;
}

/** `shares.csv` */
export function fileName({ table, format }: Pick<DataFile, 'table' | 'format'>): string {
  return `${table.id}.${format.extension}`;
}

/** How large each file is, for people: `1.2 MB`. */
export function dataFileSizes(files: readonly DataFile[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [fileName(file), bytesText(file.bytes)]));
}

function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Writes a table in all its forms as its rows come, and holds only some of them. */
export class TableWriter {
  readonly #table: DataTable;
  readonly #parquet: ParquetTable;
  readonly #files: Readonly<Record<keyof TableText, DigestedFile>>;

  /** @param folder is there; files of these names are replaced */
  constructor(folder: string, table: DataTable) {
    const path = (extension: string) => join(folder, `${table.id}.${extension}`);
    this.#table = table;
    this.#parquet = new ParquetTable(path('parquet'), table.columns);
    this.#files = { csv: new DigestedFile(path('csv')), jsonl: new DigestedFile(path('jsonl')) };
    this.#files.csv.write(csvLine(table.columns.map(({ name }) => name)));
  }

  add({ csv, jsonl }: TableText): void {
    this.#files.csv.write(csv);
    this.#files.jsonl.write(jsonl);
    this.#parquet.add(JSON.parse(`[${jsonl.trimEnd().replaceAll('\n', ',')}]`));
  }

  /** Ends the files, and tells of each. */
  close(): DataFile[] {
    const closed = {
      csv: this.#files.csv.close(),
      jsonl: this.#files.jsonl.close(),
      parquet: digestOf(this.#parquet.close()),
    };
    return DATA_FORMATS.map((format) => ({ table: this.#table, format, ...closed[format.extension] }));
  }
}

type Digest = Pick<DataFile, 'bytes' | 'sha256'>;

/** A file that grows, and the digest of what was written. */
class DigestedFile {
  readonly #file: number;
  readonly #hash = createHash('sha256');
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w');
  }

  write(text: string): void {
    const bytes = Buffer.from(text);
    writeFileSync(this.#file, bytes);
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
  }

  close(): Digest {
    closeSync(this.#file);
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}

/** Of a file that is there, read in pieces. */
function digestOf(path: string): Digest {
  const file = openSync(path, 'r');
  const hash = createHash('sha256');
  const piece = Buffer.alloc(1 << 20);
  let bytes = 0;
  for (let read = -1; read !== 0; bytes += read) {
    read = readSync(file, piece);
    hash.update(piece.subarray(0, read));
  }
  closeSync(file);
  return { bytes, sha256: hash.digest('hex') };
}

/** `datapackage.json` (Data Package 2.0): every file with its size and digest, every column with its type and meaning. */
export function dataPackage(
  files: readonly DataFile[],
  { version, origin }: Edition,
  note?: string,
): unknown {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'agent-readiness',
    title: DATASET_TITLE,
    description: ['Verdicts and scores of audits of public web sites, with their history.', note ?? []]
      .flat()
      .join(' '),
    homepage: `${origin}/dataset`,
    version,
    created: `${version}T00:00:00Z`,
    licenses: [{ name: DATA_LICENCE.id, title: DATA_LICENCE.name, path: DATA_LICENCE.url }],
    contributors: [{ title: DATASET_AUTHORS, roles: ['author'] }],
    resources: files.map((file) => ({
      // Names are unique; the same table has one in each of its forms.
      name: fileName(file).replace('.', '-'),
      title: file.table.title,
      description: file.table.about.replaceAll('`', ''),
      path: fileName(file),
      format: file.format.extension,
      mediatype: file.format.mediaType,
      encoding: 'utf-8',
      bytes: file.bytes,
      hash: `sha256:${file.sha256}`,
      type: 'table',
      schema: tableSchema(file.table),
    })),
  };
}

/** Table Schema 2.0 */
function tableSchema({ columns, primaryKey }: DataTable): unknown {
  return {
    $schema: 'https://datapackage.org/profiles/2.0/tableschema.json',
    fields: columns.map(({ name, type, about, nullable }) => ({
      name,
      type,
      description: about.replaceAll('`', ''),
      constraints: { required: nullable !== true },
    })),
    missingValues: [''],
    primaryKey,
  };
}
