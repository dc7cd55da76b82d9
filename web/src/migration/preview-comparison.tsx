import { Card, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Schema } from '../api/client/client.ts';
import type { Migration } from '../api/migration.ts';
import { modelQuery } from '../api/training/models.ts';
import { useFormat } from '../components/format/use-format.ts';
import { ScrollTable } from '../components/lists/scroll-table.tsx';
import { MissingState } from '../components/loading-state.tsx';
import { useCollectionName } from '../training-data/collections/use-collection-name.ts';

/** The model in use and the new one, both measured on the same documents of the customer. */
export const PreviewComparison = ({ migration }: { readonly migration: Migration }) => {
  const { t } = useTranslation('migration');
  const format = useFormat();
  const { preview_workflow_id: preview, model_version: version } = migration;
  const query = useQuery({
    ...modelQuery(preview ?? '', version ?? ''),
    enabled: preview !== null && version !== null,
  });
  const evaluation = query.data?.evaluation;
  if (evaluation === undefined) return <MissingState error={query.error} refetch={query.refetch} />;
  if (evaluation === null) return null;
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t('comparison.text', {
          documents: format.number(evaluation.trained_on.documents),
          gaps: format.number(evaluation.trained_on.evaluated_gaps),
        })}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <ModelCard title={t('comparison.current')} figures={evaluation.metrics_before} />
        <ModelCard title={t('comparison.preview')} figures={evaluation.metrics} />
      </SimpleGrid>
      <CollectionTable collections={evaluation.collections} />
    </Stack>
  );
};

interface ModelCardProps {
  readonly title: string;
  readonly figures: Schema<'ModelFigures'>;
}

const ModelCard = ({ title, figures }: ModelCardProps) => {
  const { t } = useTranslation('migration');
  const format = useFormat();
  const { error_rate: rate, error_rate_interval: interval } = figures;
  return (
    <Card withBorder component="section" aria-label={title}>
      <Title order={2} size="h5">
        {title}
      </Title>
      <Text size="xl" fw={700} mt="xs">
        {t('comparison.wrong', { rate: format.percent(rate, 2) })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('comparison.interval', { low: format.percent(interval.low, 2), high: format.percent(interval.high, 2) })}
      </Text>
      <Text size="sm" mt="xs">
        {t('comparison.documents', { rate: format.percent(figures.document_f1) })}
      </Text>
      <Text size="sm">{t('comparison.files', { rate: format.percent(figures.exact_match_rate) })}</Text>
    </Card>
  );
};

const CollectionTable = ({ collections }: { readonly collections: readonly Schema<'CollectionFigures'>[] }) => {
  const { t } = useTranslation('migration');
  const format = useFormat();
  const nameOf = useCollectionName();
  if (collections.length < 2) return null;
  return (
    <ScrollTable label={t('comparison.collections')} minWidth={420}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('comparison.collection')}</Table.Th>
          <Table.Th ta="right">{t('comparison.decisions')}</Table.Th>
          <Table.Th ta="right">{t('comparison.current')}</Table.Th>
          <Table.Th ta="right">{t('comparison.preview')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {collections.map(({ collection, gaps, before, after }) => (
          <Table.Tr key={collection}>
            <Table.Th scope="row" fw={500}>
              {nameOf(collection)}
            </Table.Th>
            <Table.Td ta="right">{format.number(gaps)}</Table.Td>
            <Table.Td ta="right">{format.percent(before.error_rate, 2)}</Table.Td>
            <Table.Td ta="right">{format.percent(after.error_rate, 2)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
};
