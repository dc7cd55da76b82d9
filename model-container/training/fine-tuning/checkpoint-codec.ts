/** What a step of training has learnt, as JSON and back. */
import { z } from 'zod';
import { encode, floats } from '../../classifiers/weights-file.ts';

const numbers = z.codec(z.base64(), z.instanceof(Float32Array), { decode: floats, encode });

export const pathSchema = z.array(
  z.strictObject({
    parameters: z.strictObject({ pageTypes: z.strictObject({ first: numbers, last: numbers }), correction: numbers }),
    loss: z.number(),
  }),
);

/** Log-odds of the judged gaps of one fold for one point of the learning curve: one number a gap. */
export const oddsSchema = z.array(z.number());
