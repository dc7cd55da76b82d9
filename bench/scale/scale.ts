/**
 * `npm run bench:scale [-- --scanned 0.6] [--seed 1] [--loads 1,100,10000,1000000] [--burst 10000]`: simulates the
 * deployed design with the AWS quotas of a new account, the default quotas, and raised ones: loads in pages per hour; a
 * scan of 2,000 pages alone; a tenant that sends single documents while another sends a burst. No AWS service is called.
 * The last line of the output is one JSON object.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { checkStageSettings } from '../../lib/settings.ts';
import type { StageSettings } from '../../lib/settings.ts';
import { readStageSettings } from '../../lib/stages.ts';
import { limitsAt } from './quotas.ts';
import type { Level } from './quotas.ts';
import { percentile, simulate } from './simulation/simulate.ts';
import { simulateAlone, simulateBeside } from './simulation/simulate-fairness.ts';
import type { BesideOutcome } from './simulation/simulate-fairness.ts';
import type { Outcome } from './simulation/simulate.ts';
import { rounded } from '../statistics.ts';

const { values } = parseArgs({
  options: {
    scanned: { type: 'string', default: '0.6' },
    seed: { type: 'string', default: '1' },
    loads: { type: 'string', default: '1,100,10000,1000000' },
    burst: { type: 'string', default: '10000' },
  },
});
const loadsSchema = z
  .string()
  .transform((text) => text.split(',').map(Number))
  .pipe(z.array(z.number().positive()));
const { scanned, seed, loads, burst } = z
  .object({
    scanned: z.coerce.number().min(0).max(1),
    seed: z.coerce.number().int(),
    loads: loadsSchema,
    burst: z.coerce.number().int().min(1),
  })
  .parse(values);

const prod = readStageSettings('prod');

/** The stage settings of docs/scale.md for a million pages per hour. */
const raised: StageSettings = checkStageSettings({
  ...prod,
  reservedConcurrency: {
    Api: 500,
    RenderApi: 150,
    PublicApi: 50,
    Parse: 900,
    Inspect: 200,
    ReadPages: 600,
    BuildResults: 200,
  },
  pipeline: { documents: 300, chunksPerDocument: 8 },
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

const percent = (share: number): number => rounded(share * 100, 1);

const rowOf = (
  name: string,
  pagesPerHour: number,
  {
    documents,
    documentsPerHour,
    p50Ms,
    p99Ms,
    failed,
    refused,
    refusals,
    utilisations,
    highestConcurrency,
    mostWaiting,
  }: Outcome,
) => ({
  limits: name,
  pages_per_hour: pagesPerHour,
  documents_per_hour: rounded(documentsPerHour, 1),
  p50_s: rounded(p50Ms / 1000, 1),
  p99_s: rounded(p99Ms / 1000, 1),
  failed_percent: percent(failed / documents),
  refused_percent: percent(refused / documents),
  highest_concurrency: highestConcurrency,
  most_waiting: mostWaiting,
  saturates_first:
    refusals[0] === undefined
      ? null
      : { limit: refusals[0].limit, after_s: rounded(refusals[0].firstMs / 1000, 0), refusals: refusals[0].count },
  most_used: { limit: utilisations[0]?.limit ?? '', percent: percent(utilisations[0]?.share ?? 0) },
  refusals: Object.fromEntries(refusals.map(({ limit, count }) => [limit, count])),
});

const rows = STAGES.flatMap(({ name, level, settings }) =>
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

const LONG_SCAN_PAGES = 2000;
const alone = STAGES.map(({ name, level, settings }) => {
  const outcome = simulateAlone({ settings, limits: limitsAt(level), seed }, LONG_SCAN_PAGES, true);
  return {
    limits: name,
    pages: LONG_SCAN_PAGES,
    succeeded: outcome.succeeded,
    minutes: rounded(outcome.milliseconds / 60_000, 1),
    highest_concurrency: outcome.highestConcurrency,
    refusals: outcome.refusals,
  };
});
console.table(alone);

/** How a stage's single documents are simulated: enough of them for a 99th percentile. */
const FAIRNESS = [
  { name: 'new account, dev', level: 'newAccount', settings: dev, everyMs: 60_000, seeds: 1 },
  { name: 'default, prod', level: 'byDefault', settings: prod, everyMs: 5000, seeds: 5 },
] as const;
const IDLE_MS = 8 * 3_600_000;

const poolOf = (outcomes: readonly BesideOutcome[]) => {
  const latencies = outcomes.flatMap((outcome) => outcome.latencies).sort((a, b) => a - b);
  return {
    documents: latencies.length,
    p50_s: rounded(percentile(latencies, 0.5) / 1000, 1),
    p99_s: rounded(percentile(latencies, 0.99) / 1000, 1),
    incomplete: outcomes.reduce((sum, { incomplete }) => sum + incomplete, 0),
    burst_succeeded_percent: percent(
      outcomes.reduce((sum, { burstSucceeded }) => sum + burstSucceeded, 0) / (burst * outcomes.length),
    ),
    burst_minutes: rounded(outcomes.reduce((sum, { burstMs }) => sum + burstMs, 0) / outcomes.length / 60_000, 0),
    most_waiting: Math.max(...outcomes.map(({ mostWaiting }) => mostWaiting)),
  };
};

const beside = FAIRNESS.flatMap(({ name, level, settings, everyMs, seeds }) => {
  const scenario = { settings, limits: limitsAt(level), everyMs };
  const idle = simulateBeside({ ...scenario, seed, burst: 0, connections: 1, forMs: IDLE_MS });
  const alonePool = poolOf([idle]);
  return [
    { limits: name, connections: 0, ...alonePool, times_idle_p99: 1 },
    ...[20, 200].map((connections) => {
      const pool = poolOf(
        Array.from({ length: seeds }, (_, at) => simulateBeside({ ...scenario, seed: seed + at, burst, connections })),
      );
      return { limits: name, connections, ...pool, times_idle_p99: rounded(pool.p99_s / alonePool.p99_s, 1) };
    }),
  ];
});
console.table(beside);
console.log(
  JSON.stringify({ scanned, seed, processor_seconds: rounded(process.cpuUsage().user / 1e6, 1), rows, alone, beside }),
);
