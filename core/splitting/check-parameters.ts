/** Checks of the splitting parameters that do not need the number of pages. */
import { ParametersDoNotFitError } from '../errors.ts';
import type { ProcessingParameters } from '../requests/processing-request.ts';

const checkForcedBoundaries = ({
  split_before: splitBefore,
  keep_together: keepTogether,
}: ProcessingParameters): void => {
  const ranges = [...keepTogether].sort(([a], [b]) => a - b);
  const forced = [...splitBefore].sort((a, b) => a - b);
  let range = 0;
  let reach: readonly [number, number] | undefined;
  for (const page of forced) {
    for (let next = ranges[range]; next !== undefined && next[0] < page; next = ranges[++range]) {
      if (reach === undefined || next[1] > reach[1]) reach = next;
    }
    if (reach !== undefined && page <= reach[1]) {
      throw new ParametersDoNotFitError(
        `split_before asks for a new document at page ${page}, ` +
          `keep_together keeps pages ${reach[0]} to ${reach[1]} in one. Drop one of the two.`,
      );
    }
  }
};

const documents = (count: number): string => `${count} ${count === 1 ? 'document' : 'documents'}`;

const checkCount = ({ mode, document_count: count, split_before: splitBefore }: ProcessingParameters): void => {
  if (count === undefined) return;
  const minimum = new Set(splitBefore.filter((page) => page > 1)).size + 1;
  if (count < minimum) {
    throw new ParametersDoNotFitError(
      `split_before makes at least ${documents(minimum)}, document_count asks for ${count}. ` +
        `Raise document_count to ${minimum} or more.`,
    );
  }
  if (mode === 'none' && count !== minimum) {
    throw new ParametersDoNotFitError(
      `In the mode "none" there ${minimum === 1 ? 'is' : 'are'} ${documents(minimum)}, document_count asks for ${count}. ` +
        'Leave document_count out, or use the mode "auto".',
    );
  }
};

/**
 * Rejects parameters that no document can satisfy. After Inspect, checkParametersFit checks them against the number of
 * pages.
 * @throws ParametersDoNotFitError
 */
export const checkParameters = (parameters: ProcessingParameters): void => {
  checkForcedBoundaries(parameters);
  checkCount(parameters);
};
