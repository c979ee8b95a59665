/** The dataset: the tables of `view/dataset.ts` with the history of the catalog in them, in each of their forms. */
import { createHash } from 'node:crypto';
import { csvCell } from '../render/escape.ts';
import type { Adoption } from '../view/adoption.ts';
import {
  DATA_FORMATS,
  DATA_LICENCE,
  DATASET_AUTHORS,
  DATASET_TITLE,
  type DataFormat,
  type DatasetColumn,
  type DataTable,
  type Edition,
  TABLES,
} from '../view/dataset.ts';
import { type Cell, type Rows, rowsOf } from './dataset-rows.ts';
import { parquet } from './parquet.ts';
import type { Past } from './past.ts';

/** The bytes of a table in one of its forms. */
function datasetFileOf(table: DataTable, rows: Rows, { extension }: DataFormat): Uint8Array {
  if (extension === 'parquet') return parquet(table.columns, rows);
  return Buffer.from(extension === 'csv' ? csv(table.columns, rows) : jsonLines(table.columns, rows));
}

/** RFC 4180, with a header. An empty cell is null. */
function csv(columns: readonly DatasetColumn[], rows: Rows): string {
  return [columns.map(({ name }) => name), ...rows]
    .map((cells) => `${cells.map((cell) => csvCell(cell ?? '')).join(',')}\r\n`)
    .join('');
}

/** An object a line (jsonlines.org). */
function jsonLines(columns: readonly DatasetColumn[], rows: Rows): string {
  const object = (cells: readonly Cell[]) =>
    Object.fromEntries(columns.map(({ name }, i) => [name, cells[i] ?? null]));
  return rows.map((cells) => `${JSON.stringify(object(cells))}\n`).join('');
}

/** A file of the dataset as its description names it. */
export interface DataFile {
  readonly table: DataTable;
  readonly format: DataFormat;
  readonly bytes: Uint8Array;
}

/** `shares.csv` */
export function fileName({ table, format }: Pick<DataFile, 'table' | 'format'>): string {
  return `${table.id}.${format.extension}`;
}

/** How large each file is, for people: `1.2 MB`. */
export function dataFileSizes(files: readonly DataFile[]): ReadonlyMap<string, string> {
  return new Map(files.map((file) => [fileName(file), bytesText(file.bytes.byteLength)]));
}

function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Every file, the tables in order. */
export function dataFiles(past: Past, adoption: Adoption): DataFile[] {
  return TABLES.flatMap((table) => {
    const rows = rowsOf(table.id, past, adoption);
    return DATA_FORMATS.map((format) => ({ table, format, bytes: datasetFileOf(table, rows, format) }));
  });
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
      bytes: file.bytes.byteLength,
      hash: `sha256:${createHash('sha256').update(file.bytes).digest('hex')}`,
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
