/** A table as it is handed to a manuscript. */

export interface TableColumn {
  /** Of the table's width. */
  readonly share: number;
  readonly align: 'left' | 'right';
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that stand at the end of a page and at the beginning of the next after so many rows; undefined for none. */
  readonly carried?: (rows: number) => readonly string[];
  readonly brought?: (rows: number) => readonly string[];
}
