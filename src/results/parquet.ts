/** Tables as Apache Parquet, by hyparquet-writer. */
import { fileWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { DatasetColumn } from '../view/dataset.ts';
import type { Cell } from './dataset-rows.ts';

/** How a type of Table Schema is stored. */
const ELEMENTS: Readonly<Record<DatasetColumn['type'], Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  date: { type: 'INT32', converted_type: 'DATE' },
  datetime: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

/** Rows that are held until they are written together. */
const GROUP = 50_000;

/** A table in a file, written in groups of rows; dates and instants become such. */
export class ParquetTable {
  readonly #path: string;
  readonly #columns: readonly DatasetColumn[];
  readonly #writer: ParquetWriter;
  #cells: (Cell | Date)[][];
  #rows = 0;

  /** @param path a file of this name is replaced */
  constructor(path: string, columns: readonly DatasetColumn[]) {
    this.#path = path;
    this.#columns = columns;
    this.#cells = columns.map(() => []);
    const schema: SchemaElement[] = [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type, nullable }) => ({
        name,
        ...ELEMENTS[type],
        repetition_type: nullable === true ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ];
    this.#writer = new ParquetWriter({ writer: fileWriter(path), schema });
  }

  /** @param rows with a cell for each column, by its name */
  add(rows: readonly Readonly<Record<string, Cell>>[]): void {
    for (const row of rows) {
      this.#columns.forEach(({ name, type }, i) => {
        this.#cells[i]?.push(stored(row[name] ?? null, type));
      });
      this.#rows += 1;
      if (this.#rows === GROUP) this.#flush();
    }
  }

  /** Ends the file, and gives its path. */
  close(): string {
    this.#flush();
    this.#writer.finish();
    return this.#path;
  }

  #flush(): void {
    const columnData = this.#columns.map(({ name }, i) => ({ name, data: this.#cells[i] ?? [] }));
    this.#writer.write({ columnData, rowGroupSize: GROUP });
    this.#cells = this.#columns.map(() => []);
    this.#rows = 0;
  }
}

function stored(cell: Cell, type: DatasetColumn['type']): Cell | Date {
  return typeof cell === 'string' && (type === 'date' || type === 'datetime') ? new Date(cell) : cell;
}
