import type { UsageInterval } from '../../api/account/usage-intervals.ts';
import type { UsageSeries } from '../../api/account/usage.ts';

/** An interval as a place on the horizontal axis. */
export interface Point {
  /** Its beginning, as the reader's language writes it in the series' time zone. */
  readonly label: string;
  readonly documents: number;
  readonly failures: number;
  readonly pages: number;
  readonly subDocuments: number;
  readonly credits: number;
  /** Milliseconds; null: nothing succeeded. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** In the currency of the series; null: the deployment states none, or only owners see it. */
  readonly estimatedCost: number | null;
}

const LABELS: Readonly<Record<UsageInterval, Intl.DateTimeFormatOptions>> = {
  hourly: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  daily: { day: 'numeric', month: 'short' },
  weekly: { day: 'numeric', month: 'short' },
  monthly: { month: 'short', year: 'numeric' },
};

export const pointsOf = ({ items, interval, time_zone: timeZone }: UsageSeries, language: string): Point[] => {
  const format = new Intl.DateTimeFormat(language, { ...LABELS[interval], timeZone });
  return items.map((item) => ({
    label: format.format(new Date(item.start)),
    documents: item.documents,
    failures: item.failures,
    pages: item.pages,
    subDocuments: item.sub_documents,
    credits: item.credits,
    p50: item.latency_ms?.p50 ?? null,
    p95: item.latency_ms?.p95 ?? null,
    estimatedCost: item.estimated_cost?.amount ?? null,
  }));
};
