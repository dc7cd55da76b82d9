import { describe, expect, it } from 'vitest';
import { chosenDocuments } from '../../../../web/src/training/start/chosen-documents.ts';

const counts = { documents: 1212, used_documents: 1000 };
const collections = [
  { name: 'unknown', sub_document_count: 1200 },
  { name: 'bills', sub_document_count: 9 },
  { name: 'letters', sub_document_count: 3 },
];

describe('The documents of a training', () => {
  it('are those of all collections where none is chosen, as many as a training uses', () => {
    expect(chosenDocuments(counts, collections, null)).toEqual({ used: 1000, missing: 0 });
    expect(chosenDocuments({ documents: 3, used_documents: 3 }, [], null)).toEqual({ used: 3, missing: 2 });
  });

  it('are those of the chosen collections, as many as a training uses', () => {
    expect(chosenDocuments(counts, collections, ['bills', 'letters'])).toEqual({ used: 12, missing: 0 });
    expect(chosenDocuments(counts, collections, ['unknown', 'bills'])).toEqual({ used: 1000, missing: 0 });
  });

  it('are missing where the chosen collections have too few, whatever the others have', () => {
    expect(chosenDocuments(counts, collections, ['letters'])).toEqual({ used: 3, missing: 2 });
    expect(chosenDocuments(counts, collections, [])).toEqual({ used: 0, missing: 5 });
  });
});
