/** Contents of a table, for the page builder. */

export interface TableColumn {
  /** Width of the column as a share of the table's width. */
  readonly share: number;
  readonly align: 'left' | 'right';
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Carried-forward and brought-forward rows around a page break after `rows` rows; undefined where there are none. */
  readonly carried?: (rows: number) => readonly string[];
  readonly brought?: (rows: number) => readonly string[];
}
