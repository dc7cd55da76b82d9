/** A fax in standard resolution: 204 × 98 dots per inch, black and white (ITU-T T.4, group 4 compression). */
import sharp from 'sharp';
import { changePixels, addNoise, blur, resize, rotateWithinSize } from './pixels.ts';
import type { MakeScan } from './damage.ts';

export const ACROSS_DPI = 204;
const DOWN_DPI = 98;
const MM_PER_INCH = 25.4;
const THRESHOLD = 165;

export const fax: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(ACROSS_DPI, 1);
  const rotated = await rotateWithinSize(page, 0.5 * (2 * random.next() - 1));
  const lines = await resize(await blur(rotated, 0.7), page.width, Math.round((page.height * DOWN_DPI) / ACROSS_DPI));
  const bilevel = changePixels(addNoise(lines, 12, random), (value) => (value < THRESHOLD ? 0 : 255));
  const bytes = await sharp(bilevel.data, { raw: { width: bilevel.width, height: bilevel.height, channels: 1 } })
    .toColourspace('b-w')
    .tiff({
      compression: 'ccittfax4',
      bitdepth: 1,
      resolutionUnit: 'inch',
      xres: ACROSS_DPI / MM_PER_INCH,
      yres: DOWN_DPI / MM_PER_INCH,
    })
    .toBuffer();
  return { bytes, extension: 'tif' };
};
