import { Card, SimpleGrid, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UsageSeries } from '../api/account/usage.ts';
import { useFormat } from '../components/format/use-format.ts';

/** The sums of the period. */
export const Figures = ({ total }: { readonly total: UsageSeries['total'] }) => {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const { latency_ms: latency, estimated_cost: cost } = total;
  const figures = [
    { key: 'requests', value: format.number(total.requests) },
    { key: 'documents', value: format.number(total.documents) },
    { key: 'failures', value: format.number(total.failures) },
    { key: 'pages', value: format.number(total.pages) },
    { key: 'sub_documents', value: format.number(total.sub_documents) },
    { key: 'credits', value: format.number(total.credits) },
    { key: 'p50', value: latency === null ? '–' : format.milliseconds(latency.p50) },
    { key: 'p95', value: latency === null ? '–' : format.milliseconds(latency.p95) },
    ...(cost === undefined ? [] : [{ key: 'estimatedCost', value: format.money(cost.amount, cost.currency) }]),
  ];
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 4, lg: 8 }} spacing="sm" m={0}>
      {figures.map(({ key, value }) => (
        <Card key={key} withBorder padding="sm">
          <Text component="dt" size="xs" c="dimmed">
            {t(`figures.${key}`)}
          </Text>
          <Text component="dd" m={0} size="xl" fw={600}>
            {value}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
};
