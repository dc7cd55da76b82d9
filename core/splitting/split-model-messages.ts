/** What the model container is asked and what it answers, whoever carries the messages. */
import { z } from 'zod';
import { SplitModelFaultError } from '../errors.ts';
import type { GapScores } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { setBetween } from '../set-between.ts';

/** The header that names a workflow's weights, as SageMaker passes it on. */
export const WEIGHTS_HEADER = 'X-Amzn-SageMaker-Custom-Attributes';

const answerSchema = z.object({
  probabilities: z.array(z.number().min(0).max(1)),
  prior: z.number().gt(0).lt(1).optional(),
  model_version: z.string().min(1),
});

const BEGIN = Buffer.from('{"pages":[');
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** @param pages  of one window */
export const writeQuestion = (pages: readonly PageJson[]): Buffer<ArrayBuffer> =>
  Buffer.concat([BEGIN, ...setBetween(COMMA, pages), END]);

/** @throws SplitModelFaultError where there is not one probability for each gap of so many pages */
export const requireScoreForEachGap = ({ probabilities }: GapScores, pageCount: number): void => {
  const gaps = Math.max(0, pageCount - 1);
  if (probabilities.length !== gaps)
    throw new SplitModelFaultError(`The split model gave ${probabilities.length} probabilities for ${gaps} gaps.`);
};

const parseAnswer = (text: string): GapScores => {
  try {
    const answer = answerSchema.parse(JSON.parse(text));
    return { probabilities: answer.probabilities, prior: answer.prior, modelVersion: answer.model_version };
  } catch (error) {
    throw new SplitModelFaultError('The split model gave an answer that is none.', { cause: error });
  }
};

/** @param pageCount  pages that the model was asked to score @throws SplitModelFaultError where the text is no answer for so many pages */
export const readAnswer = (text: string, pageCount: number): GapScores => {
  const scores = parseAnswer(text);
  requireScoreForEachGap(scores, pageCount);
  return scores;
};
