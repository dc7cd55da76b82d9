/**
 * Steps that are repeated, early or late: a function continues after its timeout, or an execution is started twice.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processDocument } from '../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../core/requests/processing-request.ts';
import { requestTraining } from '../../core/workflows/training/request-training.ts';
import { STEPS_OF, stepHandlers } from '../../lambdas/steps/step-handlers.ts';
import type { StepName } from '../../lambdas/steps/step-handlers.ts';
import { writeFakeDocument } from '../fakes/documents/fake-document.ts';
import { addTrainingDocument, addWorkflow } from '../fakes/fake-workflows.ts';
import { checkRequestEnding, checkTrainingEnding } from './harness/fault-endings.ts';
import { openFaultWorld } from './harness/fault-world.ts';
import type { FaultWorld } from './harness/fault-world.ts';
import { recordOf } from './harness/pipeline-harness.ts';

const LIMIT_MS = 120_000;
const RUNS = 100;
const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: 2, starts: [2] }) };
const error = { Error: 'States.Timeout', Cause: '' };

/** Runs the steps in this order, `atATime` concurrently. Errors are ignored, as those of a function that timed out. */
const deliver = async (
  { sound }: FaultWorld,
  order: readonly StepName[],
  atATime: number,
  input: object,
): Promise<void> => {
  const handlers = stepHandlers(sound);
  const running: Promise<unknown>[] = [];
  for (const name of order) {
    for (const page of name === 'ReadPages' ? [1, 2] : [1]) {
      running.push(handlers[name]({ ...input, from: page, to: page, chunks: [], error }).catch(() => undefined));
      if (running.length === atATime) await running.shift();
    }
  }
  await Promise.all(running);
};

/** Generates arbitrary steps, or the state machine's order in which some steps are left out or repeated. */
const orders = (machine: keyof typeof STEPS_OF): fc.Arbitrary<StepName[]> => {
  const inOrder: readonly StepName[] = STEPS_OF[machine];
  return fc.oneof(
    fc.array(fc.constantFrom(...inOrder), { minLength: 1, maxLength: 14 }),
    fc.subarray(
      [...inOrder, ...inOrder].sort((a, b) => inOrder.indexOf(a) - inOrder.indexOf(b)),
      { minLength: 1 },
    ),
  );
};

/** Runs `work` without state machines: they run only after the steps have been delivered. */
const withMachineDown = async <Result>(
  world: FaultWorld,
  work: (world: FaultWorld) => Promise<Result>,
): Promise<Result> =>
  work({
    ...world,
    sound: { ...world.sound, stateMachines: { start: () => Promise.resolve(), resume: () => Promise.resolve() } },
  });

describe('steps in any order, any number of times', () => {
  it(
    'leave a request that ends once and completely when its state machine runs',
    async () => {
      await fc.assert(
        fc.asyncProperty(orders('process-document'), fc.integer({ min: 1, max: 3 }), async (order, atATime) => {
          const world = await openFaultWorld();
          const { processing_id: id } = await withMachineDown(world, ({ sound, account }) =>
            processDocument(sound, account, {
              workflowKey: GENERIC_WORKFLOW_ID,
              file,
              parameters: processingParametersSchema.parse({}),
            }),
          );
          await deliver(world, order, atATime, { account_id: world.account.account_id, processing_id: id });
          await world.sweep();
          expect((await checkRequestEnding(world, id)).breaches).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
    LIMIT_MS,
  );

  it(
    'leave a training that ends once and completely when its state machine runs',
    { timeout: LIMIT_MS, tags: 'slow' },
    async () => {
      await fc.assert(
        fc.asyncProperty(orders('train-workflow'), fc.integer({ min: 1, max: 3 }), async (order, atATime) => {
          const world = await openFaultWorld();
          const workflow = await addWorkflow(world.sound, world.account.account_id);
          for (let number = 0; number < 5; number += 1)
            await addTrainingDocument(world.sound, workflow, [recordOf(1), recordOf(2)]);
          const training = await withMachineDown(world, ({ sound }) =>
            requestTraining(sound, { ...workflow, collections: null }),
          );
          await deliver(world, order, atATime, training);
          await world.sweep();
          expect((await checkTrainingEnding(world, workflow, training.training_id)).breaches).toEqual([]);
        }),
        { numRuns: RUNS },
      );
    },
  );
});
