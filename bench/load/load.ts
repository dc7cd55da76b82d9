/**
 * `npm run bench:load [-- --uploads 200 --seconds 30 --pairs 4]`: (a) many uploads at once, without limits and with a
 * plan that limits the rate; (b) an account at a normal rate beside another one at its rate and, in turn, at 20 times its
 * rate, with the processor time of the service. The service is the real one, with plans in its data folder. The last line of the output is one JSON object. The exit status is 1 where an upload was
 * neither accepted nor told to wait, or an accepted one did not succeed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Plan } from '../../core/accounts/limits/plan.ts';
import { drawTwoPagePdf } from '../contract/two-page-pdf.ts';
import { createAccount } from '../running-service/client/create-account.ts';
import { processorTimeBetween, processorTimes } from '../running-service/processor-times.ts';
import { startService } from '../running-service/running-service.ts';
import type { RunningService } from '../running-service/running-service.ts';
import { rounded } from '../statistics.ts';
import { sendBurst } from './burst.ts';
import type { Burst } from './burst.ts';
import { clientOf } from './client.ts';
import type { Client } from './client.ts';
import { latenciesOf, measure, press } from './neighbours.ts';
import type { Measured, Neighbour } from './neighbours.ts';

/** Documents a second that the accounts of (b) may send. */
const RATE = 1;
const EXCESS = 20;
/** The document p99 beside an account at 20 times its rate, relative to that beside the same account at its rate. */
const GOAL_RATIO = 1.5;

const unlimited: Plan = {
  pages_per_month: null,
  credits_per_month: null,
  max_pages: null,
  max_document_bytes: null,
  work_per_second: null,
  work_per_minute: null,
  work_per_hour: null,
  reads_per_second: null,
};
const plans = {
  burst: { ...unlimited, work_per_second: 50 },
  // A second document in the same second is the measured account's own, after a slow start of the one before.
  normal: { ...unlimited, work_per_second: 2 * RATE, reads_per_second: 50 },
  pressing: { ...unlimited, work_per_second: RATE, reads_per_second: 50 },
};

type Accounts = Readonly<Record<'first' | 'burst' | 'normal' | 'pressing', Client>>;

/** A part of the comparison: what the account that is measured saw, and what the other sent. */
interface Part {
  readonly measured: Measured;
  readonly neighbour: Neighbour;
  /** Processor time of the service's processes in milliseconds. */
  readonly processorMs: number;
}

/** Two parts, one after the other: beside the account at its rate, and beside the same at 20 times its rate. */
interface Pair {
  readonly usual: Part;
  readonly excess: Part;
}

interface Comparison {
  readonly service: RunningService;
  readonly accounts: Accounts;
  readonly document: Uint8Array;
  /** Of each part. */
  readonly seconds: number;
}

async function measurePart({ service, accounts, document, seconds }: Comparison, perSecond: number): Promise<Part> {
  const before = await processorTimes(service);
  const [measured, neighbour] = await Promise.all([
    measure(accounts.normal, document, seconds),
    press(accounts.pressing, document, { seconds, perSecond }),
  ]);
  return { measured, neighbour, processorMs: processorTimeBetween(before, await processorTimes(service)) };
}

