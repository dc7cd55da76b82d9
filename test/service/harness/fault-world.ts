/** A service with the real state machines, on fakes whose ports can fail. */
import { LocalStateMachines } from '../../../adapters/local/state-machines/local-state-machines.ts';
import { accountKey } from '../../../core/accounts/account.ts';
import type { Account } from '../../../core/accounts/account.ts';
import { ExecutionLostError } from '../../../core/errors.ts';
import type { DomainEvent, Mail, SplitModel, StateMachines } from '../../../core/ports.ts';
import { deleteExpired } from '../../../core/processing/deletion/delete-expired.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import type { Service } from '../../../core/service.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';
import type { StepHandler } from '../../../lambdas/steps/step.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { FakeReceivers } from '../../fakes/fake-receivers.ts';
import { FakeTrainer } from '../../fakes/fake-trainer.ts';
import { FakeUserDirectory } from '../../fakes/fake-user-directory.ts';
import { FirstWordModel, JumpingClock, randomIds, RecordedEvents } from '../../fakes/fake-world.ts';
import { FaultInjector } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { MapTable } from '../../fakes/table/map-table.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';
import { readDefinitions } from './pipeline-harness.ts';

/** Milliseconds after which an execution counts as hanging: on a busy machine, one that starts processes takes 15,000. */
const FOR_EVER_MS = 55_000;
const SWEEPS = 3;
const DAY_MS = 24 * 3_600_000;

type Steps = Record<string, StepHandler<unknown>>;

export interface FaultWorld {
  /** The service under test: its ports may fail. */
  readonly service: Service;
  /** The same stores without faults. */
  readonly sound: Service;
  readonly injector: FaultInjector;
  readonly account: Account;
  readonly events: readonly DomainEvent[];
  readonly mails: readonly Mail[];
  readonly blobs: MemoryBlobStore;
  readonly trainer: FakeTrainer;
  /** Every id that was generated. */
  readonly ids: readonly string[];
  /** Resolves when no execution is running. */
  settled(): Promise<void>;
  /** Runs the sweep after the fault, as a host does at intervals. */
  sweep(): Promise<void>;
}

/**
 * Executions have names as in Step Functions: one that has ended is not started again. The sweep resumes an execution
 * that has failed.
 */
export interface FaultWorldOptions {
  /** A fault of a port, or of a step by the name `step.<State>`. */
  readonly fault?: Fault;
  /** Time limit of a Task in seconds; default: as in the definition. */
  readonly taskSeconds?: number;
  readonly steps?: (steps: Steps) => Steps;
  /** False: a failed execution cannot be resumed. Default true: it is started again, as on one machine. */
  readonly redrivable?: boolean;
  /** Default: a fake that never fails. */
  readonly splitModel?: SplitModel;
}

/** The definitions of the state machines as JSON, with pauses of 2 ms. */
const fastDefinitions = JSON.stringify(readDefinitions()).replaceAll(
  /"(IntervalSeconds|MaxDelaySeconds|Seconds)":[\d.]+/g,
  '"$1":0.002',
);

const definitionsOf = (taskSeconds: number | undefined) =>
  JSON.parse(
    taskSeconds === undefined
      ? fastDefinitions
      : fastDefinitions.replaceAll(/"TimeoutSeconds":\d+/g, `"TimeoutSeconds":${taskSeconds}`),
  ) as ReturnType<typeof readDefinitions>;

const faultySteps = (injector: FaultInjector, steps: Steps): Steps =>
  Object.fromEntries(
    Object.entries(steps).map(([name, handler]) => [
      name,
      (input: unknown) => injector.during(`step.${name}`, () => handler(input)),
    ]),
  );

const waitUntilIdle = async (machines: LocalStateMachines): Promise<void> => {
  const deadline = Date.now() + FOR_EVER_MS;
  while (machines.runningCount > 0) {
    if (Date.now() > deadline) throw new Error('An execution waits for ever.');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

export const openFaultWorld = async ({
  fault,
  taskSeconds,
  steps = (given) => given,
  redrivable = true,
  splitModel,
}: FaultWorldOptions = {}): Promise<FaultWorld> => {
  const injector = new FaultInjector(fault);
  const clock = new JumpingClock();
  const blobs = new MemoryBlobStore(clock);
  const trainer = new FakeTrainer(blobs);
  const events = new RecordedEvents();
  const mails: Mail[] = [];
  const ids: string[] = [];
  const names = new Set<string>();
  const brokenOff = new Set<string>();
  const stateMachines: StateMachines = {
    start: async (machine, name, input) => {
      if (names.has(name)) return;
      await machines.start(machine, name, input);
      names.add(name);
    },
    resume: async (machine, name, input) => {
      if (brokenOff.has(name) && !redrivable) throw new ExecutionLostError('injected: it cannot be resumed.');
      if (brokenOff.delete(name)) names.delete(name);
      await stateMachines.start(machine, name, input);
    },
  };
  const sound: Service = {
    table: new MapTable(clock),
    blobs,
    stateMachines,
    splitModel: splitModel ?? new FirstWordModel(blobs),
    trainer,
    parsers: new BlobParsers(new FakeParsers(), blobs),
    events,
    mailer: {
      send: (mail) => {
        mails.push(mail);
        return Promise.resolve();
      },
    },
    users: new FakeUserDirectory(),
    webhooks: new FakeReceivers(),
    clock,
    ids: { uuid: () => ids[ids.push(randomIds.uuid()) - 1] ?? '' },
    settings: {
      environment: 'test',
      maxWaitSeconds: 30,
      maxUploadBytes: 64 * 1024,
      maxPages: 2000,
      maxExecutions: 1,
    },
  };
  const account: Account = {
    account_id: randomIds.uuid(),
    name: 'Customer',
    email: 'people@customer.example',
    created_at: clock.now().toISOString(),
  };
  await sound.table.write([{ put: { ...accountKey(account.account_id), ...account } }]);
  const wrapped = Object.fromEntries(
    (['table', 'blobs', 'stateMachines', 'splitModel', 'trainer', 'events', 'mailer'] as const).map((port) => [
      port,
      injector.wrap(port, sound[port]),
    ]),
  );
  // Files that parsers store are written like all others.
  const parsers = injector.wrap('parsers', new BlobParsers(new FakeParsers(), injector.wrap('blobs', blobs)));
  const service: Service = { ...sound, ...wrapped, parsers };
  const machines = new LocalStateMachines({
    definitions: definitionsOf(taskSeconds),
    steps: faultySteps(injector, steps(stepHandlers(service))),
    onFailure: (name) => brokenOff.add(name),
  });
  const settled = () => waitUntilIdle(machines);
  return {
    service,
    sound,
    injector,
    account,
    events: events.published,
    mails,
    blobs,
    trainer,
    ids,
    settled,
    sweep: async () => {
      for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
        await resumeUnfinished(sound);
        await settled();
      }
      await clock.sleep(2 * DAY_MS);
      await deleteExpired(sound);
    },
  };
};
