/** Reads the PDFs of tests: their structure with pdf-lib, their text and rendering with PDFium. */
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodePDFRawStream, PDFDict, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import type { JobReport } from '../../../core/parser-jobs.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';

export const silent: JobReport = { page: () => undefined, crop: () => undefined };

/** In the temporary folder of the test run, which is removed after all tests. */
const folder = mkdtempSync(join(tmpdir(), 'tearline-pdf-test-'));
let files = 0;

/** @returns an unused path */
export function newPath(name: string): string {
  files += 1;
  return join(folder, `${files}-${name}`);
}

/** @returns the path of the new file */
export async function asFile(bytes: Uint8Array | string, name = 'upload.pdf'): Promise<string> {
  const path = newPath(name);
  await writeFile(path, bytes);
  return path;
}

export const loadPdf = async (path: string): Promise<PDFDocument> =>
  PDFDocument.load(await readFile(path), { updateMetadata: false });

/** All objects of the file as text, with decoded streams. */
export async function allTextOf(path: string): Promise<string> {
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
    return ''; // an image
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

/** Renders the page `width` pixels wide. */
export async function renderPage(path: string, page: number, width: number): Promise<RasterImage> {
  const reader = await openDocument(path);
  try {
    const { widthMm, heightMm } = await reader.pageSize(page);
    return await reader.render(page, { width, height: Math.round((width * heightMm) / widthMm) }, 3);
  } finally {
    await reader.close();
  }
}

/** Mean absolute difference of two images of the same size, 0 to 255. */
export function difference(one: RasterImage, other: RasterImage): number {
  if (one.width !== other.width || one.height !== other.height) return 255;
  const sum = one.data.reduce((total, value, index) => total + Math.abs(value - (other.data[index] ?? 0)), 0);
  return sum / one.data.length;
}
