/**
 * Converts the model's probabilities to decisions: which gaps between two pages are boundaries, and their confidences.
 *
 * The confidence of a gap is |2p − 1| for its calibrated probability p. It is the confidence of the model, not of the
 * decision: a threshold or a document count may decide against the model. Gaps that the caller has determined (mode,
 * split_before, keep_together) have confidence 1, and no other gap has: the model is never certain.
 */
import { ParametersDoNotFitError } from '../errors.ts';
import { wholePages } from '../requests/pages/stream-pages.ts';
import type { CropCounts } from '../requests/pages/stream-pages.ts';
import type { ProcessingParameters } from '../requests/processing-request.ts';
import { modelConfidence } from './confidence.ts';

/** One entry per gap between two pages of the stream, in order. */
export interface BoundaryDecisions {
  readonly splits: boolean[];
  /** 0 (p = 0.5) to MAX_MODEL_CONFIDENCE, with six decimals; 1 where the caller has decided. */
  readonly confidences: number[];
  /** Who has decided the gap. A threshold or a document count chooses among the model's probabilities: `model`. */
  readonly decidedBy: ('model' | 'caller')[];
}

const CALLER_CONFIDENCE = 1;

type Rule = 'split' | 'keep' | 'free';

/**
 * Decides every gap of a document.
 * @param probabilities calibrated probability of a split at each of the n − 1 gaps between the n pages of the stream, 0
 * to 1. Ignored in the modes `per_page` and `none`, in which it may be empty.
 * @param crops  of each page of the upload the number of its crops: each is a page of the stream. `split_before` begins a
 * document with the first crop of a page, `keep_together` keeps all crops of its pages
 * @throws ParametersDoNotFitError if the parameters contradict each other or the number of pages
 * @throws RangeError if the probabilities are invalid: a fault of the service, not of the caller
 */
export function decideBoundaries(
  probabilities: readonly number[],
  parameters: ProcessingParameters,
  crops: CropCounts,
): BoundaryDecisions {
  const rules = rulesOfGaps(parameters, crops);
  requireReachableCount(rules, parameters.document_count);
  const decidedBy = rules.map((rule) => (rule === 'free' ? 'model' : 'caller'));
  if (parameters.mode !== 'auto')
    return {
      splits: rules.map((rule) => rule === 'split'),
      confidences: rules.map(() => CALLER_CONFIDENCE),
      decidedBy,
    };
  requireProbabilities(probabilities, rules.length);
  const splits =
    parameters.document_count === undefined
      ? splitsByThreshold(probabilities, rules, parameters.threshold)
      : splitsByCount(probabilities, rules, parameters.document_count);
  const confidences = rules.map((rule, gap) =>
    rule === 'free' ? modelConfidence(probabilities[gap] ?? 0) : CALLER_CONFIDENCE,
  );
  return { splits, confidences, decidedBy };
}

/**
 * Rejects parameters that no split of a document of `pageCount` pages can satisfy. It needs no probabilities, so that
 * it can run before the document is read.
 * @param cropping  whether pages may have several crops, whose numbers are not known yet
 * @throws ParametersDoNotFitError
 */
export function checkParametersFit(parameters: ProcessingParameters, pageCount: number, cropping = false): void {
  const rules = rulesOfGaps(parameters, wholePages(pageCount));
  if (!cropping) requireReachableCount(rules, parameters.document_count);
}

/**
 * The rule for each gap according to the parameters.
 * @throws ParametersDoNotFitError if the rules contradict each other or refer to pages that do not exist
 */
