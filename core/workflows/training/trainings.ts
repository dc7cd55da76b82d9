/** The rows of trainings: keys, index and legal state transitions, written together with the workflow's state. */
import { NotFoundError } from '../../errors.ts';
import { indexItems } from '../../storage/lists/index-items.ts';
import type { Item, Key, WriteOperation } from '../../ports.ts';
import { writeConditionally } from '../../requests/processing-requests.ts';
import type { Service } from '../../service.ts';
import { attributesOf } from '../../storage/attributes-of.ts';
import { trainingSchema } from './training.ts';
import type { Training, TrainingKey, TrainingState } from './training.ts';
import { readWorkflow } from '../workflow.ts';
import { workflowPartition, workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowRow } from '../workflow.ts';

type Store = Pick<Service, 'table'>;

/** Index partition of open trainings: unfinished, or ended but not yet finalised. */
const OPEN = 'OPEN_TRAININGS';

/** Legal prior states of each state, for a training and for its workflow. */
const LEGAL_PRIOR_STATES = {
  preparing: ['queued'],
  training: ['preparing'],
  evaluating: ['training'],
  deploying: ['evaluating'],
  // `evaluating` where the gate keeps the model in use.
  trained: ['evaluating', 'deploying'],
  failed: ['queued', 'preparing', 'training', 'evaluating', 'deploying'],
  // Not `deploying`: the model may be in use already.
  cancelled: ['queued', 'preparing', 'training', 'evaluating'],
} as const satisfies Record<Exclude<TrainingState, 'queued'>, readonly TrainingState[]>;

export type NextTrainingState = keyof typeof LEGAL_PRIOR_STATES;

/** States of a workflow in which a training may be requested. */
const IDLE_STATES = [
  'untrained',
  'trained',
  'failed',
  'cancelled',
] as const satisfies readonly WorkflowRow['training_state'][];

/** The sort keys of trainings begin with this, then follow their ids, which sort by time. */
export const TRAINING_PREFIX = 'TRAINING#';

export const trainingRowKey = (key: TrainingKey): Key => ({
  pk: workflowPartition(key),
  sk: `${TRAINING_PREFIX}${key.training_id}`,
});

/**
 * Writes a new row `queued`, indexed as open, and the workflow's state. A condition fails where another training of the
 * workflow has not ended.
 */
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
    when: [{ attribute: 'training_state', in: IDLE_STATES }],
  },
];

interface MoveOptions {
  readonly set?: Partial<Training>;
  readonly workflow?: Partial<WorkflowRow>;
}

/** Moves a training and its workflow to `state`, from its legal prior states only. */
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

/** Moves the training without the workflow, where the workflow was deleted or has another training by now. */
const moveTrainingAlone = async (
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

/** Moves a training to `state`. Returns false where that is not legal: another writer has changed the state first. */
export const enterState = async (
  service: Store,
  key: TrainingKey,
  state: NextTrainingState,
  options: MoveOptions = {},
): Promise<boolean> =>
  (await writeConditionally(service, moveTraining(key, state, options))) ||
  moveTrainingAlone(service, key, state, options.set ?? {});

/** Sets attributes of a training. The condition fails where it is not in `state`. */
export const updateTraining = (key: TrainingKey, state: TrainingState, set: Partial<Training>): WriteOperation => ({
  update: trainingRowKey(key),
  set: attributesOf(set),
  when: [{ attribute: 'state', in: [state] }],
});

/** Removes an ended training from the index of open trainings. */
export const closeTraining = (key: TrainingKey): WriteOperation => ({
  update: trainingRowKey(key),
  remove: ['index_pk', 'index_sk'],
  when: [{ attribute: 'state', in: ['trained', 'failed', 'cancelled'] }],
});

/** @throws NotFoundError (no such training) */
export const getTraining = async (service: Store, key: TrainingKey): Promise<Training> => {
  const item = await service.table.get(trainingRowKey(key));
  if (item === undefined) throw new NotFoundError(`The workflow has no training ${key.training_id}.`);
  return trainingSchema.parse(item);
};

/** Returns the trainings that are unfinished, or ended and not yet finalised, oldest first. */
export const openTrainings = async (service: Store): Promise<Training[]> => {
  const rows: Training[] = [];
  for await (const item of indexItems(service, OPEN)) rows.push(trainingSchema.parse(item));
  return rows;
};
