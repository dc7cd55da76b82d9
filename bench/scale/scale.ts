/**
 * `npm run bench:scale [-- --scanned 0.6] [--seed 1] [--loads 1,100,10000,1000000] [--waiting]`: simulates the deployed
 * design under loads in pages per hour, with the AWS quotas of a new account, the default quotas, and raised ones. With
 * `--waiting`, compares stages where requests that wait for results can occupy all Lambda executions with stages where
 * they cannot. No AWS service is called. The last line of the output is one JSON object.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkStageSettings } from '../../lib/settings.ts';
import type { StageSettings } from '../../lib/settings.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { limitsAt } from './quotas.ts';
import type { Level } from './quotas.ts';
import { simulate } from './simulate.ts';
import type { Outcome } from './simulate.ts';
import { rounded } from '../statistics.ts';

const { values } = parseArgs({
  options: {
    scanned: { type: 'string', default: '0.6' },
    seed: { type: 'string', default: '1' },
    loads: { type: 'string', default: '1,100,10000,1000000' },
    waiting: { type: 'boolean', default: false },
  },
});
const loadsSchema = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number().positive()));
const { scanned, seed, loads } = z
  .object({ scanned: z.coerce.number().min(0).max(1), seed: z.coerce.number().int(), loads: loadsSchema })
  .parse(values);

const prod = readStageSettings('prod');

/** The stage settings of docs/scale.md for a million pages per hour. */
const raised: StageSettings = checkStageSettings({
  ...prod,
  reservedConcurrency: { Api: 600, RenderApi: 150, Inspect: 150, ReadPages: 1000, BuildResults: 300 },
  endpoint: { ...prod.endpoint, maxConcurrency: 100 },
  api: { ...prod.api, requestsPerSecond: 1000, burst: 2000 },
});
interface Stage {
  readonly name: string;
  readonly level: Level;
  readonly settings: StageSettings;
}

const dev = readStageSettings('dev');
const STAGES: readonly Stage[] = [
  { name: 'new account, dev', level: 'newAccount', settings: dev },
  { name: 'default, prod', level: 'byDefault', settings: prod },
  { name: 'raised', level: 'raised', settings: raised },
];

/** The gateway does not throttle, so that the functions are the limit. */
const open: StageSettings = {
  ...prod,
  api: { ...prod.api, requestsPerSecond: 5000, burst: 5000 },
  endpoint: { mode: 'serverless', memoryMb: 3072, maxConcurrency: 200 },
};
const WAITING_STAGES: readonly Stage[] = [
  { name: 'new account, dev', level: 'newAccount', settings: dev },
  {
    name: 'new account, dev, no waiting',
    level: 'newAccount',
    settings: { ...dev, limits: { ...dev.limits, maxWaitSeconds: 0 } },
  },
  { name: 'default, nothing set aside', level: 'byDefault', settings: { ...open, reservedConcurrency: undefined } },
  { name: 'default, as prod sets aside', level: 'byDefault', settings: open },
];

const percent = (share: number): number => rounded(share * 100, 1);

const rowOf = (
  name: string,
  pagesPerHour: number,
  { documents, documentsPerHour, p50Ms, p99Ms, failed, refused, refusals, utilisations, highestConcurrency }: Outcome,
) => ({
  limits: name,
  pages_per_hour: pagesPerHour,
  documents_per_hour: rounded(documentsPerHour, 1),
  p50_s: rounded(p50Ms / 1000, 1),
  p99_s: rounded(p99Ms / 1000, 1),
  failed_percent: percent(failed / documents),
  refused_percent: percent(refused / documents),
  highest_concurrency: highestConcurrency,
  saturates_first:
    refusals[0] === undefined
      ? null
      : { limit: refusals[0].limit, after_s: rounded(refusals[0].firstMs / 1000, 0), refusals: refusals[0].count },
  most_used: { limit: utilisations[0]?.limit ?? '', percent: percent(utilisations[0]?.share ?? 0) },
  refusals: Object.fromEntries(refusals.map(({ limit, count }) => [limit, count])),
});

const rows = (values.waiting ? WAITING_STAGES : STAGES).flatMap(({ name, level, settings }) =>
  loads.map((pagesPerHour) =>
    rowOf(name, pagesPerHour, simulate({ pagesPerHour, scanned, seed, settings, limits: limitsAt(level) })),
  ),
);
console.table(
  rows.map(({ saturates_first, most_used, ...row }) => ({
    ...row,
    refusals: Object.values(row.refusals).reduce((sum, count) => sum + count, 0),
    saturates_first: saturates_first === null ? '' : `${saturates_first.limit} (${saturates_first.after_s} s)`,
    most_used: `${most_used.limit} ${most_used.percent} %`,
  })),
);
console.log(JSON.stringify({ scanned, seed, processor_seconds: rounded(process.cpuUsage().user / 1e6, 1), rows }));
