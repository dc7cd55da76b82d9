/** Small JSON documents in the blob store, validated by their schema when they are read. */
import type { z } from 'zod';
import { BlobNotFoundError } from '../errors.ts';
import type { BlobStore } from '../ports.ts';

/** Reads and validates the blob. @throws BlobNotFoundError, ZodError (invalid content), SyntaxError (not JSON) */
export const readJsonBlob = async <Value>(blobs: BlobStore, key: string, schema: z.ZodType<Value>): Promise<Value> =>
  schema.parse(JSON.parse(new TextDecoder().decode(await blobs.get(key))));

/** Reads and validates the blob, or returns undefined where it does not exist. */
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
