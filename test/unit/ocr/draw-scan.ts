/** Draws scanned A4 pages: text, shaded areas and rules at given places, and what a scanner or a camera does to them. */
import { readFile } from 'node:fs/promises';
import * as fontkit from '@cantoo/fontkit';
import { PDFDocument, grayscale } from '@cantoo/pdf-lib';
import type { PageSource } from '../../../core/ocr/pages/page-source.ts';
import { uprightPage } from '../../../core/ocr/layout/deskew-page.ts';
import { PdfReader } from '../../../core/documents/pdf/pdf-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { handwrittenStrokes } from './handwriting/draw-handwriting.ts';
import { A4 } from '../drawing/draw-upload.ts';

/** Draws on a page. Coordinates and sizes are in points from the top left; greys are 0 (black) to 255. */
export interface Sheet {
  /** @param y baseline of the text */
  text(line: string, x: number, y: number, style?: { readonly size?: number; readonly grey?: number }): void;
  area(x: number, y: number, width: number, height: number, grey: number): void;
  /** Writes a line by hand, in the letters of draw-handwriting.ts. @param y baseline */
  hand(line: string, x: number, y: number, size?: number): void;
}

export interface ScanOptions {
  /** The finest resolution in pixels per inch, default 220; a scan has no more pixels, whatever is asked for. */
  readonly finest?: number;
  readonly change?: (image: RasterImage) => RasterImage;
}

/** PT Sans has the letters of all Latin languages, and Cyrillic ones. */
const FONT = new URL(import.meta.resolve('@expo-google-fonts/pt-sans/400Regular/PTSans_400Regular.ttf'));
const DPI = 150;

/** An A4 page whose size is given, and whose words are placed, in pixels at 150 per inch. */
export async function drawScan(
  draw: (sheet: Sheet) => void,
  { finest = 220, change = (image) => image }: ScanOptions = {},
): Promise<PageSource> {
  const reader = await PdfReader.open(await drawSheet(draw));
  const size = (dpi: number) => ({ width: Math.round((A4[0] / 72) * dpi), height: Math.round((A4[1] / 72) * dpi) });
  const { width, height } = size(DPI);
  /** The page as scanned, by its resolution. */
  const scanned = new Map<number, Promise<RasterImage>>();
  const scannedAt = async (dpi: number): Promise<RasterImage> => {
    const known = scanned.get(dpi) ?? reader.render(1, size(dpi), 1).then(change);
    scanned.set(dpi, known);
    const image = await known;
    // A caller may change its copy.
    return { ...image, data: image.data.slice() };
  };
  return {
    widthPx: width,
    heightPx: height,
    dpi: DPI,
    render: async (dpi, { rotation, skew } = { rotation: 0, skew: 0 }) =>
      uprightPage(await scannedAt(Math.min(dpi, finest)), rotation, skew),
  };
}

/** Lines of text below each other. Sizes and distances are in points; the first baseline is `top` below the page's top. */
export const withLines =
  (lines: readonly string[], { size = 11, step = 22, top = 100 } = {}) =>
  (sheet: Sheet): void => {
    for (const [index, line] of lines.entries()) sheet.text(line, 60, top + index * step, { size });
  };

/** Each pixel becomes the mean of the square around it, which reaches `radius` pixels to each side. */
export function blur(image: RasterImage, radius: number): RasterImage {
  const { width, height, data } = image;
  const across = blurRows(data, { rows: height, length: width, rowStep: width, step: 1 }, radius);
  return { ...image, data: blurRows(across, { rows: width, length: height, rowStep: 1, step: width }, radius) };
}

function blurRows(
  from: Uint8Array,
  { rows, length, rowStep, step }: { rows: number; length: number; rowStep: number; step: number },
  radius: number,
): Uint8Array {
  const to = new Uint8Array(from.length);
  const at = (row: number, along: number) => from[row * rowStep + Math.max(0, Math.min(length - 1, along)) * step] ?? 0;
  for (let row = 0; row < rows; row += 1) {
    let sum = 0;
    for (let along = -radius; along <= radius; along += 1) sum += at(row, along);
    for (let along = 0; along < length; along += 1) {
      to[row * rowStep + along * step] = sum / (2 * radius + 1);
      sum += at(row, along + radius + 1) - at(row, along - radius);
    }
  }
  return to;
}

async function drawSheet(draw: (sheet: Sheet) => void): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  const font = await pdf.embedFont(await readFile(FONT), { subset: true });
  const page = pdf.addPage(A4);
  draw({
    text: (line, x, y, { size = 11, grey = 0 } = {}) => {
      page.drawText(line, { x, y: A4[1] - y, size, font, color: grayscale(grey / 255) });
    },
    hand: (line, x, y, size = 16) => {
      for (const { path, width } of handwrittenStrokes(line, size))
        page.drawSvgPath(path, { x, y: A4[1] - y, borderColor: grayscale(0.2), borderWidth: width });
    },
    area: (x, y, width, height, grey) => {
      page.drawRectangle({ x, y: A4[1] - y - height, width, height, color: grayscale(grey / 255) });
    },
  });
  return pdf.save();
}
