/** The request and the response of the model container, independent of the transport. */
import { z } from 'zod';
import { SplitModelFaultError } from '../errors.ts';
import type { GapScores } from '../ports.ts';
import type { PageJson } from '../documents/page-record.ts';
import { intersperse } from '../intersperse.ts';

/** The header with the key of a workflow's weights, which SageMaker forwards to the container. */
export const WEIGHTS_HEADER = 'X-Amzn-SageMaker-Custom-Attributes';

const responseSchema = z.object({
  probabilities: z.array(z.number().min(0).max(1)),
  prior: z.number().gt(0).lt(1).optional(),
  model_version: z.string().min(1),
});

const BEGIN = Buffer.from('{"pages":[');
const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/** Encodes a request. @param pages page records of one window, as JSON */
export const encodeRequest = (pages: readonly PageJson[]): Buffer<ArrayBuffer> =>
  Buffer.concat([BEGIN, ...intersperse(COMMA, pages), END]);

/** Decodes a response. @throws SplitModelFaultError if the text is not a valid response */
export const decodeResponse = (text: string): GapScores => {
  try {
    const response = responseSchema.parse(JSON.parse(text));
    return { probabilities: response.probabilities, prior: response.prior, modelVersion: response.model_version };
  } catch (error) {
    throw new SplitModelFaultError('The split model returned an invalid response.', { cause: error });
  }
};
