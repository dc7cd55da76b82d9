/**
 * Fault injection at every call of every port and every step in turn. After each fault the request, or the training,
 * has ended once, completely, and is announced.
 */
import pLimit from 'p-limit';
import { beforeAll, describe, expect, it } from 'vitest';
import { StorageFullError, TemporarilyUnavailableError } from '../../core/errors.ts';
import { processDocument } from '../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { addTrainingDocument, addWorkflow } from '../fakes/fake-workflows.ts';
import { placesOf } from '../fakes/fault-injector.ts';
import type { Fault } from '../fakes/fault-injector.ts';
import { checkRequestEnding, checkTrainingEnding } from './harness/fault-endings.ts';
import type { Ending } from './harness/fault-endings.ts';
import { openFaultWorld } from './harness/fault-world.ts';
import type { FaultWorld, FaultWorldOptions } from './harness/fault-world.ts';
import { recordOf } from './harness/pipeline-harness.ts';

/** Concurrent runs: each waits for retries most of the time. */
const AT_ONCE = 8;
/** Concurrent runs where a call hangs: each waits for its time limit. */
const HANGING_AT_ONCE = 24;
const LIMIT_MS = 240_000;
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

interface Run {
  readonly world: FaultWorld;
  readonly ending: Ending;
}

const process = async (options: FaultWorldOptions): Promise<Run> => {
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

const train = async (options: FaultWorldOptions): Promise<Run> => {
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
const hang = async (run: (options: FaultWorldOptions) => Promise<Run>, fault: Fault): Promise<Run> => {
  const [first = 0, ...longer] = TASK_SECONDS;
  let done = await run({ fault, taskSeconds: first });
  for (const taskSeconds of longer) if (done.world.injector.struck === 0) done = await run({ fault, taskSeconds });
  return done;
};

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

const ANY = /./;
/** Errors of a port, and the methods that can throw each. */
const ERRORS = [
  { what: 'is down for now', error: () => new TemporarilyUnavailableError('injected'), concerns: ANY },
  { what: 'is full', error: () => new StorageFullError(), concerns: /^(?:table\.write|blobs\.put)/ },
  { what: 'fails with an unknown error', error: () => new Error('injected: socket hang up'), concerns: ANY },
];
/** Errors that Step Functions reports of a failed function. */
const LAMBDA_ERRORS = [
  {
    what: 'dies',
    error: () =>
      named('Lambda.Unknown', 'The cause could not be determined because Lambda did not return an error type.'),
  },
  {
    what: 'runs out of memory',
    error: () =>
      named(
        'Runtime.ExitError',
        '{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: signal: killed"}',
      ),
  },
  {
    what: 'runs out of time',
    error: () =>
      named(
        'Sandbox.Timedout',
        '{"errorType":"Sandbox.Timedout","errorMessage":"RequestId: 1 Error: Task timed out after 900.00 seconds"}',
      ),
  },
  { what: 'cannot be reached', error: () => named('Lambda.ServiceException', 'injected') },
];

const describeFault = ({ call, nth, lasts, when }: Fault): string => `${call} ${nth}, ${lasts}, ${when}`;

/**
 * Runs with each fault.
 * @returns the breaches, and the final state of each run
 */
const runAll = async (
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

describe.each([
  ['a document', process, 'succeeded'],
  ['a training', train, 'trained'],
] as const)('%s', (_what, run, success) => {
  let clean: Run;
  let ports: { call: string; nth: number }[];
  let steps: { call: string; nth: number }[];
  /** True if a fault at this place occurs before the request is accepted. */
  const beforeAcceptance = (place: string): boolean =>
    ports
      .slice(0, ports.findIndex(({ call }) => call === 'stateMachines.start') + 1)
      .some(({ call, nth }) => place.startsWith(`${call} ${nth},`));
  beforeAll(async () => {
    clean = await run({});
    const places = placesOf(clean.world.injector.calls);
    ports = places.filter(({ call }) => !call.startsWith('step.'));
    steps = places.filter(({ call }) => call.startsWith('step.'));
  });

  it('succeeds without a fault', () => {
    expect(clean.ending).toEqual({ breaches: [], state: success });
    expect(ports.length).toBeGreaterThan(20);
  });

  it.each(ERRORS)(
    'ends once where one call of a port $what, before or after it took effect',
    async ({ error, concerns }) => {
      const places = ports.filter(({ call }) => concerns.test(call));
      const faults = places.flatMap((place) =>
        (['before', 'after'] as const).map((when): Fault => ({ ...place, lasts: 'once', when, error })),
      );
      const { breaches, endings } = await runAll(faults, (fault) => run({ fault }));
      expect(breaches).toEqual([]);
      // A temporary error is retried.
      if (error() instanceof TemporarilyUnavailableError)
        expect([...endings].filter(([place, state]) => state !== success && !beforeAcceptance(place))).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(ERRORS)(
    'ends once where a method of a port $what from one call on, until the sweep',
    async ({ error, concerns }) => {
      const places = ports.filter(({ call }) => concerns.test(call));
      const faults = places.map((place): Fault => ({ ...place, lasts: 'always', when: 'before', error }));
      expect((await runAll(faults, (fault) => run({ fault }))).breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(ERRORS)(
    'ends once where a method of a port $what from one call on, and the execution cannot be resumed',
    async ({ error, concerns }) => {
      const places = ports.filter(({ call }) => concerns.test(call));
      const faults = places.map((place): Fault => ({ ...place, lasts: 'always', when: 'before', error }));
      expect((await runAll(faults, (fault) => run({ fault, redrivable: false }))).breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'ends once where every response of a method is lost from one call on, until the sweep',
    async () => {
      const faults = ports.map((place): Fault => ({
        ...place,
        lasts: 'always',
        when: 'after',
        error: () => new TemporarilyUnavailableError('injected'),
      }));
      expect((await runAll(faults, (fault) => run({ fault }))).breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'ends once where a call of a port never returns',
    async () => {
      const faults = ports.map((place): Fault => ({ ...place, lasts: 'once', when: 'hangs', error: Error }));
      const { breaches } = await runAll(faults, (fault) => hang(run, fault), HANGING_AT_ONCE);
      expect(breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(LAMBDA_ERRORS)(
    'succeeds where the function of a step $what once, before or after its work',
    async ({ error }) => {
      const faults = steps.flatMap((place) =>
        (['before', 'after'] as const).map((when): Fault => ({ ...place, lasts: 'once', when, error })),
      );
      const { breaches, endings } = await runAll(faults, (fault) => run({ fault }));
      expect(breaches).toEqual([]);
      expect([...endings].filter(([, state]) => state !== success)).toEqual([]);
    },
    LIMIT_MS,
  );

  it.each(LAMBDA_ERRORS)(
    'ends once where the function of a step $what always, before or after its work',
    async ({ error }) => {
      const faults = steps.flatMap((place) =>
        (['before', 'after'] as const).map((when): Fault => ({ ...place, lasts: 'always', when, error })),
      );
      const { breaches, endings } = await runAll(faults, (fault) => run({ fault }));
      expect(breaches).toEqual([]);
      // Nothing can have succeeded before the work of the last step; a training whose model is in use has succeeded.
      const unfinished = [...endings].filter(
        ([place]) => place.endsWith('before') && !place.startsWith('step.CompleteTraining'),
      );
      expect(unfinished.length).toBeGreaterThan(4);
      expect(unfinished.filter(([, state]) => state !== 'failed')).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    'ends once where the function of a step times out',
    async () => {
      const faults = steps.map((place): Fault => ({ ...place, lasts: 'once', when: 'hangs', error: Error }));
      const { breaches } = await runAll(faults, (fault) => hang(run, fault), HANGING_AT_ONCE);
      expect(breaches).toEqual([]);
    },
    LIMIT_MS,
  );

  it('succeeds once where each step is delivered three times in sequence', async () => {
    const { ending } = await run({
      steps: (given) =>
        Object.fromEntries(
          Object.entries(given).map(([name, handler]) => [
            name,
            async (input) => {
              await handler(structuredClone(input));
              await handler(structuredClone(input));
              return handler(input);
            },
          ]),
        ),
    });
    expect(ending).toEqual({ breaches: [], state: success });
  });

  it('succeeds once where each step is delivered three times concurrently', async () => {
    const { ending } = await run({
      steps: (given) =>
        Object.fromEntries(
          Object.entries(given).map(([name, handler]) => [
            name,
            async (input) => {
              const [output] = await Promise.all([
                handler(structuredClone(input)),
                handler(structuredClone(input)),
                handler(input),
              ]);
              return output;
            },
          ]),
        ),
    });
    expect(ending).toEqual({ breaches: [], state: success });
  });
});
