/** Converts the image of a TIFF to a PDF image: without decoding where PDF has its encoding, which are JPEG and Group 4. */
import { joinJpegStrips } from '../../../documents/images/join-jpeg-strips.ts';
import { COMPRESSION } from '../../../documents/images/tiff-directories.ts';
import type { EncodedTiff } from '../../../documents/images/encoded-tiff.ts';
import type { PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { imageObject } from '../writing/image-object.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import { colourSpaceOf } from './jpeg-colours.ts';

export const PHOTOMETRIC = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, yCbCr: 6 } as const;
const LOWEST_BIT_FIRST = 2;
const FAX: ReadonlySet<number> = new Set([COMPRESSION.group3, COMPRESSION.group4]);

/**
 * @param profile  the ICC profile of the image
 * @returns undefined for an image that PDF does not have in this encoding
 */
export const tiffToPdf = (
  writer: PdfFileWriter,
  image: EncodedTiff,
  profile: Buffer | undefined,
): PdfStream | undefined => {
  if (image.compression === COMPRESSION.group4) return group4ToPdf(image);
  return image.compression === COMPRESSION.jpeg ? jpegToPdf(writer, image, profile) : undefined;
};

/** Group 4 in one strip: each strip is encoded by itself, and PDF has no image in several pieces. */
export const group4ToPdf = (image: EncodedTiff): PdfStream | undefined => {
  const { width, height, photometric, strips } = image;
  const [strip] = strips;
  if (strip === undefined || strips.length > 1 || !isTwoTone(image) || image.t6Options !== 0) return undefined;
  const members = {
    ColorSpace: name('DeviceGray'),
    BitsPerComponent: 1,
    Filter: name('CCITTFaxDecode'),
    // The encoding's black runs are bits of 1 in a TIFF, which are white where black is 0.
    DecodeParms: dictOf({ K: -1, Columns: width, Rows: height, BlackIs1: photometric === PHOTOMETRIC.blackIsZero }),
  };
  return imageObject(image, members, image.fillOrder === LOWEST_BIT_FIRST ? strip.map(reversedBits) : strip);
};

const isTwoTone = ({ photometric, bitsPerSample, samplesPerPixel }: EncodedTiff): boolean =>
  (photometric === PHOTOMETRIC.whiteIsZero || photometric === PHOTOMETRIC.blackIsZero) &&
  bitsPerSample === 1 &&
  samplesPerPixel === 1;

/** Whether a page is a fax as PDF does not have it: Group 4 in several strips, or Group 3. */
export const isFax = (image: EncodedTiff): boolean => FAX.has(image.compression) && isTwoTone(image);

const reversedBits = (byte: number): number => {
  let reversed = 0;
  for (let bit = 0; bit < 8; bit += 1) reversed |= ((byte >> bit) & 1) << (7 - bit);
  return reversed;
};

const jpegToPdf = (writer: PdfFileWriter, image: EncodedTiff, profile: Buffer | undefined): PdfStream | undefined => {
  const { photometric, samplesPerPixel, strips } = image;
  const isGrey = samplesPerPixel === 1 && photometric === PHOTOMETRIC.blackIsZero;
  const isColour = samplesPerPixel === 3 && (photometric === PHOTOMETRIC.rgb || photometric === PHOTOMETRIC.yCbCr);
  if (image.bitsPerSample !== 8 || !(isGrey || isColour)) return undefined;
  // The colour transform is that of the tags, for libvips too: what strips state in Adobe's segment is lost in the joining.
  const joined = joinJpegStrips(image.jpegTables, strips, image);
  const space = joined === undefined ? undefined : colourSpaceOf(writer, samplesPerPixel, profile);
  if (joined === undefined || space === undefined) return undefined;
  const members = {
    ColorSpace: space,
    BitsPerComponent: 8,
    Filter: name('DCTDecode'),
    DecodeParms: isColour ? dictOf({ ColorTransform: photometric === PHOTOMETRIC.yCbCr ? 1 : 0 }) : undefined,
  };
  return imageObject(image, members, joined);
};
