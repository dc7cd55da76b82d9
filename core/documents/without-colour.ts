/** Removes coloured ink from a picture of a page: stamps and pens hide print that is still there in black. */
import type { RasterImage } from '../ocr/raster-image.ts';

/** Difference of the largest and the smallest of red, green and blue (0 to 255) from which a pixel has a colour. */
const COLOURED = 60;
/** Part of the pixels that must have one. */
const MIN_SHARE = 0.001;
/** The part of that difference that is added to the largest value: ink of a colour becomes light, black ink stays dark. */
const GAIN = 0.6;

/** @returns the picture in grey; null if it is grey itself, or has next to no colour */
export function withoutColour({ width, height, channels, data: from }: RasterImage): RasterImage | null {
  if (channels !== 3) return null;
  const data = new Uint8Array(width * height);
  let coloured = 0;
  for (let at = 0, pixel = 0; at < data.length; at += 1, pixel += 3) {
    const red = from[pixel] ?? 0;
    const green = from[pixel + 1] ?? 0;
    const blue = from[pixel + 2] ?? 0;
    const largest = Math.max(red, green, blue);
    const difference = largest - Math.min(red, green, blue);
    if (difference >= COLOURED) coloured += 1;
    data[at] = Math.min(255, largest + GAIN * difference);
  }
  return coloured < MIN_SHARE * data.length ? null : { width, height, channels: 1, data };
}
