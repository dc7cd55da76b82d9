/** The charts of the report. They are decoration: a table beside each says the same. */
import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { useTranslation } from 'react-i18next';
import { LEGEND_AS_DRAWN, NO_KEYS } from '../../components/charts/chart-props.ts';
import { useFormat } from '../../components/format/use-format.ts';
import type { YAxisProps } from 'recharts';
import { rateAxisEnd } from './points.ts';
import type { CalibrationPoint, CurvePoint } from './points.ts';

const HEIGHT_PX = 240;
const RATES: NonNullable<YAxisProps['domain']> = [0, rateAxisEnd];
const RATE_AXIS = { width: 70, domain: RATES } as const;
const BEFORE = 'gray.5';
const AFTER = 'blue.6';

const useRates = (): ((value: number) => string) => {
  const format = useFormat();
  return (value) => format.percent(value, 2);
};

interface BeforeAfterChartProps {
  readonly rows: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  readonly labels: readonly [before: string, after: string];
}

/** Error rates of two models, all together and by collection. */
export const BeforeAfterChart = ({ rows, labels }: BeforeAfterChartProps) => {
  const rates = useRates();
  return (
    <BarChart
      h={HEIGHT_PX}
      data={rows.map((row) => ({ ...row }))}
      dataKey="name"
      series={[
        { name: 'before', label: labels[0], color: BEFORE },
        { name: 'after', label: labels[1], color: AFTER },
      ]}
      valueFormatter={rates}
      withLegend
      legendProps={LEGEND_AS_DRAWN}
      tickLine="none"
      barChartProps={NO_KEYS}
      barProps={{ isAnimationActive: false, maxBarSize: 56 }}
      yAxisProps={RATE_AXIS}
      aria-hidden
    />
  );
};

/** Errors by the number of training documents, with the interval and the forecast. */
export const LearningCurveChart = ({ points }: { readonly points: readonly CurvePoint[] }) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  const rates = useRates();
  const hasForecast = points.some(({ forecast }) => forecast !== null);
  return (
    <LineChart
      h={HEIGHT_PX}
      data={[...points]}
      dataKey="documents"
      series={[
        { name: 'error', label: t('report.curve.error'), color: AFTER },
        { name: 'high', label: t('report.curve.high'), color: BEFORE, strokeDasharray: '3 4' },
        { name: 'low', label: t('report.curve.low'), color: BEFORE, strokeDasharray: '3 4' },
        ...(hasForecast
          ? [{ name: 'forecast', label: t('report.curve.forecast'), color: 'orange.6', strokeDasharray: '6 4' }]
          : []),
      ]}
      valueFormatter={rates}
      curveType="linear"
      withLegend
      legendProps={LEGEND_AS_DRAWN}
      tickLine="none"
      lineChartProps={NO_KEYS}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{
        type: 'number',
        domain: [0, 'dataMax'],
        allowDecimals: false,
        tickFormatter: (value: number) => format.number(value),
      }}
      xAxisLabel={t('report.curve.documents')}
      yAxisProps={RATE_AXIS}
      aria-hidden
    />
  );
};

/** What share of the gaps were boundaries, by the probability that the model stated. */
export const CalibrationChart = ({ points }: { readonly points: readonly CalibrationPoint[] }) => {
  const { t } = useTranslation('training');
  const format = useFormat();
  return (
    <LineChart
      h={HEIGHT_PX}
      data={[...points]}
      dataKey="stated"
      series={[
        { name: 'observed', label: t('report.calibration.observed'), color: AFTER },
        { name: 'ideal', label: t('report.calibration.ideal'), color: BEFORE, strokeDasharray: '3 4' },
      ]}
      valueFormatter={(value) => format.percent(value, 0)}
      curveType="linear"
      withLegend
      legendProps={LEGEND_AS_DRAWN}
      tickLine="none"
      withDots
      lineChartProps={NO_KEYS}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{
        type: 'number',
        domain: [0, 1],
        ticks: [0, 0.25, 0.5, 0.75, 1],
        tickFormatter: (value: number) => format.percent(value, 0),
      }}
      yAxisProps={{ domain: [0, 1], width: 56 }}
      xAxisLabel={t('report.calibration.stated')}
      aria-hidden
    />
  );
};

interface ReviewChartProps {
  readonly rows: readonly { readonly effort: number; readonly left: number }[];
}

/** The errors that are left, by the share of the decisions that people look at. */
export const ReviewChart = ({ rows }: ReviewChartProps) => {
  const { t } = useTranslation('training');
  const rates = useRates();
  return (
    <LineChart
      h={HEIGHT_PX}
      data={rows.map((row) => ({ ...row }))}
      dataKey="effort"
      series={[{ name: 'left', label: t('report.review.left'), color: AFTER }]}
      valueFormatter={rates}
      curveType="linear"
      tickLine="none"
      lineChartProps={NO_KEYS}
      lineProps={{ isAnimationActive: false }}
      xAxisProps={{
        type: 'number',
        domain: RATES,
        tickFormatter: rates,
      }}
      xAxisLabel={t('report.review.effort')}
      yAxisProps={RATE_AXIS}
      aria-hidden
    />
  );
};
