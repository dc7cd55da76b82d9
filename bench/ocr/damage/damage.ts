/** What a kind of damage takes and makes, and the scanner through which most kinds pass. */
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';
import { addNoise, asJpeg, blur, rotateWithinSize } from './pixels.ts';

/** A page without damage. */
export interface Sheet {
  /** Renders the page at this resolution. */
  draw(dpi: number, channels: 1 | 3): Promise<RasterImage>;
  /** Renders the other side of the sheet: another page of the document, or the same one if it has no other. */
  drawReverse(dpi: number): Promise<RasterImage>;
  /** Centres of the words on the page, in inches from the top left. */
  readonly wordCentres: readonly { readonly x: number; readonly y: number }[];
}

/** An image file as a user might send it. */
export interface Scan {
  readonly bytes: Buffer;
  readonly extension: 'jpg' | 'tif';
}

/** Makes the scan of a sheet. The same sheet and seed give the same scan. */
export type MakeScan = (sheet: Sheet, random: Random) => Promise<Scan>;

/** A kind of damage. */
export interface Damage {
  readonly scan: MakeScan;
  /** Pixels per inch across that the header of the file states; null: none. */
  readonly dpi: number | null;
}

export interface Scanner {
  readonly dpi: number;
  /** Maximum rotation to either side, in degrees. */
  readonly rotation: number;
  /** Standard deviation of the Gaussian blur in pixels. */
  readonly blur: number;
  /** Standard deviation of the noise, in grey levels. */
  readonly noise: number;
  /** Quality of the JPEG, 1 to 100. */
  readonly quality: number;
}

export const OFFICE_SCANNER: Scanner = { dpi: 200, rotation: 0.8, blur: 0.7, noise: 10, quality: 75 };

/** Scans a sheet of paper, which is drawn at the resolution of the scanner. */
export async function throughScanner(paper: RasterImage, scanner: Scanner, random: Random): Promise<Scan> {
  const rotated = await rotateWithinSize(paper, scanner.rotation * (2 * random.next() - 1));
  const noisy = addNoise(await blur(rotated, scanner.blur), scanner.noise, random);
  return { bytes: await asJpeg(noisy, scanner.quality, scanner.dpi), extension: 'jpg' };
}

/** A scan without further damage. */
export const scanned = (scanner: Scanner): Damage => ({
  dpi: scanner.dpi,
  scan: async (sheet, random) => throughScanner(await sheet.draw(scanner.dpi, 1), scanner, random),
});
