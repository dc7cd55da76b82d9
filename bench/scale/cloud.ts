/** AWS as the simulation has it: functions, limits, and who was refused when. */
import type { StageSettings } from '../../lib/settings.ts';
import { WORKLOADS } from '../cost/deployed-design.ts';
import type { FunctionName } from '../cost/deployed-design.ts';
import type { Requests } from '../cost/document-requests.ts';
import { ASSUMED_MS, COLD_START_MS, STAYS_WARM_S } from '../cost/measured-times.ts';
import type { Agenda } from './agenda.ts';
import { Concurrency } from './concurrency.ts';
import { Environments } from './environments.ts';
import { GrowingRate } from './growing-rate.ts';
import type { Limits } from './quotas.ts';
import type { Random } from './random.ts';
import { TokenBucket } from './token-bucket.ts';

/** A running call; `coldMs` passes before it begins its work. */
export interface Running {
  readonly coldMs: number;
  readonly end: () => void;
}

interface SimulatedFunction {
  readonly environments: Environments;
  readonly concurrency: Concurrency;
  readonly adding: TokenBucket;
  /** What its calls count against, by the name that is reported. */
  readonly limitedBy: string;
}

type BucketName = 'stage' | 'gateway' | 'starts' | 'transitions' | 'openRequests' | 'blobWrites' | 'blobReads';

const ACCOUNT_LIMIT = 'Lambda: concurrent executions';
/** Of an account's, for functions without a reservation. */
const LEFT_OVER = 100;
const WARM_MS = STAYS_WARM_S.function * 1000;
/** DynamoDB keeps five minutes of what a partition did not use. */
const KEPT_SECONDS = 300;
/** Milliseconds after which the SDK asks a throttled table again. */
const AGAIN_MS = 1000;

export class Cloud {
  readonly agenda: Agenda;
  readonly random: Random;
  readonly settings: StageSettings;
  /** All executions of the account. */
  readonly running: Concurrency;
  /** Those of functions for which none are set aside. */
  readonly account: Concurrency;
  readonly endpoint: Concurrency;
  readonly #containers: Environments;
  readonly #functions: ReadonlyMap<FunctionName, SimulatedFunction>;
  readonly #buckets: Readonly<Record<BucketName, { readonly bucket: TokenBucket; readonly perSecond: number }>>;
  readonly #table: { readonly writes: GrowingRate; readonly reads: GrowingRate };
  readonly #refusals = new Map<string, { count: number; readonly firstMs: number }>();

