/** Tables as Apache Parquet, by hyparquet-writer. */
import { parquetWriteBuffer, type SchemaElement } from 'hyparquet-writer';
import type { DatasetColumn } from '../view/dataset.ts';
import type { Cell, Rows } from './dataset-rows.ts';

/** How a type of Table Schema is stored. */
const ELEMENTS: Readonly<Record<DatasetColumn['type'], Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  date: { type: 'INT32', converted_type: 'DATE' },
  datetime: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/** The bytes of a table; dates and instants become such. */
export function parquet(columns: readonly DatasetColumn[], rows: Rows): Uint8Array {
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length },
    ...columns.map(({ name, type, nullable }) => ({
      name,
      ...ELEMENTS[type],
      repetition_type: nullable === true ? ('OPTIONAL' as const) : ('REQUIRED' as const),
    })),
  ];
  const columnData = columns.map(({ name, type }, i) => ({
    name,
    data: rows.map((cells) => stored(cells[i] ?? null, type)),
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData, schema }));
}

function stored(cell: Cell, type: DatasetColumn['type']): Cell | Date {
  return typeof cell === 'string' && (type === 'date' || type === 'datetime') ? new Date(cell) : cell;
}
