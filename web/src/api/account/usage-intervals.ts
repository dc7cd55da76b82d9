import type { Schema } from '../client/client.ts';

export type UsageInterval = Schema<'UsageSeries'>['interval'];

/** The API's lengths of intervals, the shortest first. */
export const USAGE_INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'] as const satisfies readonly UsageInterval[];
