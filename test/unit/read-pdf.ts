/** Looks into PDFs that tests made: their structure by pdf-lib, their text and looks by PDFium. */
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';

export const silent = { page: (): void => undefined };

/** In the folder that is deleted when all tests are done. */
const folder = mkdtempSync(join(tmpdir(), 'tearline-pdf-test-'));
let files = 0;

/** @returns a path that no file has yet */
export function newPath(name: string): string {
  files += 1;
  return join(folder, `${files}-${name}`);
}

/** @returns the new file's path */
export async function asFile(bytes: Uint8Array | string, name = 'upload.pdf'): Promise<string> {
  const path = newPath(name);
  await writeFile(path, bytes);
  return path;
}

export const loadPdf = async (path: string): Promise<PDFDocument> =>
  PDFDocument.load(await readFile(path), { updateMetadata: false });

/** Every object of the file as text, streams decoded: what anybody who looks can find in it. */
export async function everythingIn(path: string): Promise<string> {
  const pdf = await loadPdf(path);
  return pdf.context
    .enumerateIndirectObjects()
    .map(([, object]) =>
      object instanceof PDFRawStream
        ? `${object.dict.toString()} ${decoded(object)}`
        : object instanceof PDFDict
          ? object.toString()
          : object.toString(),
    )
    .join('\n');
}

function decoded(stream: PDFRawStream): string {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
  } catch {
    return ''; // a picture
  }
}

/** The words of a page as PDFium reads them, with their corners in points from the top left. */
export async function wordsOf(
  path: string,
  page: number,
): Promise<readonly { x1: number; y1: number; x2: number; y2: number; text: string }[]> {
  const reader = await openDocument(path);
  try {
    return (await reader.textLayer(page)).words;
  } finally {
    await reader.close();
  }
}

export async function textOf(path: string, page: number): Promise<string> {
  return (await wordsOf(path, page)).map(({ text }) => text).join(' ');
}

/** The page's picture, `width` pixels wide. */
export async function pictureOf(path: string, page: number, width: number): Promise<RasterImage> {
  const reader = await openDocument(path);
  try {
    const { widthMm, heightMm } = await reader.pageSize(page);
    return await reader.render(page, { width, height: Math.round((width * heightMm) / widthMm) }, 3);
  } finally {
    await reader.close();
  }
}

/** Mean difference of two pictures of one size, 0 to 255. */
export function difference(one: RasterImage, other: RasterImage): number {
  if (one.width !== other.width || one.height !== other.height) return 255;
  const sum = one.data.reduce((total, value, index) => total + Math.abs(value - (other.data[index] ?? 0)), 0);
  return sum / one.data.length;
}
