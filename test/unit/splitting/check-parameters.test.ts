import { describe, expect, it } from 'vitest';
import { ParametersDoNotFitError } from '../../../core/errors.ts';
import { processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { checkParameters } from '../../../core/splitting/check-parameters.ts';

const check = (parameters: unknown) => () => {
  checkParameters(processingParametersSchema.parse(parameters));
};

describe('Parameters that no document can satisfy', () => {
  it.each([
    { split_before: [3], keep_together: [[2, 4]] },
    {
      split_before: [9, 4],
      keep_together: [
        [1, 2],
        [3, 4],
      ],
    },
    {
      split_before: [7],
      keep_together: [
        [1, 9],
        [2, 3],
      ],
    },
    { split_before: [2, 5], document_count: 2 },
    { mode: 'none', document_count: 3 },
    { mode: 'none', split_before: [4], document_count: 1 },
  ])('are rejected: %j', (parameters) => {
    expect(check(parameters)).toThrow(ParametersDoNotFitError);
  });

  it.each([
    {},
    {
      split_before: [2, 5],
      keep_together: [
        [2, 4],
        [5, 9],
      ],
    },
    { split_before: [1], keep_together: [[1, 4]] },
    { split_before: [1, 2, 2, 5], document_count: 3 },
    { mode: 'none', split_before: [4], document_count: 2 },
    { mode: 'per_page', document_count: 3 },
    { split_before: [1_000_000_000], keep_together: [[1, 999_999_999]] },
  ])('do not include those that some document can satisfy: %j', (parameters) => {
    expect(check(parameters)).not.toThrow();
  });

  it.each([
    [{ mode: 'none', document_count: 2 }, 'there is 1 document, '],
    [{ mode: 'none', split_before: [4], document_count: 1 }, 'makes at least 2 documents, '],
    [{ mode: 'none', split_before: [4], document_count: 3 }, 'there are 2 documents, '],
  ])('are counted in the singular and the plural: %j', (parameters, words) => {
    expect(check(parameters)).toThrow(words);
  });
});
