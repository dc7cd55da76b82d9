/** What a step of training has learnt, as JSON and back. */
import { z } from 'zod';

const numbers = z.codec(z.base64(), z.instanceof(Float32Array), {
  // Copied, since base64 may decode to an address that is no multiple of four.
  decode: (text) => {
    const bytes = Buffer.from(text, 'base64');
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
  },
  encode: (values) => Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
});

export const rungsSchema = z.array(z.strictObject({
  learnt: z.strictObject({ roles: z.strictObject({ first: numbers, last: numbers }), correction: numbers }),
  loss: z.number(),
}));

/** Errors among the judged gaps of one point of the learning curve: one number a gap, 1 for an error. */
export const errorsSchema = z.array(z.literal([0, 1]));
