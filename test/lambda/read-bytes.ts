import type { IncomingMessage } from 'node:http';

/** The whole body of a request or response. */
export const readBytes = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer); // A stream without an encoding yields Buffers.
  return Buffer.concat(chunks);
};
