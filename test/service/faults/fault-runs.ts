/** Runs of a document and of a training with faults: each has to end once, completely, and be announced. */
import pLimit from 'p-limit';
import { beforeAll, describe, expect, it } from 'vitest';
import { StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { processDocument } from '../../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { requestTraining } from '../../../core/workflows/training/request-training.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { placesOf } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { checkRequestEnding, checkTrainingEnding } from '../harness/fault-endings.ts';
import type { Ending } from '../harness/fault-endings.ts';
import { openFaultWorld } from '../harness/fault-world.ts';
import type { FaultWorld, FaultWorldOptions } from '../harness/fault-world.ts';
import { recordOf } from '../harness/pipeline-harness.ts';

/** Concurrent runs: each waits for retries most of the time. */
const AT_ONCE = 8;
/** Concurrent runs where a call hangs: each waits for its time limit. */
export const HANGING_AT_ONCE = 24;
/** Milliseconds that the runs of a test may take. */
export const LIMIT_MS = 240_000;
/** Milliseconds that a caller waits for a response. */
const PATIENCE_MS = 300;
/** Time limits of a step that may hang: a busy machine may pass the first ones before it comes to the call. */
const TASK_SECONDS = [0.5, 2, 8];

const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: 2, starts: [2] }) };

/** Returns the id that the caller receives, or undefined. */
const answerOf = async (call: Promise<string>): Promise<string | undefined> => {
  const lost = new Promise<undefined>((resolve) =>
    setTimeout(() => {
      resolve(undefined);
    }, PATIENCE_MS),
  );
  return Promise.race([call.catch(() => undefined), lost]);
};

export interface Run {
  readonly world: FaultWorld;
  readonly ending: Ending;
}

type RunWith = (options: FaultWorldOptions) => Promise<Run>;

const process: RunWith = async (options) => {
  const world = await openFaultWorld(options);
  const accepted = await answerOf(
    processDocument(world.service, world.account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file,
      parameters: processingParametersSchema.parse({}),
    }).then(({ processing_id: id }) => id),
  );
  await world.settled();
  world.injector.heal();
  await world.sweep();
  return { world, ending: await checkRequestEnding(world, accepted) };
};

const train: RunWith = async (options) => {
  const world = await openFaultWorld(options);
  const workflow = await addWorkflow(world.sound, world.account.account_id);
  for (const pages of [1, 2, 3, 1, 2])
    await addTrainingDocument(world.sound, workflow, [recordOf(1), recordOf(2), recordOf(3)].slice(0, pages));
  const request = { ...workflow, collections: null };
  const accepted = await answerOf(requestTraining(world.service, request).then(({ training_id: id }) => id));
  await world.settled();
  world.injector.heal();
  await world.sweep();
  return { world, ending: await checkTrainingEnding(world, workflow, accepted) };
};

/** Runs with a call that never returns, with the first time limit within which that call is made. */
export const hang = async (run: RunWith, fault: Fault): Promise<Run> => {
  const [first = 0, ...longer] = TASK_SECONDS;
  let done = await run({ fault, taskSeconds: first });
  for (const taskSeconds of longer) if (done.world.injector.struck === 0) done = await run({ fault, taskSeconds });
  return done;
};

const ANY = /./;
/** The error of a port that any of its methods can throw and that is retried. */
export const DOWN_FOR_NOW = {
  what: 'is down for now',
  error: () => new TemporarilyUnavailableError('injected'),
  concerns: ANY,
};
/** Other errors of a port, and the methods that can throw each. */
export const OTHER_ERRORS = [
  { what: 'is full', error: () => new StorageFullError(), concerns: /^(?:table\.write|blobs\.put)/ },
  { what: 'fails with an unknown error', error: () => new Error('injected: socket hang up'), concerns: ANY },
];
const describeFault = ({ call, nth, lasts, when }: Fault): string => `${call} ${nth}, ${lasts}, ${when}`;

/**
 * Runs with each fault.
 * @returns the breaches, and the final state of each run
 */
export const runAll = async (
  faults: readonly Fault[],
  run: (fault: Fault) => Promise<Run>,
  atOnce = AT_ONCE,
): Promise<{ breaches: string[]; endings: ReadonlyMap<string, string> }> => {
  const breaches: string[] = [];
  const endings = new Map<string, string>();
  await pLimit(atOnce).map(faults, async (fault) => {
    const { world, ending } = await run(fault);
    if (world.injector.struck === 0) breaches.push(`${describeFault(fault)}: it never struck`);
    endings.set(describeFault(fault), ending.state);
    breaches.push(...ending.breaches.map((breach) => `${describeFault(fault)}: ${breach}`));
  });
  return { breaches, endings };
};

/** What is run, how, the state in which it ends without a fault, and the tags of its tests. */
export const RUNS = [
  { what: 'a document', run: process, success: 'succeeded', tags: [] },
  { what: 'a training', run: train, success: 'trained', tags: ['slow'] },
];

export interface Place {
  readonly call: string;
  readonly nth: number;
}

/** The calls of ports in a run without faults. */
export const portsIn = ({ world }: Run): Place[] =>
  placesOf(world.injector.calls).filter(({ call }) => !call.startsWith('step.'));

/**
 * Describes the faults of a port that last from one call on, and a call that hangs.
 * @param choose  the calls, asked for when the tests begin
 */
export const describeLastingFaults = (run: RunWith, choose: () => Place[]): void => {
  let chosen: Place[];
  beforeAll(() => {
    chosen = choose();
    expect(chosen.length).toBeGreaterThan(10);
  });

  describe.each([DOWN_FOR_NOW, ...OTHER_ERRORS])('where a method of a port $what', ({ error, concerns }) => {
    it.each([
      ['until the sweep', true],
      ['and the execution cannot be resumed', false],
    ])(
      'ends once if it does so from one call on, %s',
      async (_what, redrivable) => {
        const places = chosen.filter(({ call }) => concerns.test(call));
        const faults = places.map((place): Fault => ({ ...place, lasts: 'always', when: 'before', error }));
        expect((await runAll(faults, (fault) => run({ fault, redrivable }))).breaches).toEqual([]);
      },
      LIMIT_MS,
    );
  });

  it(
    'ends once where every response of a method is lost from one call on, until the sweep',
    async () => {
      const { error } = DOWN_FOR_NOW;
      const faults = chosen.map((place): Fault => ({ ...place, lasts: 'always', when: 'after', error }));
      expect((await runAll(faults, (fault) => run({ fault }))).breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'ends once where a call of a port never returns',
    async () => {
      const faults = chosen.map((place): Fault => ({ ...place, lasts: 'once', when: 'hangs', error: Error }));
      const { breaches } = await runAll(faults, (fault) => hang(run, fault), HANGING_AT_ONCE);
      expect(breaches).toEqual([]);
    },
    LIMIT_MS,
  );
};
