/** The resolution in a PNG file (PNG, third edition, 11.3.4.3), of which libvips gives that of one axis. */
import { MM_PER_INCH } from '../../units.ts';
import type { StatedResolution } from './image-resolution.ts';

/** Bytes of the signature, and of what is around the data of a chunk: its length and type before, its checksum behind. */
const [SIGNATURE_BYTES, HEAD_BYTES, CHECKSUM_BYTES] = [8, 8, 4];
/** Bytes of the data of pHYs: pixels per unit across and down, and the unit. */
const RESOLUTION_BYTES = 9;
const UNIT_METRE = 1;
const MM_PER_METRE = 1000;

/**
 * Returns what the file states in whole pixels per inch, since it has them per metre. Undefined where it states nothing, or
 * only the ratio of the axes.
 */
export const pngResolution = (bytes: Buffer): StatedResolution => {
  const at = resolutionAt(bytes);
  if (at === undefined || bytes[at + RESOLUTION_BYTES - 1] !== UNIT_METRE) return { dpiX: undefined, dpiY: undefined };
  const dpi = (from: number): number => Math.round((bytes.readUInt32BE(from) * MM_PER_INCH) / MM_PER_METRE);
  return { dpiX: dpi(at), dpiY: dpi(at + 4) };
};

/** Where the data of pHYs begin; undefined if there are none before the pixels. */
const resolutionAt = (bytes: Buffer): number | undefined => {
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES + RESOLUTION_BYTES <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + HEAD_BYTES);
    if (type === 'pHYs') return at + HEAD_BYTES;
    if (type === 'IDAT') return undefined;
    at += HEAD_BYTES + bytes.readUInt32BE(at) + CHECKSUM_BYTES;
  }
  return undefined;
};
