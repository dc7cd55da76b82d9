import type { IncomingMessage } from 'node:http';

/** A request's or an answer's whole body. */
export const readBytes = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // A stream without an encoding gives buffers.
  return Buffer.concat(chunks);
};
