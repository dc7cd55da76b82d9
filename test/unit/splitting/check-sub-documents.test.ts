import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../../core/errors.ts';
import type { ValidationIssue } from '../../../core/errors.ts';
import { wholePages } from '../../../core/requests/pages/stream-pages.ts';
import { checkSubDocuments, requestedSubDocumentsSchema } from '../../../core/splitting/check-sub-documents.ts';
import type { RequestedSubDocument } from '../../../core/splitting/check-sub-documents.ts';

const LOC = ['body', 'sub_documents'];

const documentsOf = (...pages: number[][]): RequestedSubDocument[] => pages.map((one) => ({ pages: one }));

/** The problem that the check reports, or undefined where it accepts. */
const problemOf = (
  documents: readonly RequestedSubDocument[],
  crops: readonly number[],
): ValidationIssue | undefined => {
  try {
    checkSubDocuments(documents, crops, LOC);
    return undefined;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.issues[0];
  }
};

describe('the schema of sub-documents', () => {
  it.each([
    ['pages', { pages: Array<number>(30).fill(0) }],
    ['crops', { pages: [0], crops: Array<number>(30).fill(0) }],
  ])('refuses more %s than any document has without looking at each', (_, document) => {
    const { error } = requestedSubDocumentsSchema.safeParse(Array<unknown>(30_000).fill(document));
    expect(error?.issues).toMatchObject([{ code: 'too_big', origin: 'array', maximum: 30_000 }]);
  });

  it('leaves what is no list of sub-documents to be described', () => {
    for (const value of [null, 'pages', [null], [{ pages: 'all' }], [{}]])
      expect(requestedSubDocumentsSchema.safeParse(value).error?.issues).toMatchObject([{ code: 'invalid_type' }]);
  });
});

describe('checking sub-documents', () => {
  it('accepts every page once, in order', () => {
    expect(problemOf(documentsOf([1, 2], [3]), wholePages(3))).toBeUndefined();
  });

  it('refuses a gap at the first page after it', () => {
    expect(problemOf(documentsOf([1], [3, 4]), wholePages(4))).toMatchObject({
      loc: [...LOC, 1, 'pages', 0],
      type: 'gap',
    });
  });

  it('refuses pages that are missing at the end', () => {
    expect(problemOf(documentsOf([1], [2]), wholePages(3))).toMatchObject({ loc: LOC, type: 'gap' });
  });

  it('refuses a page in two sub-documents, and one twice in a sub-document', () => {
    expect(problemOf(documentsOf([1, 2], [2, 3]), wholePages(3))).toMatchObject({
      loc: [...LOC, 1, 'pages', 0],
      type: 'overlap',
    });
    expect(problemOf(documentsOf([1, 1, 2]), wholePages(2))?.type).toBe('overlap');
  });

  it('refuses pages that are out of order, in a sub-document and between two', () => {
    expect(problemOf(documentsOf([2, 1]), wholePages(2))?.type).toBe('out_of_order');
    expect(problemOf(documentsOf([3], [1, 2]), wholePages(3))?.type).toBe('out_of_order');
  });

  it('refuses a page past the end', () => {
    expect(problemOf(documentsOf([1, 2, 3]), wholePages(2))).toMatchObject({
      loc: [...LOC, 0, 'pages', 2],
      type: 'past_the_end',
      msg: 'must be a page of the document, which has pages 1 to 2',
    });
  });

  it('means all crops of a page that is named without crops', () => {
    expect(problemOf(documentsOf([1], [2]), [2, 1])).toBeUndefined();
  });

  it('accepts two sub-documents that were cropped out of one page', () => {
    const documents = [
      { pages: [1], crops: [1] },
      { pages: [1, 2], crops: [2, 1] },
    ];
    expect(problemOf(documents, [2, 1])).toBeUndefined();
    expect(problemOf(documents, [3, 1])?.type).toBe('gap');
    expect(problemOf(documents, [1, 1])?.type).toBe('past_the_end');
  });

  it('refuses crops that are not as many as the pages', () => {
    expect(problemOf([{ pages: [1, 2], crops: [1] }], wholePages(2))?.type).toBe('crops_do_not_fit');
  });

  it('accepts a list exactly where it is the pages of the document in order', () => {
    const lists = fc.array(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 5 }), (pages, pageCount) => {
        const inOrder =
          pages.flat().join() ===
          wholePages(pageCount)
            .map((_, index) => index + 1)
            .join();
        expect(problemOf(documentsOf(...pages), wholePages(pageCount)) === undefined).toBe(inOrder);
      }),
    );
  });
});
