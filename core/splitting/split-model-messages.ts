/** The request and the response of the model container, independent of the transport. */
import { z } from 'zod';
import { SplitModelFaultError, WeightsRefusedError } from '../errors.ts';
import type { GapScores } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { intersperse } from '../intersperse.ts';

/** The header with the key of a workflow's weights, which SageMaker forwards to the container. */
export const WEIGHTS_HEADER = 'X-Amzn-SageMaker-Custom-Attributes';

const responseSchema = z.object({
  probabilities: z.array(z.number().min(0).max(1)),
  prior: z.number().gt(0).lt(1).optional(),
  model_version: z.string().min(1),
  // Containers of version 0.1.0 answer without it.
  model_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/u)
    .optional(),
});

const BEGIN = Buffer.from('{"pages":[');
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** The pieces of a request, without a copy of the pages. @param pages page records of one window, as JSON */
export const requestPieces = (pages: readonly PageJson[]): Uint8Array[] => [BEGIN, ...intersperse(COMMA, pages), END];

/** Encodes a request. @param pages page records of one window, as JSON */
export const encodeRequest = (pages: readonly PageJson[]): Buffer<ArrayBuffer> => Buffer.concat(requestPieces(pages));

/** @throws SplitModelFaultError unless there is one probability for each gap between `pageCount` pages */
export const requireScoreForEachGap = ({ probabilities }: GapScores, pageCount: number): void => {
  const gaps = Math.max(0, pageCount - 1);
  if (probabilities.length !== gaps)
    throw new SplitModelFaultError(`The split model gave ${probabilities.length} probabilities for ${gaps} gaps.`);
};

const parseResponse = (text: string): GapScores => {
  try {
    const response = responseSchema.parse(JSON.parse(text));
    return {
      probabilities: response.probabilities,
      prior: response.prior,
      modelVersion: response.model_version,
      modelDigest: response.model_digest,
    };
  } catch (error) {
    throw new SplitModelFaultError('The split model returned an invalid response.', { cause: error });
  }
};

/**
 * Decodes a response.
 * @param pageCount  number of pages in the request
 * @throws SplitModelFaultError where the text is not a valid response for that many pages
 */
export const decodeResponse = (text: string, pageCount: number): GapScores => {
  const scores = parseResponse(text);
  requireScoreForEachGap(scores, pageCount);
  return scores;
};

/** Codes of the container (model-container/serving/invocation.ts) where it cannot load a workflow's weights. */
const WEIGHTS_CODES = ['weights_not_found', 'unusable_weights'];
const refusalSchema = z.object({ code: z.enum(WEIGHTS_CODES) });

const isAboutWeights = (text: string): boolean => {
  try {
    return refusalSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
};

/** Characters of a refusal's text in the error. */
const REFUSAL_CHARACTERS = 1000;

/** The error for a response with a status that a retry does not change. @param text  its body */
export const refusalOf = (status: number, text: string, options?: ErrorOptions): SplitModelFaultError => {
  const message = `The split model refused the pages: ${status} ${text}`.slice(0, REFUSAL_CHARACTERS);
  return isAboutWeights(text) ? new WeightsRefusedError(message, options) : new SplitModelFaultError(message, options);
};