function rulesOfGaps(parameters: ProcessingParameters, crops: CropCounts): Rule[] {
  const pageCount = crops.length;
  if (pageCount < 1) throw new RangeError('A document has at least one page.');
  const ends = endsOf(crops);
  const defaultRule: Rule = parameters.mode === 'auto' ? 'free' : parameters.mode === 'per_page' ? 'split' : 'keep';
  const rules = new Array<Rule>((ends[pageCount] ?? 0) - 1).fill(defaultRule);
  const forced = new Map<number, number>();
  for (const page of parameters.split_before) {
    requirePage(page, pageCount, 'split_before');
    // Page 1 always begins a document.
    if (page > 1) forced.set((ends[page - 1] ?? 0) - 1, page);
  }
  for (const gap of forced.keys()) rules[gap] = 'split';
  for (const gap of gapsToKeep(parameters.keep_together, ends)) {
    const page = forced.get(gap);
    if (page !== undefined) {
      throw new ParametersDoNotFitError(
        `split_before asks for a new document at page ${page}, keep_together forbids it. Remove one of the two.`,
      );
    }
    rules[gap] = 'keep';
  }
  return rules;
}

/** Entry p is the number of pages of the stream up to page p of the upload; entry 0 is 0. */
function endsOf(crops: CropCounts): readonly number[] {
  const ends = [0];
  for (const count of crops) ends.push((ends.at(-1) ?? 0) + count);
  return ends;
}

/**
 * The gaps inside the ranges, each once. Linear in the number of pages and ranges, even if ranges overlap.
 * @param ends  of the pages in the stream
 */
function gapsToKeep(ranges: ProcessingParameters['keep_together'], ends: readonly number[]): number[] {
  const pageCount = ends.length - 1;
  const length = ends[pageCount] ?? 0;
  const depth = new Int32Array(length + 1);
  for (const [from, to] of ranges) {
    requirePage(from, pageCount, 'keep_together');
    requirePage(to, pageCount, 'keep_together');
    const [first, last] = [ends[from - 1] ?? 0, (ends[to] ?? 0) - 1];
    depth[first] = (depth[first] ?? 0) + 1;
    depth[last] = (depth[last] ?? 0) - 1;
  }
  const gaps: number[] = [];
  let open = 0;
  for (let gap = 0; gap < length - 1; gap += 1) {
    open += depth[gap] ?? 0;
    if (open > 0) gaps.push(gap);
  }
  return gaps;
}

function requirePage(page: number, pageCount: number, parameter: string): void {
  if (page >= 1 && page <= pageCount) return;
  throw new ParametersDoNotFitError(
    `${parameter} names page ${page}; the document has ${pageCount === 1 ? 'one page' : `pages 1 to ${pageCount}`}.`,
  );
}

function requireReachableCount(rules: readonly Rule[], count: number | undefined): void {
  if (count === undefined) return;
  const minimum = 1 + rules.filter((rule) => rule === 'split').length;
  const maximum = 1 + rules.filter((rule) => rule !== 'keep').length;
  if (count >= minimum && count <= maximum) return;
  const possible = minimum === maximum ? `exactly ${minimum}` : `${minimum} to ${maximum}`;
  throw new ParametersDoNotFitError(
    `document_count is ${count}, but the pages and the other parameters allow ${possible}.`,
  );
}

function requireProbabilities(probabilities: readonly number[], gaps: number): void {
  if (probabilities.length !== gaps)
    throw new RangeError(`The model returned ${probabilities.length} probabilities for ${gaps} gaps.`);
  const invalid = probabilities.find((p) => !(p >= 0 && p <= 1));
  if (invalid !== undefined) throw new RangeError(`The model returned the probability ${invalid}.`);
}

function splitsByThreshold(probabilities: readonly number[], rules: readonly Rule[], threshold: number): boolean[] {
  return rules.map((rule, gap) => rule === 'split' || (rule === 'free' && (probabilities[gap] ?? 0) > threshold));
}

/**
 * The most probable split into exactly `count` documents. With independent gaps it maximises the sum of the log-odds of
 * the chosen gaps: these are the forced ones and the most probable free ones; of equal ones, the earlier.
 */
function splitsByCount(probabilities: readonly number[], rules: readonly Rule[], count: number): boolean[] {
  const splits = rules.map((rule) => rule === 'split');
  const missing = count - 1 - splits.filter(Boolean).length;
  rules
    .flatMap((rule, gap) => (rule === 'free' ? [gap] : []))
    .sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0) || a - b)
    .slice(0, missing)
    .forEach((gap) => (splits[gap] = true));
  return splits;
}
