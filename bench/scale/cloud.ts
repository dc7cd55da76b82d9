/** The simulated AWS services: functions, quotas, and counts of throttled calls. */
import type { StageSettings } from '../../lib/settings.ts';
import { WORKLOADS } from '../cost/deployed-design.ts';
import type { FunctionName } from '../cost/deployed-design.ts';
import type { Requests } from '../cost/document-requests.ts';
import { ASSUMED_MS, COLD_START_MS, STAYS_WARM_S } from '../cost/measured-times.ts';
import { Admission } from './admission.ts';
import type { Agenda } from './simulation/agenda.ts';
import { Concurrency } from './concurrency.ts';
import { Environments } from './environments.ts';
import { GrowingRate } from './growing-rate.ts';
import type { Limits } from './quotas.ts';
import type { Random } from './simulation/random.ts';
import { TokenBucket } from './simulation/token-bucket.ts';

/** A running invocation; its work starts after `coldMs` milliseconds (cold start). */
export interface Running {
  readonly coldMs: number;
  readonly end: () => void;
}

interface SimulatedFunction {
  readonly environments: Environments;
  readonly concurrency: Concurrency;
  readonly adding: TokenBucket;
  /** Name of the limit that its invocations count against. */
  readonly limitedBy: string;
}

type BucketName = 'stage' | 'gateway' | 'starts' | 'transitions' | 'openRequests' | 'blobWrites' | 'blobReads';

const ACCOUNT_LIMIT = 'Lambda: concurrent executions';
/** Minimum of unreserved executions that Lambda keeps in an account. */
const MIN_UNRESERVED = 100;
const WARM_MS = STAYS_WARM_S.function * 1000;
/** DynamoDB's burst capacity: unused capacity of a partition of the last five minutes. */
const BURST_SECONDS = 300;
/** Milliseconds until the SDK retries a throttled request to the table. */
const TABLE_RETRY_MS = 1000;

export class Cloud {
  readonly agenda: Agenda;
  readonly random: Random;
  readonly settings: StageSettings;
  readonly admission: Admission;
  /** All concurrent executions of the account. */
  readonly running: Concurrency;
  /** Concurrent executions of functions without reserved concurrency. */
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
    this.admission = new Admission(settings.pipeline.documents);
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
      openRequests: bucket(limits.partitionWrites * BURST_SECONDS, limits.partitionWrites),
      blobWrites: bucket(limits.blobWrites, limits.blobWrites),
      blobReads: bucket(limits.blobReads, limits.blobReads),
    };
    this.#table = { writes: new GrowingRate(limits.tableWrites), reads: new GrowingRate(limits.tableReads) };
  }

  /** Invokes a function; undefined where Lambda throttles the invocation. */
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

  /** Invokes the endpoint; undefined where SageMaker throttles the invocation. */
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

  /** Whether the gateway admits a request. */
  admits(): boolean {
    return (
      this.#taken('gateway', 'API Gateway: requests of the account') &&
      this.#taken('stage', 'API Gateway: requestsPerSecond of the stage')
    );
  }

  tryStartExecution(): boolean {
    return this.#taken('starts', 'Step Functions: StartExecution');
  }

  /** Duration of a state transition in milliseconds, with throttling. */
  transitionMs(): number {
    return ASSUMED_MS.transition + this.#waited('transitions', 1, 'Step Functions: StateTransition');
  }

  /**
   * Additional delay of storage requests by throttling, in milliseconds; 0 while S3 and DynamoDB are within their
   * quotas.
   */
  storageMs({ blobReads, blobWrites, rowReads, rowWrites, indexWrites }: Requests): number {
    return (
      this.#waited('blobReads', blobReads, 'S3: reads of a prefix') +
      this.#waited('blobWrites', blobWrites, 'S3: writes of a prefix') +
      this.#waited('openRequests', indexWrites, 'DynamoDB: writes of one partition') +
      this.#tableMs('writes', 2 * rowWrites + indexWrites) +
      this.#tableMs('reads', rowReads)
    );
  }

  /** Counts reads of a polled row. A throttled poll causes no delay, since the next one follows. */
  poll(count: number): void {
    this.#tableMs('reads', count);
  }

  /** Throttled calls by limit, in the order of the first one. */
  refusals(): { readonly limit: string; readonly count: number; readonly firstMs: number }[] {
    return [...this.#refusals].map(([limit, refusal]) => ({ limit, ...refusal })).sort((a, b) => a.firstMs - b.firstMs);
  }

  /** Mean utilisation of each limit, highest first. */
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
    return TABLE_RETRY_MS;
  }

  #refuse(limit: string): void {
    const known = this.#refusals.get(limit);
    if (known === undefined) this.#refusals.set(limit, { count: 1, firstMs: this.agenda.now });
    else known.count += 1;
  }
}

const functionNames = (): FunctionName[] => Object.keys(WORKLOADS) as FunctionName[]; // No other members.

/** @throws RangeError where Lambda would refuse the reservations: it keeps 100 unreserved executions in an account */
const sumOfReservations = (reservations: ReadonlyMap<string, number>, quota: number): number => {
  const sum = [...reservations.values()].reduce((all, executions) => all + executions, 0);
  if (sum > 0 && quota - sum < MIN_UNRESERVED)
    throw new RangeError(
      `Of ${quota} executions ${sum} cannot be reserved: Lambda keeps ${MIN_UNRESERVED} unreserved.`,
    );
  return sum;
};
