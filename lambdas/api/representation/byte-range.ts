/** Ranges of a file (RFC 9110, section 14). */
import { parse } from 'range-parser';
import { RangeNotSatisfiableError } from '../../../core/errors.ts';
import type { BlobRange } from '../../../core/ports.ts';

/** Bits of the parser's `code`. */
const INVALID = 1;
const UNSATISFIABLE = 2;

/**
 * Returns the bytes that a Range header requests, or undefined where the whole file is to be sent: without the header,
 * and for a header that is invalid, of another unit, or requests several ranges.
 * @throws RangeNotSatisfiableError where no byte of the file is in the range
 */
export function requestedRange({ blob }: BlobRange, header: string | undefined): BlobRange | undefined {
  if (header === undefined) return undefined;
  const { code, type, ranges } = parse(blob.size, header);
  if (type !== 'bytes' || (code & INVALID) !== 0 || ranges.length > 1) return undefined;
  const [range] = ranges;
  if (range !== undefined) return { blob, offset: range.start, length: range.end - range.start + 1 };
  if ((code & UNSATISFIABLE) !== 0) throw new RangeNotSatisfiableError(blob.size);
  return undefined;
}

/** The Content-Range of a 206. */
export const contentRange = ({ blob, offset, length }: BlobRange): string =>
  `bytes ${offset}-${offset + length - 1}/${blob.size}`;

/** Whether If-Range allows a part: by strong comparison (RFC 9110, section 13.1.5). Results have no Last-Modified. */
export const allowsRange = (ifRange: string | undefined, etag: string): boolean =>
  ifRange === undefined || ifRange.trim() === etag;
