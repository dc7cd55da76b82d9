import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ModelFigures } from '../../api/training/models.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { ScrollTable } from '../../components/lists/scroll-table.tsx';

const FIGURES = [
  'error_rate',
  'page_f1',
  'document_f1',
  'panoptic_quality',
  'exact_match_rate',
  'calibration_error',
] as const;

interface FiguresTableProps {
  readonly label: string;
  readonly labels: readonly [before: string, after: string];
  readonly before: Omit<ModelFigures, 'model_version'>;
  readonly after: Omit<ModelFigures, 'model_version'>;
}

/** All figures of two models on the same documents. */
export const FiguresTable = ({ label, labels, before, after }: FiguresTableProps) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const intervalOf = ({ error_rate_interval: { low, high } }: typeof before): string =>
    `${format.percent(low, 2)} – ${format.percent(high, 2)}`;
  return (
    <ScrollTable label={t('report.table', { title: label })} minWidth={340}>
      <Table.Thead>
        <Table.Tr>
          <Table.Td />
          {labels.map((name, at) => (
            // Two models of one minute have the same name.
            <Table.Th key={at} ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {FIGURES.map((figure) => (
          <Table.Tr key={figure}>
            <Table.Th scope="row" fw={figure === 'error_rate' ? 600 : 400}>
              {t(`figure.${figure}`)}
            </Table.Th>
            <Table.Td ta="right">{format.percent(before[figure], 2)}</Table.Td>
            <Table.Td ta="right">{format.percent(after[figure], 2)}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Th scope="row" fw={400}>
            {t('figure.interval')}
          </Table.Th>
          <Table.Td ta="right">{intervalOf(before)}</Table.Td>
          <Table.Td ta="right">{intervalOf(after)}</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </ScrollTable>
  );
};
