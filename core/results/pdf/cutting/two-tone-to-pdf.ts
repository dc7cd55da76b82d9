/** Compresses an image of two tones without loss: in Group 4, or deflated where that is smaller, as it is of dithered pictures. */
import type { Sharp } from 'sharp';
import { readEncodedTiff } from '../../../documents/images/encoded-tiff.ts';
import type { EncodedTiff } from '../../../documents/images/encoded-tiff.ts';
import { readTiffDirectories } from '../../../documents/images/tiff-directories.ts';
import type { PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { name } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { imageObject } from '../writing/image-object.ts';
import { group4ToPdf, PHOTOMETRIC } from './tiff-to-pdf.ts';

/** Rows of a strip that libvips writes at most. */
const MAX_ROWS = 32_768;

/**
 * Encodes a fax in Group 4, and other pages of two tones deflated where that is smaller. The image is in one strip: some
 * viewers show a seam between images of strips that touch.
 * @param page  of two tones, upright
 * @returns undefined for a page of more than MAX_ROWS
 */
export const twoToneToPdf = async (page: Sharp, isFax: boolean): Promise<PdfStream | undefined> => {
  const group4 = await encode(page, 'ccittfax4');
  const deflated = isFax ? undefined : await encode(page, 'deflate');
  if (deflated !== undefined && sizeOf(deflated) < sizeOf(group4)) return deflatedToPdf(deflated);
  return group4 === undefined ? undefined : group4ToPdf(group4);
};

/** libvips packs the bits of a TIFF alone; its PNG of two colours takes ten times as long. */
const encode = async (page: Sharp, compression: 'ccittfax4' | 'deflate'): Promise<EncodedTiff | undefined> => {
  const options = { compression, predictor: 'none', bitdepth: 1, tileHeight: MAX_ROWS } as const;
  const tiff = await page.clone().toColourspace('b-w').tiff(options).toBuffer();
  const [directory] = readTiffDirectories(tiff);
  const image = directory === undefined ? undefined : readEncodedTiff(tiff, directory);
  return image?.strips.length === 1 ? image : undefined;
};

const sizeOf = (image: EncodedTiff | undefined): number => image?.strips[0]?.length ?? Infinity;

const deflatedToPdf = (image: EncodedTiff): PdfStream | undefined => {
  const { photometric, strips } = image;
  const [strip] = strips;
  if (strip === undefined) return undefined;
  const inverted = photometric === PHOTOMETRIC.whiteIsZero ? [1, 0] : undefined;
  const members = {
    ColorSpace: name('DeviceGray'),
    BitsPerComponent: 1,
    Filter: name('FlateDecode'),
    Decode: inverted,
  };
  return imageObject(image, members, strip);
};
