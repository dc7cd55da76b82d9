import { describe, expect, it } from 'vitest';
import { MIN_DOCUMENTS } from '../../../../core/workflows/training/require-trainable.ts';
import type { TrainingData } from '../../../../web/src/api/training/training-data.ts';
import { FEWEST, neededOf } from '../../../../web/src/training-data/counts/needed.ts';

const dataOf = (
  documents: number,
  more: number | null,
  from: Partial<TrainingData['computed_from']> = {},
): TrainingData => ({
  files: documents,
  files_by_status: { reading: 0, awaiting_annotation: 0, annotated: documents, failed: 0 },
  pages: 2 * documents,
  documents,
  used_documents: documents,
  more_documents: more,
  advice: '',
  computed_from: {
    basis: 'general',
    model_version: null,
    documents: null,
    added_documents: null,
    target_error_rate: null,
    ...from,
  },
});
const ofCurve = { basis: 'learning_curve', documents: 20, added_documents: 0 } as const;

describe('What the training data still needs', () => {
  it('is as many documents as the service needs for a training', () => {
    expect(FEWEST).toBe(MIN_DOCUMENTS);
  });

  it('is what is missing before the first training is possible', () => {
    expect(neededOf(dataOf(2, 38))).toMatchObject({ missing: 3, advice: 'more', part: 0.05 });
    expect(neededOf(dataOf(5, 35)).missing).toBe(0);
  });

  it('is nothing more where there are enough for a good start', () => {
    expect(neededOf(dataOf(40, 0))).toMatchObject({ advice: 'enough', part: 1 });
  });

  it('is another training where documents came after the last one', () => {
    expect(neededOf(dataOf(30, 0, { ...ofCurve, added_documents: 10 })).advice).toBe('trainAgain');
    expect(neededOf(dataOf(20, 0, ofCurve)).advice).toBe('noMore');
  });

  it('has no number where the learning curve gives none', () => {
    expect(neededOf(dataOf(20, null, ofCurve))).toMatchObject({ advice: 'unknown', part: null });
  });

  it('begins at nothing where there is no document', () => {
    expect(neededOf(dataOf(0, 0, ofCurve)).part).toBe(0);
  });
});
