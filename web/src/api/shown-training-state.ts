import type { Schema } from './client/client.ts';

export type ShownTrainingState = NonNullable<Schema<'Workflow'>['training_state']> | 'imported';

/** The state of a workflow's training; `imported` where it has had none and uses a model all the same. */
export const shownTrainingState = ({
  training_state: state,
  model_version: model,
}: Pick<Schema<'Workflow'>, 'training_state' | 'model_version'>): ShownTrainingState | null =>
  state === 'untrained' && model !== null ? 'imported' : state;
