import { Box, Table } from '@mantine/core';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useIsWide } from './use-is-wide.ts';
import classes from './facts-table.module.css';

interface Column<Row> {
  readonly label: string;
  /** Null where the row has nothing to say. */
  readonly cell: (row: Row) => ReactNode;
}

interface FactsTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** What the row is called. */
  readonly name: Column<Row>;
  /** Always the same ones: a column is known by its place, since its label changes with the language. */
  readonly facts: readonly Column<Row>[];
  /** The buttons of a row; null where it has none. */
  readonly actions: (row: Row) => ReactNode;
}

/** A table that never scrolls sideways: where there is no room for its columns, a row is its name with the rest below. */
export const FactsTable = <Row,>({ label, rows, keyOf, name, facts, actions }: FactsTableProps<Row>) => {
  const isWide = useIsWide();
  return (
    <Table aria-label={label} verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{name.label}</Table.Th>
          {isWide ? (
            <>
              {facts.map((fact, at) => (
                <Table.Th key={at}>{fact.label}</Table.Th>
              ))}
              <Table.Td />
            </>
          ) : null}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            {isWide ? (
              <>
                <Table.Th scope="row" fw={500}>
                  {name.cell(row)}
                </Table.Th>
                {facts.map((fact, at) => (
                  <Table.Td key={at}>{fact.cell(row)}</Table.Td>
                ))}
                <Table.Td ta="right">{actions(row)}</Table.Td>
              </>
            ) : (
              <Table.Td>
                <Box fw={500} style={{ overflowWrap: 'anywhere' }}>
                  {name.cell(row)}
                </Box>
                <Facts row={row} facts={facts} />
                <Box mt="xs">{actions(row)}</Box>
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

/** The facts of a row, one below the other. */
const Facts = <Row,>({ row, facts }: { readonly row: Row; readonly facts: readonly Column<Row>[] }) => (
  <dl className={classes['facts']}>
    {facts.map(({ label, cell }, at) => {
      const fact = cell(row);
      return fact === null ? null : (
        <Fragment key={at}>
          <dt>{label}</dt>
          <dd>{fact}</dd>
        </Fragment>
      );
    })}
  </dl>
);
