import { BarChart, LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import type { Point } from './points.ts';
import { LEGEND_AS_DRAWN, NO_KEYS } from '../../components/charts/chart-props.ts';
import { useFormat } from '../../components/format/use-format.ts';
import { ChartCard } from './chart-card.tsx';

interface Line {
  readonly name: Exclude<keyof Point, 'label'>;
  readonly label: string;
  readonly color: string;
}

interface SeriesChartProps {
  readonly title: string;
  readonly points: Point[];
  readonly lines: readonly Line[];
  readonly kind?: 'bar' | 'line';
  readonly stacked?: boolean;
  readonly valueFormatter?: (value: number) => string;
  /** Whether values between whole numbers are marked on the axis. Default: false. */
  readonly decimals?: boolean;
}

const HEIGHT_PX = 220;
/** Values as long as “1.000 Sek.” stand on one line. */
const VALUES_PX = 80;

/** Values over time as bars or lines, and as a table. */
export const SeriesChart = (props: SeriesChartProps) => {
  const { title, points, lines, kind = 'bar', stacked = false, valueFormatter, decimals = false } = props;
  const format = useFormat();
  const show = valueFormatter ?? ((value: number) => format.number(value));
  const chart = {
    h: HEIGHT_PX,
    data: points,
    dataKey: 'label',
    series: [...lines],
    valueFormatter: show,
    withLegend: lines.length > 1,
    legendProps: LEGEND_AS_DRAWN,
    tickLine: 'none' as const,
    gridAxis: 'x' as const,
    yAxisProps: { width: VALUES_PX, allowDecimals: decimals },
    'aria-hidden': true,
  };
  return (
    <ChartCard
      title={title}
      head={lines.map(({ label }) => label)}
      rows={points.map((point) => ({
        key: point.label,
        cells: lines.map(({ name }) => {
          const value = point[name];
          return value === null ? '–' : show(value);
        }),
      }))}
    >
      {kind === 'bar' ? (
        <BarChart {...chart} barChartProps={NO_KEYS} type={stacked ? 'stacked' : 'default'} />
      ) : (
        <LineChart {...chart} lineChartProps={NO_KEYS} connectNulls={false} curveType="linear" />
      )}
    </ChartCard>
  );
};
