import { describe, expect, it } from 'vitest';
import { trainingDataSearch, trainingDocumentSearch } from '../../../../web/src/training-data/training-data-search.ts';

describe('The address of the training data', () => {
  it('names a collection, a status and a part of the file name', () => {
    const search = { collection: 'letters', status: 'failed', name: 'invoice' } as const;
    expect(trainingDataSearch(search)).toEqual(search);
  });

  it('may name a collection and a file of digits, which the router reads as a number', () => {
    expect(trainingDataSearch({ collection: 2024, name: 17 })).toEqual({ collection: '2024', name: '17' });
  });

  it('is taken without what it cannot mean', () => {
    expect(trainingDataSearch({ collection: ['a'], status: 'lost', other: 1 })).toEqual({});
    expect(trainingDocumentSearch({ queue: 'yes', page: 0 })).toEqual({});
    expect(trainingDocumentSearch({ page: 1.5 })).toEqual({});
  });

  it('says that a training document was opened from the queue, and at which page', () => {
    expect(trainingDocumentSearch({ queue: true, page: 3 })).toEqual({ queue: true, page: 3 });
  });
});
