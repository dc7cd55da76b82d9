import { BarChart } from '@mantine/charts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { UsageSeries } from '../../api/account/usage.ts';
import { LEGEND_AS_DRAWN, NO_KEYS } from '../../components/charts/chart-props.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { ChartCard } from './chart-card.tsx';
import { operationsOf, STATUS_CLASSES } from './operations.ts';
import type { StatusClass } from './operations.ts';

const COLORS: Readonly<Record<StatusClass, string>> = {
  '2xx': 'teal.7',
  '3xx': 'blue.6',
  '4xx': 'orange.7',
  '5xx': 'red.7',
};
const ROW_PX = 30;
const AXIS_PX = 60;
const NAMES_PX = 190;
/** The operations that are drawn; the table has all. */
const DRAWN = 12;

/** Calls of the API by endpoint and status. */
export const ApiCalls = ({ calls }: { readonly calls: UsageSeries['total']['api_calls'] }) => {
  const { t } = useTranslation('dashboard');
  const format = useFormat();
  const operations = useMemo(() => operationsOf(calls), [calls]);
  const drawn = operations.slice(0, DRAWN);
  return (
    <ChartCard
      title={t('charts.apiCalls')}
      head={[t('status'), t('count')]}
      rows={calls.map(({ operation, status, count }) => ({
        key: operation,
        cells: [String(status), format.number(count)],
      }))}
    >
      <BarChart
        h={drawn.length * ROW_PX + AXIS_PX}
        data={drawn}
        dataKey="operation"
        type="stacked"
        orientation="vertical"
        series={STATUS_CLASSES.map((name) => ({ name, color: COLORS[name] }))}
        valueFormatter={(value) => format.number(value)}
        withLegend
        legendProps={LEGEND_AS_DRAWN}
        tickLine="none"
        gridAxis="y"
        // Every bar has its name.
        yAxisProps={{ width: NAMES_PX, interval: 0 }}
        xAxisProps={{ allowDecimals: false }}
        aria-hidden
        barChartProps={NO_KEYS}
      />
    </ChartCard>
  );
};