/** In turn, so that the load of other programs falls on both alike; the first of a pair changes. */
async function measurePairs(comparison: Comparison, count: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let number = 0; number < count; number += 1) {
    const first = number % 2 === 0 ? await measurePart(comparison, RATE) : undefined;
    const excess = await measurePart(comparison, RATE * EXCESS);
    pairs.push({ usual: first ?? (await measurePart(comparison, RATE)), excess });
  }
  return pairs;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function describePairs(pairs: readonly Pair[]) {
  const [usual, excess] = [pairs.map((pair) => pair.usual), pairs.map((pair) => pair.excess)];
  const latencies = {
    beside_normal: latenciesOf(usual.map(({ measured }) => measured)),
    beside_excess: latenciesOf(excess.map(({ measured }) => measured)),
  };
  const processor = (parts: readonly Part[]) => sum(parts.map(({ processorMs }) => processorMs));
  const refused = sum(excess.map(({ neighbour }) => neighbour.refused));
  return {
    ...latencies,
    neighbours_excess: excess.map(({ neighbour }) => neighbour),
    ratio: rounded(latencies.beside_excess.document_p99_ms / latencies.beside_normal.document_p99_ms),
    ratio_p50: rounded(latencies.beside_excess.document_p50_ms / latencies.beside_normal.document_p50_ms),
    ratios_of_pairs: pairs.map((pair) => {
      const [before, after] = [latenciesOf([pair.usual.measured]), latenciesOf([pair.excess.measured])];
      return rounded(after.document_p99_ms / before.document_p99_ms);
    }),
    processor_ratio: rounded(processor(excess) / processor(usual)),
    /** Processor time of the service for each request that it refused, in milliseconds. */
    refusal_ms: rounded(refused === 0 ? 0 : (processor(excess) - processor(usual)) / refused),
  };
}

async function withAccounts<Result>(
  work: (accounts: Accounts, service: RunningService) => Promise<Result>,
): Promise<Result> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tearline-load-'));
  await writeFile(join(dataFolder, 'plans.json'), JSON.stringify(plans));
  const service = await startService({ dataFolder });
  try {
    const account = async (plan: string): Promise<Client> =>
      clientOf(service.baseUrl, await createAccount(dataFolder, plan, plan));
    const accounts = {
      first: clientOf(service.baseUrl, service.apiKey),
      burst: await account('burst'),
      normal: await account('normal'),
      pressing: await account('pressing'),
    };
    return await work(accounts, service);
  } finally {
    await service.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const isWhole = ({ otherwise, not_succeeded: notSucceeded }: Burst): boolean => otherwise === 0 && notSucceeded === 0;

interface Bursts {
  readonly without_limits: Burst;
  readonly limited: Burst;
}

async function sendBursts({ first, burst }: Accounts, document: Uint8Array, uploads: number): Promise<Bursts> {
  const without = await sendBurst(first, document, uploads);
  console.table({ 'without limits': without });
  const limited = await sendBurst(burst, document, uploads);
  console.table({ '50 a second': limited });
  return { without_limits: without, limited };
}

async function main(): Promise<void> {
  const options = new Command()
    .option('--uploads <n>', 'uploads at once; 0: without part (a)', '200')
    .option('--seconds <n>', 'of each part of the comparison', '30')
    .option('--pairs <n>', 'pairs of parts; 0: without part (b)', '4')
    .parse()
    .opts<{ uploads: string; seconds: string; pairs: string }>();
  const [uploads, seconds, count] = [options.uploads, options.seconds, options.pairs].map(Number);
  const document = await drawTwoPagePdf();
  const { bursts, pairs } = await withAccounts(async (accounts, service) => {
    // The first document of a service is slower.
    for (const client of [accounts.first, accounts.normal, accounts.pressing]) await client.post(document, 120);
    return {
      bursts: uploads === 0 ? undefined : await sendBursts(accounts, document, uploads ?? 0),
      pairs: await measurePairs({ service, accounts, document, seconds: seconds ?? 0 }, count ?? 0),
    };
  });
  const whole = Object.values(bursts ?? {}).every(isWhole);
  console.log(`Goal: each upload is accepted or told to wait, and each accepted one succeeds: ${whole ? 'yes' : 'NO'}`);
  const beside = pairs.length === 0 ? undefined : describePairs(pairs);
  if (beside !== undefined) {
    console.table({ 'beside one at its rate': beside.beside_normal, 'at 20 times its rate': beside.beside_excess });
    console.log(
      `Goal: document p99 at most ${GOAL_RATIO} times that beside the same account at its rate: ${beside.ratio}`,
    );
    console.log(`Processor time of the service: ${beside.processor_ratio} times, ${beside.refusal_ms} ms a refusal`);
  }
  console.log(JSON.stringify({ bench: 'load', cores: availableParallelism(), ...bursts, ...beside, whole }));
  if (!whole) process.exitCode = 1;
}

await main();
