/** Usage as CSV (RFC 4180): one line for each interval, and a column for each operation and status that was called. */
import type { UsageSeries } from '../../../../core/accounts/usage/usage-series.ts';

const COLUMNS = ['requests', 'documents', 'failures', 'pages', 'sub_documents', 'credits'] as const;

/** Values are numbers, times and operation ids: none needs quotes. */
export const usageCsv = ({ items, total }: UsageSeries): string => {
  const currency = total.estimated_cost?.currency;
  const calls = total.api_calls.map(({ operation, status }) => ({ operation, status }));
  const header = [
    'start',
    'end',
    ...COLUMNS,
    'latency_p50_ms',
    'latency_p95_ms',
    ...(currency === undefined ? [] : [`estimated_cost_${currency.toLowerCase()}`]),
    ...calls.map(({ operation, status }) => `calls_${operation}_${status}`),
  ];
  const lines = items.map((item) => [
    item.start,
    item.end,
    ...COLUMNS.map((name) => item[name]),
    item.latency_ms?.p50 ?? '',
    item.latency_ms?.p95 ?? '',
    ...(item.estimated_cost === undefined ? [] : [item.estimated_cost.amount]),
    ...calls.map(
      (call) =>
        item.api_calls.find(({ operation, status }) => operation === call.operation && status === call.status)?.count ??
        0,
    ),
  ]);
  return [header, ...lines].map((fields) => `${fields.join(',')}\r\n`).join('');
};
