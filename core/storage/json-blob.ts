/** Small JSON documents in the blob store, checked against their schema when they are read. */
import type { z } from 'zod';
import { BlobNotFoundError } from '../errors.ts';
import type { BlobStore } from '../ports.ts';

/** @throws BlobNotFoundError */
export const readJsonBlob = async <Value>(blobs: BlobStore, key: string, schema: z.ZodType<Value>): Promise<Value> =>
  schema.parse(JSON.parse(new TextDecoder().decode(await blobs.get(key))));

/** The blob's content, or undefined where there is none yet. */
export const findJsonBlob = async <Value>(
  blobs: BlobStore,
  key: string,
  schema: z.ZodType<Value>,
): Promise<Value | undefined> => {
  try {
    return await readJsonBlob(blobs, key, schema);
  } catch (error) {
    if (error instanceof BlobNotFoundError) return undefined;
    throw error;
  }
};

export const writeJsonBlob = async (blobs: BlobStore, key: string, value: unknown): Promise<void> => {
  await blobs.put(key, JSON.stringify(value), 'application/json');
};
