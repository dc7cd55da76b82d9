import { Button, Card, Collapse, Group, Table, Title } from '@mantine/core';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollTable } from '../../components/lists/scroll-table.tsx';

interface ChartCardProps {
  readonly title: string;
  /** The headings of the columns after the first. */
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[];
  readonly children: ReactNode;
}

const TABLE_HEIGHT_PX = 320;

/** A chart and, on demand, the table that says the same. */
export const ChartCard = ({ title, head, rows, children }: ChartCardProps) => {
  const { t } = useTranslation('dashboard');
  const [opened, setOpened] = useState(false);
  const table = useId();
  return (
    <Card component="section" withBorder padding="md" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={opened}
          aria-controls={table}
          aria-label={t('tableOf', { title })}
          onClick={() => {
            setOpened(!opened);
          }}
        >
          {t('table')}
        </Button>
      </Group>
      {children}
      <Collapse expanded={opened} id={table}>
        {opened ? (
          <ScrollTable label={title} minWidth={280} maxHeight={TABLE_HEIGHT_PX} stickyHeader mt="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Td />
                {head.map((label) => (
                  <Table.Th key={label} ta="right">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ key, cells }, row) => (
                // Two intervals have the same label where the clocks go back.
                <Table.Tr key={`${key} ${row}`}>
                  <Table.Th scope="row" fw={400}>
                    {key}
                  </Table.Th>
                  {cells.map((cell, column) => (
                    <Table.Td key={head[column]} ta="right">
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        ) : null}
      </Collapse>
    </Card>
  );
};
