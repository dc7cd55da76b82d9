/**
 * `npm run bench:load [-- --uploads 200 --seconds 60]`: (a) many uploads at once, without limits and with a plan that
 * limits the rate; (b) an account at 20 times its rate beside another one at a normal rate. The service is the real one,
 * with plans in its data folder. The last line of the output is one JSON object. The exit status is 1 where an upload was
 * neither accepted nor told to wait, or an accepted one did not succeed.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import type { Plan } from '../../core/accounts/limits/plan.ts';
import { drawTwoPagePdf } from '../contract/two-page-pdf.ts';
import { createAccount } from '../running-service/create-account.ts';
import { startService } from '../running-service/running-service.ts';
import { rounded } from '../statistics.ts';
import { sendBurst } from './burst.ts';
import type { Burst } from './burst.ts';
import { clientOf } from './client.ts';
import type { Client } from './client.ts';
import { measure, press } from './neighbours.ts';
import type { Latencies, Neighbour } from './neighbours.ts';

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

interface Beside {
  readonly alone: Latencies;
  readonly beside_normal: Latencies;
  readonly beside_excess: Latencies;
  readonly neighbour_normal: Neighbour;
  readonly neighbour_excess: Neighbour;
}

async function measureBeside({ normal, pressing }: Accounts, document: Uint8Array, seconds: number): Promise<Beside> {
  const beside = async (perSecond: number) => {
    const [latencies, neighbour] = await Promise.all([
      measure(normal, document, seconds),
      press(pressing, document, { seconds, perSecond }),
    ]);
    return { latencies, neighbour };
  };
  const alone = await measure(normal, document, seconds);
  const [usual, excess] = [await beside(RATE), await beside(RATE * EXCESS)];
  return {
    alone,
    beside_normal: usual.latencies,
    beside_excess: excess.latencies,
    neighbour_normal: usual.neighbour,
    neighbour_excess: excess.neighbour,
  };
}

async function withAccounts<Result>(work: (accounts: Accounts) => Promise<Result>): Promise<Result> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tearline-load-'));
  await writeFile(join(dataFolder, 'plans.json'), JSON.stringify(plans));
  const service = await startService({ dataFolder });
  try {
    const account = async (plan: string): Promise<Client> =>
      clientOf(service.baseUrl, await createAccount(dataFolder, plan, plan));
    return await work({
      first: clientOf(service.baseUrl, service.apiKey),
      burst: await account('burst'),
      normal: await account('normal'),
      pressing: await account('pressing'),
    });
  } finally {
    await service.stop();
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const isWhole = ({ otherwise, not_succeeded: notSucceeded }: Burst): boolean => otherwise === 0 && notSucceeded === 0;

async function main(): Promise<void> {
  const options = new Command()
    .option('--uploads <n>', 'uploads at once', '200')
    .option('--seconds <n>', 'of each part of the comparison', '60')
    .parse()
    .opts<{ uploads: string; seconds: string }>();
  const uploads = Number(options.uploads);
  const document = await drawTwoPagePdf();
  const { bursts, beside } = await withAccounts(async (accounts) => {
    // The first document of a service is slower.
    await accounts.first.post(document, 120);
    const without = await sendBurst(accounts.first, document, uploads);
    console.table({ 'without limits': without });
    const limited = await sendBurst(accounts.burst, document, uploads);
    console.table({ '50 a second': limited });
    return {
      bursts: { without_limits: without, limited },
      beside: await measureBeside(accounts, document, Number(options.seconds)),
    };
  });
  const { alone, beside_normal: usual, beside_excess: excess, ...neighbours } = beside;
  console.table({ alone, 'beside one at its rate': usual, 'beside one at 20 times its rate': excess });
  console.table(neighbours);
  const ratio = rounded(excess.document_p99_ms / usual.document_p99_ms);
  const whole = Object.values(bursts).every(isWhole);
  console.log(`Goal: each upload is accepted or told to wait, and each accepted one succeeds: ${whole ? 'yes' : 'NO'}`);
  console.log(`Goal: document p99 at most ${GOAL_RATIO} times that beside the same account at its rate: ${ratio}`);
  console.log(JSON.stringify({ bench: 'load', cores: availableParallelism(), ...bursts, ...beside, ratio, whole }));
  if (!whole) process.exitCode = 1;
}

await main();
