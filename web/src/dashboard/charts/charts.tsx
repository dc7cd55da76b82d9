import { SimpleGrid } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageSeries } from '../../api/account/usage.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { ApiCalls } from './api-calls.tsx';
import { pointsOf } from './points.ts';
import { SeriesChart } from './series-chart.tsx';

/** Use over time: each chart with its table. */
export const Charts = ({ series }: { readonly series: UsageSeries }) => {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const currency = series.total.estimated_cost?.currency;
  const points = useMemo(() => pointsOf(series, format.language), [series, format.language]);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <SeriesChart
        title={t('charts.requests')}
        points={points}
        stacked
        lines={[
          { name: 'documents', label: t('figures.documents'), color: 'teal.7' },
          { name: 'failures', label: t('figures.failures'), color: 'red.7' },
        ]}
      />
      <SeriesChart
        title={t('charts.pages')}
        points={points}
        lines={[
          { name: 'pages', label: t('figures.pages'), color: 'blue.6' },
          { name: 'subDocuments', label: t('figures.sub_documents'), color: 'grape.6' },
        ]}
      />
      <SeriesChart
        title={t('charts.credits')}
        points={points}
        lines={[{ name: 'credits', label: t('figures.credits'), color: 'indigo.6' }]}
      />
      <SeriesChart
        title={t('charts.latency')}
        points={points}
        kind="line"
        valueFormatter={format.milliseconds}
        lines={[
          { name: 'p50', label: t('figures.p50'), color: 'cyan.7' },
          { name: 'p95', label: t('figures.p95'), color: 'orange.7' },
        ]}
      />
      {currency === undefined ? null : (
        <SeriesChart
          title={t('charts.estimatedCost')}
          points={points}
          decimals
          valueFormatter={(value) => format.money(value, currency)}
          lines={[{ name: 'estimatedCost', label: t('figures.estimatedCost'), color: 'yellow.8' }]}
        />
      )}
      <ApiCalls calls={series.total.api_calls} />
    </SimpleGrid>
  );
};
