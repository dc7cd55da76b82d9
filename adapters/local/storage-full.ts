/** System errors that mean that storage is full. */
import { StorageFullError } from '../../core/errors.ts';

/** No space, quota exceeded, file size limit of the process exceeded. */
const STORAGE_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `code` of a Node.js system error, e.g. `ENOENT`; undefined for another error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const isStorageFull = (error: unknown): boolean => STORAGE_FULL_CODES.has(errorCode(error) ?? '');

/** The error to throw in place of one of the file system: StorageFullError where storage is full, else the error itself. */
export const namedIfStorageFull = (error: unknown): unknown =>
  isStorageFull(error) ? new StorageFullError({ cause: error }) : error;
