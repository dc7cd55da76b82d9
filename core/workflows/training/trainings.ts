/** The rows of trainings: their keys, their index and the only moves that a state can make, together with the workflow's own state. */
import { NotFoundError } from '../../errors.ts';
import { indexItems } from '../../storage/index-items.ts';
import type { AttributeValue, Item, Key, WriteOperation } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { trainingSchema } from './training.ts';
import type { Training, TrainingKey, TrainingState } from './training.ts';
import { readWorkflow, workflowPartition } from '../workflow.ts';
import { workflowRowKey } from '../../requests/workflow-key.ts';
import type { WorkflowRow } from '../workflow.ts';

type Store = Pick<Service, 'table'>;

/** Index partition of the trainings that somebody must still work on: unfinished, or finished but not yet settled. */
const OPEN = 'OPEN_TRAININGS';

/** States that a training, and its workflow with it, may be in before it enters the one named. */
const LEGAL_PRIOR_STATES = {
  preparing: ['queued'],
  training: ['preparing'],
  evaluating: ['training'],
  deploying: ['evaluating'],
  // From `evaluating` where the gate keeps the model in use.
  trained: ['evaluating', 'deploying'],
  failed: ['queued', 'preparing', 'training', 'evaluating', 'deploying'],
  // Not from `deploying`: the model may have gone live.
  cancelled: ['queued', 'preparing', 'training', 'evaluating'],
} as const satisfies Record<Exclude<TrainingState, 'queued'>, readonly TrainingState[]>;

export type NextTrainingState = keyof typeof LEGAL_PRIOR_STATES;

/** States of a workflow in which a training may be asked for. */
const REST = [
  'untrained',
  'trained',
  'failed',
  'cancelled',
] as const satisfies readonly WorkflowRow['training_state'][];

export const trainingRowKey = (key: TrainingKey): Key => ({
  pk: workflowPartition(key),
  sk: `TRAINING#${key.training_id}`,
});

// JSON has just the values of AttributeValue; attributes that are undefined vanish.
const attributesOf = (values: object): Record<string, AttributeValue> =>
  JSON.parse(JSON.stringify(values)) as Record<string, AttributeValue>;

/** Writes a new row `queued`, indexed as open, and the workflow's state. Fails where another training of the workflow has not ended. */
export const putQueuedTraining = (training: Training): WriteOperation[] => [
  {
    put: {
      ...attributesOf(training),
      ...trainingRowKey(training),
      index_pk: OPEN,
      index_sk: `${training.created_at}#${training.training_id}`,
    } satisfies Item,
    when: [{ item: 'absent' }],
  },
  {
    update: workflowRowKey(training),
    set: { training_state: training.state, training_id: training.training_id },
    when: [{ attribute: 'training_state', in: REST }],
  },
];

interface MoveOptions {
  readonly set?: Partial<Training>;
  readonly workflow?: Partial<WorkflowRow>;
}

/** Moves a training and its workflow into `state`, only from the legal prior states of it. */
const moveTraining = (
  key: TrainingKey,
  state: NextTrainingState,
  { set = {}, workflow = {} }: MoveOptions,
): WriteOperation[] => {
  const prior = LEGAL_PRIOR_STATES[state];
  return [
    { update: trainingRowKey(key), set: attributesOf({ ...set, state }), when: [{ attribute: 'state', in: prior }] },
    {
      update: workflowRowKey(key),
      set: attributesOf({ ...workflow, training_state: state }),
      when: [
        { attribute: 'training_id', in: [key.training_id] },
        { attribute: 'training_state', in: prior },
      ],
    },
  ];
};

/** Where the workflow is gone, or has another training by now, this one can still end. */
const moveAlone = async (
  service: Store,
  key: TrainingKey,
  state: NextTrainingState,
  set: Partial<Training>,
): Promise<boolean> => {
  const workflow = await readWorkflow(service, key);
  if (workflow?.training_id === key.training_id) return false;
  return writeConditionally(service, [
    {
      update: trainingRowKey(key),
      set: attributesOf({ ...set, state }),
      when: [{ attribute: 'state', in: LEGAL_PRIOR_STATES[state] }],
    },
    ...(workflow === undefined ? [{ check: workflowRowKey(key), when: [{ item: 'absent' }] } as const] : []),
  ]);
};

/** Moves a training to `state` where that is legal. False where it was not: somebody else was there first. */
export const enterState = async (
  service: Store,
  key: TrainingKey,
  state: NextTrainingState,
  options: MoveOptions = {},
): Promise<boolean> =>
  (await writeConditionally(service, moveTraining(key, state, options))) || moveAlone(service, key, state, options.set ?? {});

/** Sets attributes of a training that is in `state`; @throws ConditionFailedError in any other */
export const updateTraining = (key: TrainingKey, state: TrainingState, set: Partial<Training>): WriteOperation => ({
  update: trainingRowKey(key),
  set: attributesOf(set),
  when: [{ attribute: 'state', in: [state] }],
});

/** Takes an ended training out of the open ones. */
export const closeTraining = (key: TrainingKey): WriteOperation => ({
  update: trainingRowKey(key),
  remove: ['index_pk', 'index_sk'],
  when: [{ attribute: 'state', in: ['trained', 'failed', 'cancelled'] }],
});

/** @throws NotFoundError */
export const getTraining = async (service: Store, key: TrainingKey): Promise<Training> => {
  const item = await service.table.get(trainingRowKey(key));
  if (item === undefined) throw new NotFoundError(`The workflow has no training ${key.training_id}.`);
  return trainingSchema.parse(item);
};

/** Trainings that are unfinished, or finished and not yet settled; oldest first. */
export const openTrainings = async (service: Store): Promise<Training[]> => {
  const rows: Training[] = [];
  for await (const item of indexItems(service, OPEN)) rows.push(trainingSchema.parse(item));
  return rows;
};
