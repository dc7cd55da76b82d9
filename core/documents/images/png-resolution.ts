/** The resolution in a PNG file (PNG, third edition, 11.3.4.3), of which libvips gives that of one axis. */
import { MM_PER_INCH } from '../../units.ts';
import type { StatedResolution } from './image-resolution.ts';
import { pngChunks } from './png-chunks.ts';

/** Bytes of the data of pHYs: pixels per unit across and down, and the unit. */
const RESOLUTION_BYTES = 9;
const UNIT_METRE = 1;
const MM_PER_METRE = 1000;

/**
 * Returns what the file states in whole pixels per inch, since it has them per metre. Undefined where it states nothing, or
 * only the ratio of the axes.
 */
export const pngResolution = (bytes: Buffer): StatedResolution => {
  const stated = resolutionIn(bytes);
  if (stated?.[RESOLUTION_BYTES - 1] !== UNIT_METRE) return { dpiX: undefined, dpiY: undefined };
  const dpi = (from: number): number => Math.round((stated.readUInt32BE(from) * MM_PER_INCH) / MM_PER_METRE);
  return { dpiX: dpi(0), dpiY: dpi(4) };
};

/** The data of pHYs; undefined if there are none before the pixels. */
const resolutionIn = (bytes: Buffer): Buffer | undefined => {
  for (const { type, data } of pngChunks(bytes)) {
    if (type === 'pHYs') return data;
    if (type === 'IDAT') return undefined;
  }
  return undefined;
};
