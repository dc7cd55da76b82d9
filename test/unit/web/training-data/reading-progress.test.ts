import { describe, expect, it } from 'vitest';
import { readingProgressOf } from '../../../../web/src/training-data/upload/reading-progress.ts';

const document = { document_id: 'a', status: 'reading', page_count: null, failure: null } as const;

describe('The progress of a training file', () => {
  it('goes on while the file is read', () => {
    expect(readingProgressOf(document)).toMatchObject({ state: 'processing', pages: null, failure_code: null });
  });

  it.each(['annotated', 'awaiting_annotation'] as const)('has ended once the file is %s', (status) => {
    expect(readingProgressOf({ ...document, status, page_count: 3 })).toMatchObject({ state: 'succeeded', pages: 3 });
  });

  it('says why the file could not be read', () => {
    const failure = { code: 'document_empty', detail: 'no pages' };
    expect(readingProgressOf({ ...document, status: 'failed', failure })).toMatchObject({
      state: 'failed',
      failure_code: 'document_empty',
    });
  });
});
