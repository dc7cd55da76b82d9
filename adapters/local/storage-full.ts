/** Which errors of the operating system mean that there is no room. */

/** No space, quota reached, file larger than the process may write. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The `code` of a Node.js system error, e.g. `ENOENT`; undefined for another error. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

export const isNoRoom = (error: unknown): boolean => NO_ROOM.has(errorCode(error) ?? '');
