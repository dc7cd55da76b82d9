/** JSON schemas of the results of training steps in checkpoints. */
import { z } from 'zod';
import { encode, floats } from '../../classifiers/weights-file.ts';

const numbers = z.codec(z.base64(), z.instanceof(Float32Array), { decode: floats, encode });

export const pathSchema = z.array(
  z.strictObject({
    parameters: z.strictObject({ pageTypes: z.strictObject({ first: numbers, last: numbers }), correction: numbers }),
    loss: z.number(),
  }),
);

/** Log-odds of the gaps of a fold's evaluation streams, for one point of the learning curve. */
export const logOddsSchema = z.array(z.number());
