/**
 * Writes pages of an uploaded image as a PDF: in their physical size, JPEG (also in a TIFF) and Group 4 as they are encoded, and
 * all else compressed without loss.
 */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { Metadata, Sharp } from 'sharp';
import { DocumentUnreadableError } from '../../../errors.ts';
import type { DocumentKind } from '../../../documents/formats/document-file.ts';
import { isAdobe, isFrame, jpegSegments } from '../../../documents/images/jpeg-segments.ts';
import { openDocument } from '../../../documents/formats/open-document.ts';
import { readEncodedTiff } from '../../../documents/images/encoded-tiff.ts';
import type { EncodedTiff } from '../../../documents/images/encoded-tiff.ts';
import { COMPRESSION, readTiffDirectories } from '../../../documents/images/tiff-directories.ts';
import { sourceOfDirectory } from '../../../documents/images/tiff-source.ts';
import { decodeUpright, unreadableImage } from '../../../documents/images/decode-upright.ts';
import type { ImageSource } from '../../../documents/images/decode-upright.ts';
import { imageObject } from '../writing/image-object.ts';
import { asContents, points } from '../writing/page-content.ts';
import { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import type { PdfDict, PdfRef, PdfStream, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { colourSpaceOf } from './jpeg-colours.ts';
import { pngToPdf } from './png-to-pdf.ts';
import { isFax, tiffToPdf } from './tiff-to-pdf.ts';
import { twoToneToPdf } from './two-tone-to-pdf.ts';

/**
 * JPEG frame markers that PDF viewers can decode: baseline, extended and progressive Huffman (ITU-T T.81, table B.1).
 */
const JPEG_FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** An image XObject and the EXIF orientation that is to be applied to it (1: none). */
interface WrappedImage {
  readonly image: PdfStream;
  readonly orientation: number;
}

/**
 * A page that cannot be decoded is blank, as it was processed.
 * @param pages page numbers, from 1: those of a TIFF; 1 for all other formats
 * @throws DocumentUnreadableError if `pages` are all pages of the file and none of them can be decoded
 */
export async function wrapImages(
  path: string,
  kind: DocumentKind,
  pages: readonly number[],
  outPath: string,
  report: { page(page: number): void },
): Promise<void> {
  const reader = await openDocument(path);
  const imageOf = await pageImages(path, kind);
  const writer = new PdfFileWriter(outPath, '1.7');
  try {
    const tree = writer.reserve();
    const refs = [];
    const failures = [];
    for (const page of pages) {
      const { widthMm, heightMm } = await reader.pageSize(page);
      const size = { width: points(widthMm), height: points(heightMm) };
      const wrapped = await wrapImage(writer, path, kind, imageOf(page)).catch(keepUnreadable);
      const isUnreadable = wrapped instanceof DocumentUnreadableError;
      if (isUnreadable) failures.push(wrapped);
      refs.push(writer.add(pageOf(tree, size, isUnreadable ? {} : drawImage(writer, wrapped, size))));
      report.page(page);
    }
    const [first] = failures;
    if (first !== undefined && failures.length === reader.pageCount) throw first;
    writer.write(tree, dictOf({ Type: name('Pages'), Count: refs.length, Kids: refs }));
    writer.finish(writer.add(dictOf({ Type: name('Catalog'), Pages: tree })));
  } finally {
    writer.close();
    await reader.close();
  }
}

/** Size of a page in points. */
interface PointSize {
  readonly width: number;
  readonly height: number;
}

/** @param drawn  resources and contents; none: the page is blank */
const pageOf = (parent: PdfRef, { width, height }: PointSize, drawn: Readonly<Record<string, PdfValue>>): PdfDict =>
  dictOf({ Type: name('Page'), Parent: parent, MediaBox: [0, 0, width, height], Resources: dictOf({}), ...drawn });

const drawImage = (
  writer: PdfFileWriter,
  { image, orientation }: WrappedImage,
  { width, height }: PointSize,
): Readonly<Record<string, PdfValue>> => ({
  Resources: dictOf({ XObject: dictOf({ Im0: writer.add(image) }) }),
  Contents: writer.add(asContents(`q ${matrixOf(orientation, width, height)} cm /Im0 Do Q`)),
});

function keepUnreadable(error: unknown): DocumentUnreadableError {
  if (error instanceof DocumentUnreadableError) return error;
  throw error;
}

/** The image of a page: the source from which sharp decodes it, and of a TIFF what is encoded in the file. */
interface PageImage {
  readonly source: ImageSource;
  readonly encoded: EncodedTiff | undefined;
}

/**
 * Returns a function from a page number to the image of the page. sharp counts reduced copies in a TIFF as pages, so the
 * bytes are patched to contain only the directory of the page.
 */
async function pageImages(path: string, kind: DocumentKind): Promise<(page: number) => PageImage> {
  if (kind !== 'tiff') return () => ({ source: { file: path, failOn: 'warning' }, encoded: undefined });
  const bytes = await readFile(path);
  const directories = readTiffDirectories(bytes);
  return (page) => {
    const directory = directories[page - 1];
    if (directory === undefined) throw new RangeError(`Page ${page} of ${directories.length} was requested.`);
    return { encoded: readEncodedTiff(bytes, directory), source: sourceOfDirectory(bytes, directory) };
  };
}

/** @throws DocumentUnreadableError if the page cannot be decoded */
async function wrapImage(
  writer: PdfFileWriter,
  path: string,
  kind: DocumentKind,
  { source, encoded }: PageImage,
): Promise<WrappedImage> {
  const jpeg = kind === 'jpeg' ? await wrapJpeg(writer, await readFile(path)) : undefined;
  const copied = jpeg ?? (encoded === undefined ? undefined : await wrapTiff(writer, source, encoded));
  return copied ?? { image: await losslessImage(source, encoded), orientation: 1 };
}

/**
 * @returns undefined for a TIFF whose encoding PDF does not have
 * @throws DocumentUnreadableError if the page cannot be decoded
 */
async function wrapTiff(
  writer: PdfFileWriter,
  source: ImageSource,
  encoded: EncodedTiff,
): Promise<WrappedImage | undefined> {
  try {
    const wrapped = await copyTiff(writer, source, encoded);
    // Decodes all pixels, and keeps their mean.
    if (wrapped !== undefined) await (await decodeUpright(source)).resize(1, 1, { fit: 'fill' }).raw().toBuffer();
    return wrapped;
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

async function copyTiff(
  writer: PdfFileWriter,
  { file }: ImageSource,
  encoded: EncodedTiff,
): Promise<WrappedImage | undefined> {
  // The source of a page in the JPEG of TIFF 6.0 is that JPEG. Where none was found, it is the TIFF, which has no frame.
  if (encoded.compression === COMPRESSION.oldJpeg) return Buffer.isBuffer(file) ? wrapJpeg(writer, file) : undefined;
  const { icc } = await sharp(file).metadata();
  const image = tiffToPdf(writer, encoded, icc);
  return image === undefined ? undefined : { image, orientation: encoded.orientation };
}

/** @returns undefined for a JPEG that PDF viewers cannot decode */
async function wrapJpeg(writer: PdfFileWriter, bytes: Buffer): Promise<WrappedImage | undefined> {
  const frame = frameOf(bytes);
  if (frame === undefined) return undefined;
  const { orientation = 1, icc } = await sharp(bytes).metadata();
  const space = colourSpaceOf(writer, frame.components, icc);
  if (space === undefined) return undefined;
  const inverted: PdfValue | undefined = frame.components === 4 && frame.adobe ? [1, 0, 1, 0, 1, 0, 1, 0] : undefined;
  const members = { ColorSpace: space, BitsPerComponent: 8, Filter: name('DCTDecode'), Decode: inverted };
  return { image: imageObject(frame, members, bytes), orientation };
}

interface JpegFrame {
  readonly width: number;
  readonly height: number;
  readonly components: number;
  /** The file has Adobe's APP14 marker: CMYK values are inverted. */
  readonly adobe: boolean;
}

function frameOf(bytes: Buffer): JpegFrame | undefined {
  let adobe = false;
  for (const segment of jpegSegments(bytes)) {
    const { marker, data } = segment;
    if (isAdobe(segment)) adobe = true;
    if (isFrame(segment)) {
      const readable = JPEG_FRAMES.has(marker) && data.length >= 6 && data[0] === 8;
      return readable
        ? { height: data.readUInt16BE(1), width: data.readUInt16BE(3), components: data[5] ?? 0, adobe }
        : undefined;
    }
  }
  return undefined;
}

/** @throws DocumentUnreadableError */
async function losslessImage(source: ImageSource, encoded: EncodedTiff | undefined): Promise<PdfStream> {
  try {
    const metadata = await sharp(source.file).metadata();
    const upright = await decodeUpright(source);
    const fax = encoded !== undefined && isFax(encoded);
    const image = fax || isTwoTone(metadata) ? await twoToneToPdf(upright, fax) : undefined;
    return image ?? pngToPdf(await encodePng(upright, metadata));
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

/** Whether an image is black and white: one of a palette may have two other colours. */
const isTwoTone = ({ space, bitsPerSample, channels }: Metadata): boolean =>
  space === 'b-w' && bitsPerSample === 1 && channels === 1;

/** Compresses an image as PNG: deflate with row predictors, which PDF supports. */
function encodePng(upright: Sharp, { space, depth, bitsPerSample }: Metadata): Promise<Buffer> {
  const deep = depth === 'ushort';
  const isGrey = space === 'b-w' || space === 'grey16';
  const twoTone = bitsPerSample === 1;
  return upright
    .toColourspace(isGrey ? (deep ? 'grey16' : 'b-w') : deep ? 'rgb16' : 'srgb')
    .png(twoTone ? { palette: true, colours: 2, dither: 0 } : { compressionLevel: 6, adaptiveFiltering: true })
    .toBuffer();
}

/** The transformation matrix of an image for an EXIF orientation (1 to 8) on a page of this size in points. */
function matrixOf(orientation: number, width: number, height: number): string {
  const [w, h] = [width, height];
  const matrices: Readonly<Record<number, readonly number[]>> = {
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return (matrices[orientation] ?? [w, 0, 0, h, 0, 0]).map((number) => number.toFixed(4)).join(' ');
}
