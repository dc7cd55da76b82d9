import { documentSpecificationSchema } from '../../../core/requests/workflows/document-specification.ts';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../../core/service.ts';
import type { Training, TrainingState } from '../../../core/workflows/training/training.ts';
import {
  enterState,
  getTraining,
  putQueuedTraining,
  trainingRowKey,
} from '../../../core/workflows/training/trainings.ts';
import type { NextTrainingState } from '../../../core/workflows/training/trainings.ts';
import { putWorkflow, readWorkflow } from '../../../core/workflows/workflow.ts';
import { workflowRowKey } from '../../../core/requests/workflows/workflow-key.ts';
import { MapTable } from '../../fakes/table/map-table.ts';

const STATES = [
  'queued',
  'preparing',
  'training',
  'evaluating',
  'deploying',
  'trained',
  'failed',
  'cancelled',
] as const satisfies readonly TrainingState[];
const MOVES: Readonly<Record<TrainingState, readonly NextTrainingState[]>> = {
  queued: ['preparing', 'failed', 'cancelled'],
  preparing: ['training', 'failed', 'cancelled'],
  training: ['evaluating', 'failed', 'cancelled'],
  evaluating: ['deploying', 'trained', 'failed', 'cancelled'],
  deploying: ['trained', 'failed'],
  trained: [],
  failed: [],
  cancelled: [],
};
const TRAINING: Training = {
  training_id: '00000000-0000-4000-8000-00000000000a',
  account_id: '00000000-0000-4000-8000-00000000000b',
  workflow_id: '00000000-0000-4000-8000-00000000000c',
  state: 'queued',
  collections: null,
  created_at: '2026-11-21T08:00:00.000Z',
};
const WORKFLOW = {
  workflow_id: TRAINING.workflow_id,
  account_id: TRAINING.account_id,
  workflow_name: 'Mail',
  document_specification: documentSpecificationSchema.parse({}),
  created_at: TRAINING.created_at,
  training_state: 'untrained',
} as const;

/** A training in `state`, and its workflow with it. */
const openStore = async (state: TrainingState): Promise<Pick<Service, 'table'>> => {
  const table = new MapTable({ now: () => new Date() });
  await table.write([putWorkflow(WORKFLOW)]);
  await table.write(putQueuedTraining(TRAINING));
  await table.write([
    { update: trainingRowKey(TRAINING), set: { state } },
    { update: workflowRowKey(WORKFLOW), set: { training_state: state } },
  ]);
  return { table };
};

const PAIRS = STATES.flatMap((from) =>
  STATES.filter((to): to is NextTrainingState => to !== 'queued').map((to) => [from, to] as const),
);

describe('a training', () => {
  it.each(PAIRS)('moves from %s to %s, with its workflow, only where that is legal', async (from, to) => {
    const store = await openStore(from);
    const isLegal = MOVES[from].includes(to);
    expect(await enterState(store, TRAINING, to)).toBe(isLegal);
    const state = isLegal ? to : from;
    expect([(await getTraining(store, TRAINING)).state, (await readWorkflow(store, WORKFLOW))?.training_state]).toEqual(
      [state, state],
    );
  });

  it.each(PAIRS)('of a deleted workflow moves from %s to %s only where that is legal', async (from, to) => {
    const store = await openStore(from);
    await store.table.write([{ delete: workflowRowKey(WORKFLOW) }]);
    expect(await enterState(store, TRAINING, to)).toBe(MOVES[from].includes(to));
    expect(await readWorkflow(store, WORKFLOW)).toBeUndefined();
  });

  it('that is not the latest of its workflow ends without a change of the workflow', async () => {
    const store = await openStore('training');
    await store.table.write([
      { update: workflowRowKey(WORKFLOW), set: { training_id: '00000000-0000-4000-8000-00000000000d' } },
    ]);
    expect(await enterState(store, TRAINING, 'failed')).toBe(true);
    expect((await getTraining(store, TRAINING)).state).toBe('failed');
    expect((await readWorkflow(store, WORKFLOW))?.training_state).toBe('training');
  });
});
