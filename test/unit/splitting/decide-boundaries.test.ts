import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ParametersDoNotFitError } from '../../../core/errors.ts';
import { wholePages } from '../../../core/requests/pages/stream-pages.ts';
import type { ProcessingParameters } from '../../../core/requests/processing-request.ts';
import { processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { checkParametersFit, decideBoundaries } from '../../../core/splitting/decide-boundaries.ts';

/** Decides a document of pages that were not cropped. */
const decide = (probabilities: readonly number[], given: ProcessingParameters, pages: number) =>
  decideBoundaries(probabilities, given, wholePages(pages));

const parameters = (given: Record<string, unknown> = {}) => processingParametersSchema.parse(given);

describe('deciding boundaries', () => {
  it('splits where the probability is above 0.5, with confidence |2p − 1|', () => {
    const decided = decide([0.9, 0.5, 0.2], parameters(), 4);
    expect(decided.splits).toEqual([true, false, false]);
    expect(decided.confidences[0]).toBeCloseTo(0.8);
    expect(decided.confidences[1]).toBe(0);
    expect(decided.confidences[2]).toBeCloseTo(0.6);
  });

  it('splits above the caller’s threshold, with confidence |2p − 1| even if that decides against the model', () => {
    const decided = decide([0.8, 0.95], parameters({ threshold: 0.9 }), 3);
    expect(decided.splits).toEqual([false, true]);
    expect(decided.confidences[0]).toBeCloseTo(0.6);
    expect(decided.confidences[1]).toBeCloseTo(0.9);
  });

  it('has no decisions for one page', () => {
    expect(decide([], parameters(), 1)).toEqual({ splits: [], confidences: [], decidedBy: [] });
  });

  it('has confidence 1 where the caller forces or forbids a boundary', () => {
    const decided = decide([0.01, 0.99, 0.99], parameters({ split_before: [2], keep_together: [[2, 3]] }), 4);
    expect(decided.splits).toEqual([true, false, true]);
    expect(decided.confidences.slice(0, 2)).toEqual([1, 1]);
  });

  it('has no confidence above 0.999999 where the model decides, however certain it is', () => {
    const { confidences } = decide([0, 1, 1e-9, 0.0005], parameters(), 5);
    expect(confidences).toEqual([0.999999, 0.999999, 0.999999, 0.999]);
  });

  it('rounds the model’s confidences to six decimals', () => {
    expect(decide([0.123456789, 1 / 3], parameters(), 3).confidences).toEqual([0.753086, 0.333333]);
  });

  it('names the caller as the one who decided the gaps that the parameters determine, and only those', () => {
    const { decidedBy } = decide(
      [0.2, 0.9, 0.4, 0.6],
      parameters({ split_before: [2], keep_together: [[2, 3]], document_count: 3, threshold: 0.7 }),
      5,
    );
    expect(decidedBy).toEqual(['caller', 'caller', 'model', 'model']);
  });

  it('ignores page 1 in split_before', () => {
    expect(decide([0.1], parameters({ split_before: [1] }), 2).splits).toEqual([false]);
  });

  it('chooses the most probable gaps for a document count, with confidence |2p − 1| even against the model', () => {
    const decided = decide([0.4, 0.9, 0.3, 0.1], parameters({ document_count: 3 }), 5);
    expect(decided.splits).toEqual([true, true, false, false]);
    expect(decided.confidences[0]).toBeCloseTo(0.2);
    expect(decided.confidences[1]).toBeCloseTo(0.8);
  });

  it('chooses the earlier of two equal gaps', () => {
    expect(decide([0.5, 0.5], parameters({ document_count: 2 }), 3).splits).toEqual([true, false]);
  });

  it('needs no probabilities for one document per page or a single document', () => {
    expect(decide([], parameters({ mode: 'per_page' }), 3)).toEqual({
      splits: [true, true],
      confidences: [1, 1],
      decidedBy: ['caller', 'caller'],
    });
    expect(decide([], parameters({ mode: 'none' }), 3)).toEqual({
      splits: [false, false],
      confidences: [1, 1],
      decidedBy: ['caller', 'caller'],
    });
  });

  it('applies the caller’s boundaries in the modes without a model too', () => {
    expect(decide([], parameters({ mode: 'none', split_before: [3] }), 3).splits).toEqual([false, true]);
    expect(decide([], parameters({ mode: 'per_page', keep_together: [[1, 2]] }), 3).splits).toEqual([false, true]);
  });

  it.each([
    ['a page beyond the document to split before', { split_before: [4] }, 3, 'page 4'],
    ['a range beyond the document', { keep_together: [[2, 9]] }, 3, 'page 9'],
    ['a boundary both forced and forbidden', { split_before: [2], keep_together: [[1, 3]] }, 3, 'page 2'],
    ['more documents than pages', { document_count: 4 }, 3, '1 to 3'],
    ['fewer documents than forced boundaries', { document_count: 1, split_before: [2] }, 3, '2 to 3'],
    ['more documents than pages kept together allow', { document_count: 3, keep_together: [[1, 2]] }, 3, '1 to 2'],
    [
      'a count other than the number of pages in the mode per_page',
      { mode: 'per_page', document_count: 2 },
      3,
      'exactly 3',
    ],
    ['a count other than 1 in the mode none', { mode: 'none', document_count: 2 }, 3, 'exactly 1'],
  ])('rejects %s', (_what, given, pages, message) => {
    expect(() => {
      checkParametersFit(parameters(given), pages);
    }).toThrow(ParametersDoNotFitError);
    expect(() => decide(new Array<number>(pages - 1).fill(0.5), parameters(given), pages)).toThrow(message);
  });

  it.each([[[0.5]], [[0.5, Number.NaN]], [[0.5, 1.1]]])(
    'rejects %j from a model for two gaps as a fault of the service',
    (probabilities) => {
      expect(() => decide(probabilities, parameters(), 3)).toThrow(RangeError);
    },
  );
});

describe('deciding boundaries between crops', () => {
  /** Page 2 has three crops: the stream has five pages. */
  const crops = [1, 3, 1];

  it('splits before the first crop of a page that is to begin a document', () => {
    const { splits, decidedBy } = decideBoundaries([0.1, 0.1, 0.1, 0.1], parameters({ split_before: [2, 3] }), crops);
    expect(splits).toEqual([true, false, false, true]);
    expect(decidedBy).toEqual(['caller', 'model', 'model', 'caller']);
  });

  it('keeps all crops of pages that are kept together', () => {
    const probabilities = [0.9, 0.9, 0.9, 0.9];
    expect(decideBoundaries(probabilities, parameters({ keep_together: [[2, 2]] }), crops).splits).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(decideBoundaries(probabilities, parameters({ keep_together: [[1, 2]] }), crops).splits).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('makes each crop a document in the mode per_page', () => {
    expect(decideBoundaries([], parameters({ mode: 'per_page' }), crops).splits).toEqual([true, true, true, true]);
  });

  it('reaches as many documents as there are crops, which are not known before they are read', () => {
    const asked = parameters({ document_count: 5 });
    expect(decideBoundaries([0.1, 0.1, 0.1, 0.1], asked, crops).splits).toEqual([true, true, true, true]);
    expect(() => {
      checkParametersFit(asked, 3, true);
    }).not.toThrow();
    expect(() => decideBoundaries([0.1, 0.1, 0.1, 0.1], parameters({ document_count: 6 }), crops)).toThrow('1 to 5');
  });

  it('refuses pages that the upload does not have, whatever their crops', () => {
    expect(() => {
      checkParametersFit(parameters({ split_before: [4] }), 3, true);
    }).toThrow('pages 1 to 3');
  });
});

/** A document, probabilities for its gaps, and constraints that may be satisfiable or not. */
const cases = fc.integer({ min: 1, max: 12 }).chain((pages) =>
  fc.record({
    pages: fc.constant(pages),
    probabilities: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: pages - 1, maxLength: pages - 1 }),
    split_before: fc.uniqueArray(fc.integer({ min: 1, max: pages }), { maxLength: 3 }),
    keep_together: fc.array(
      fc
        .tuple(fc.integer({ min: 1, max: pages }), fc.integer({ min: 1, max: pages }))
        .map(([a, b]) => [Math.min(a, b), Math.max(a, b)]),
      { maxLength: 2 },
    ),
    document_count: fc.option(fc.integer({ min: 1, max: pages }), { nil: undefined }),
  }),
);

/** All splits that satisfy the constraints, by brute force. */
function allowedSplits(given: typeof cases extends fc.Arbitrary<infer Case> ? Case : never): boolean[][] {
  const gaps = given.pages - 1;
  const all = Array.from({ length: 2 ** gaps }, (_, mask) =>
    Array.from({ length: gaps }, (_unused, gap) => ((mask >> gap) & 1) === 1),
  );
  return all.filter(
    (splits) =>
      given.split_before.every((page) => page === 1 || splits[page - 2] === true) &&
      given.keep_together.every(([from = 1, to = 1]) =>
        splits.every((split, gap) => !split || gap + 1 < from || gap + 1 >= to),
      ) &&
      (given.document_count === undefined || splits.filter(Boolean).length === given.document_count - 1),
  );
}

const likelihood = (splits: readonly boolean[], probabilities: readonly number[]) =>
  splits.reduce(
    (product, split, gap) => product * (split ? (probabilities[gap] ?? 0) : 1 - (probabilities[gap] ?? 0)),
    1,
  );

describe('any parameters and probabilities', () => {
  it('yield the most probable split that satisfies the constraints, or an error if there is none', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { pages, probabilities, ...rest } = given;
        const asked = parameters(rest);
        const allowed = allowedSplits(given);
        if (allowed.length === 0) {
          expect(() => decide(probabilities, asked, pages)).toThrow(ParametersDoNotFitError);
          return;
        }
        const { splits, confidences, decidedBy } = decide(probabilities, asked, pages);
        const best = Math.max(...allowed.map((splits) => likelihood(splits, probabilities)));
        expect(allowed).toContainEqual(splits);
        expect(likelihood(splits, probabilities)).toBeGreaterThanOrEqual(best * (1 - 1e-9));
        expect(confidences.every((value) => value >= 0 && value <= 1)).toBe(true);
        expect(confidences.map((value) => value === 1)).toEqual(decidedBy.map((by) => by === 'caller'));
      }),
      { numRuns: 300 },
    );
  });

  it('yield the requested number of documents', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 60 }),
        fc.nat(),
        (probabilities, seed) => {
          const count = 1 + (seed % (probabilities.length + 1));
          const { splits } = decide(probabilities, parameters({ document_count: count }), probabilities.length + 1);
          expect(splits.filter(Boolean)).toHaveLength(count - 1);
        },
      ),
    );
  });
});