  constructor(agenda: Agenda, random: Random, settings: StageSettings, limits: Limits) {
    this.agenda = agenda;
    this.random = random;
    this.settings = settings;
    const reservations = new Map<string, number>(Object.entries(settings.reservedConcurrency ?? {}));
    this.running = new Concurrency(limits.lambdaConcurrency);
    this.account = new Concurrency(
      limits.lambdaConcurrency - sumOfReservations(reservations, limits.lambdaConcurrency),
    );
    this.#functions = new Map(
      functionNames().map((name) => {
        const own = reservations.get(name);
        return [
          name,
          {
            environments: new Environments({
              warmMs: WARM_MS,
              coldMs: WORKLOADS[name] === 'parsers' ? COLD_START_MS.parsers : COLD_START_MS.light,
            }),
            concurrency: own === undefined ? this.account : new Concurrency(own),
            adding: new TokenBucket(limits.lambdaBurst, limits.lambdaBurst / 10),
            limitedBy: own === undefined ? ACCOUNT_LIMIT : `Lambda: reserved concurrency of ${name}`,
          },
        ];
      }),
    );
    this.endpoint = new Concurrency(
      settings.endpoint.mode === 'serverless' ? settings.endpoint.maxConcurrency : settings.endpoint.instanceCount * 8,
    );
    this.#containers = new Environments({
      warmMs: STAYS_WARM_S.endpoint * 1000,
      coldMs: settings.endpoint.mode === 'serverless' ? COLD_START_MS.endpoint : 0,
    });
    const bucket = (size: number, perSecond: number) => ({ bucket: new TokenBucket(size, perSecond), perSecond });
    this.#buckets = {
      stage: bucket(settings.api.burst, settings.api.requestsPerSecond),
      gateway: bucket(limits.gatewayBurst, limits.gatewayRate),
      starts: bucket(limits.startExecutionBucket, limits.startExecutionRate),
      transitions: bucket(limits.transitionBucket, limits.transitionRate),
      openRequests: bucket(limits.partitionWrites * KEPT_SECONDS, limits.partitionWrites),
      blobWrites: bucket(limits.blobWrites, limits.blobWrites),
      blobReads: bucket(limits.blobReads, limits.blobReads),
    };
    this.#table = { writes: new GrowingRate(limits.tableWrites), reads: new GrowingRate(limits.tableReads) };
  }

  /** Starts a call of a function; undefined where Lambda refuses it. */
  tryStart(name: FunctionName): Running | undefined {
    const called = this.#functions.get(name);
    if (called === undefined) throw new Error(`There is no function ${name}.`);
    const { environments, concurrency, adding, limitedBy } = called;
    const { now } = this.agenda;
    if (!concurrency.tryEnter(now)) {
      this.#refuse(limitedBy);
      return undefined;
    }
    const warm = environments.takeWarm(now);
    if (!warm && !adding.tryTake(now)) {
      concurrency.leave(now);
      this.#refuse('Lambda: executions a function may add');
      return undefined;
    }
    this.running.tryEnter(now);
    const end = (): void => {
      this.running.leave(this.agenda.now);
      concurrency.leave(this.agenda.now);
      environments.giveBack(this.agenda.now);
    };
    return { coldMs: warm ? 0 : environments.coldMs, end };
  }

  /** Starts a call of the endpoint; undefined where SageMaker refuses it. */
  tryScore(): Running | undefined {
    const { now } = this.agenda;
    if (!this.endpoint.tryEnter(now)) {
      this.#refuse('SageMaker: concurrency of the endpoint');
      return undefined;
    }
    const warm = this.#containers.takeWarm(now);
    const end = (): void => {
      this.endpoint.leave(this.agenda.now);
      this.#containers.giveBack(this.agenda.now);
    };
    return { coldMs: warm ? 0 : this.#containers.coldMs, end };
  }

  /** Whether the gateway lets a request through. */
  admits(): boolean {
    return (
      this.#taken('gateway', 'API Gateway: requests of the account') &&
      this.#taken('stage', 'API Gateway: requestsPerSecond of the stage')
    );
  }

  tryStartExecution(): boolean {
    return this.#taken('starts', 'Step Functions: StartExecution');
  }

  /** Milliseconds of a transition between states. */
  transitionMs(): number {
    return ASSUMED_MS.transition + this.#waited('transitions', 1, 'Step Functions: StateTransition');
  }

  /** Milliseconds that requests wait beyond the time that they take: nothing while S3 and DynamoDB keep up. */
  storageMs({ blobReads, blobWrites, rowReads, rowWrites, indexWrites }: Requests): number {
    return (
      this.#waited('blobReads', blobReads, 'S3: reads of a prefix') +
      this.#waited('blobWrites', blobWrites, 'S3: writes of a prefix') +
      this.#waited('openRequests', indexWrites, 'DynamoDB: writes of one partition') +
      this.#tableMs('writes', 2 * rowWrites + indexWrites) +
      this.#tableMs('reads', rowReads)
    );
  }

  /** Looks at a row, which nobody waits for longer than for the next. */
  poll(count: number): void {
    this.#tableMs('reads', count);
  }

  /** Who was refused, in the order in which it began. */
  refusals(): { readonly limit: string; readonly count: number; readonly firstMs: number }[] {
    return [...this.#refusals].map(([limit, refusal]) => ({ limit, ...refusal })).sort((a, b) => a.firstMs - b.firstMs);
  }

  /** Mean share of each limit that was used, highest first. */
  utilisations(): { readonly limit: string; readonly share: number }[] {
    const { now } = this.agenda;
    const seconds = now / 1000;
    const shareOf = (limit: string, bucket: TokenBucket, perSecond: number) => ({
      limit,
      share: bucket.taken / seconds / perSecond,
    });
    const { stage, gateway, starts, transitions, openRequests, blobReads, blobWrites } = this.#buckets;
    return [
      { limit: ACCOUNT_LIMIT, share: this.account.utilisation(now) },
      ...[...this.#functions.values()]
        .filter(({ concurrency }) => concurrency !== this.account)
        .map(({ limitedBy, concurrency }) => ({ limit: limitedBy, share: concurrency.utilisation(now) })),
      { limit: 'SageMaker: concurrency of the endpoint', share: this.endpoint.utilisation(now) },
      shareOf('API Gateway: requestsPerSecond of the stage', stage.bucket, stage.perSecond),
      shareOf('API Gateway: requests of the account', gateway.bucket, gateway.perSecond),
      shareOf('Step Functions: StartExecution', starts.bucket, starts.perSecond),
      shareOf('Step Functions: StateTransition', transitions.bucket, transitions.perSecond),
      shareOf('DynamoDB: writes of one partition', openRequests.bucket, openRequests.perSecond),
      shareOf('S3: reads of a prefix', blobReads.bucket, blobReads.perSecond),
      shareOf('S3: writes of a prefix', blobWrites.bucket, blobWrites.perSecond),
      {
        limit: 'DynamoDB: writes of the table',
        share: this.#table.writes.taken / seconds / this.#table.writes.perSecond,
      },
      { limit: 'DynamoDB: reads of the table', share: this.#table.reads.taken / seconds / this.#table.reads.perSecond },
    ].sort((a, b) => b.share - a.share);
  }

  #taken(name: BucketName, limit: string): boolean {
    const taken = this.#buckets[name].bucket.tryTake(this.agenda.now);
    if (!taken) this.#refuse(limit);
    return taken;
  }

  #waited(name: BucketName, tokens: number, limit: string): number {
    if (tokens === 0) return 0;
    const delay = this.#buckets[name].bucket.take(this.agenda.now, tokens);
    if (delay > 0) this.#refuse(limit);
    return delay;
  }

  #tableMs(kind: 'writes' | 'reads', units: number): number {
    if (units === 0 || this.#table[kind].tryTake(this.agenda.now, units)) return 0;
    this.#refuse(`DynamoDB: ${kind} of the table`);
    return AGAIN_MS;
  }

  #refuse(limit: string): void {
    const known = this.#refusals.get(limit);
    if (known === undefined) this.#refusals.set(limit, { count: 1, firstMs: this.agenda.now });
    else known.count += 1;
  }
}

const functionNames = (): FunctionName[] => Object.keys(WORKLOADS) as FunctionName[]; // The object has no other members.

/** @throws RangeError where Lambda would refuse them: it keeps 100 of an account's executions for functions without a reservation */
const sumOfReservations = (reservations: ReadonlyMap<string, number>, quota: number): number => {
  const sum = [...reservations.values()].reduce((all, executions) => all + executions, 0);
  if (sum > 0 && quota - sum < LEFT_OVER)
    throw new RangeError(`Of ${quota} executions ${sum} cannot be set aside: Lambda keeps ${LEFT_OVER}.`);
  return sum;
};
