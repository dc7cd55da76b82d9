import { expect, it } from 'vitest';
import { shownTrainingState } from '../../../../web/src/api/shown-training-state.ts';

it('shows that a workflow without a training of its own uses a model that was imported', () => {
  expect(shownTrainingState({ training_state: 'untrained', model_version: null })).toBe('untrained');
  expect(shownTrainingState({ training_state: 'untrained', model_version: '3' })).toBe('imported');
  expect(shownTrainingState({ training_state: 'training', model_version: '3' })).toBe('training');
  expect(shownTrainingState({ training_state: 'trained', model_version: '3' })).toBe('trained');
  expect(shownTrainingState({ training_state: null, model_version: null })).toBeNull();
});
