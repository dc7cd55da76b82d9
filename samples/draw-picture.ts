/**
 * `npm run picture`: splits samples/mixed-mail.pdf with the real command and draws the result as docs/pictures/split-result.png.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp, { type OverlayOptions } from 'sharp';
import { openDocument } from '../core/documents/formats/open-document.ts';
import type { ProcessingResult } from '../core/results/processing-result.ts';

const ROOT = join(import.meta.dirname, '..');
const SAMPLE = join(ROOT, 'samples/mixed-mail.pdf');

/** Sizes in pixels. */
const PAGE = { width: 120, height: 170 };
const GAP = 10;
const BETWEEN = 60;
const PADDING = 12;
const TITLE = 44;
const MARGIN = 28;
const ROW_WIDTH = 1240;

interface Placed {
  readonly name: string;
  readonly pages: readonly number[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Confidence of the split after this document, 0 to 1; undefined for the last document. */
  readonly confidence: number | undefined;
}

const splitting = await splitSample();
const placed = placeDocuments(splitting);
const height = Math.max(...placed.map(({ y }) => y)) + PAGE.height + 2 * PADDING + TITLE + MARGIN;
const width = Math.max(...placed.map(({ x, width: wide }) => x + wide)) + BETWEEN;
const layers = (await Promise.all(placed.map(drawPages))).flat();
await sharp({ create: { width, height, channels: 3, background: '#f4f5f7' } })
  .composite([{ input: Buffer.from(frames()), left: 0, top: 0 }, ...layers])
  .png({ palette: true, compressionLevel: 9 })
  .toFile(join(ROOT, 'docs/pictures/split-result.png'));

async function splitSample(): Promise<NonNullable<ProcessingResult['document_splitting']>> {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-picture-'));
  try {
    await promisify(execFile)(process.execPath, [join(ROOT, 'bin/tearline.ts'), 'split', SAMPLE, '-o', folder]);
    const result = JSON.parse(await readFile(join(folder, 'mixed-mail.result.json'), 'utf8')) as ProcessingResult;
    if (result.document_splitting === undefined) throw new Error('The result has no document_splitting.');
    return result.document_splitting;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Places the documents from left to right, in rows. */
function placeDocuments({
  sub_documents,
  split_point_confidences,
}: NonNullable<ProcessingResult['document_splitting']>): Placed[] {
  let [x, y] = [MARGIN, MARGIN];
  return sub_documents.map(({ name, pages }) => {
    const wide = pages.length * (PAGE.width + GAP) - GAP + 2 * PADDING;
    if (x + wide > ROW_WIDTH) [x, y] = [MARGIN, y + PAGE.height + 2 * PADDING + TITLE + MARGIN];
    const document = { name, pages, x, y, width: wide, confidence: split_point_confidences[(pages.at(-1) ?? 0) - 1] };
    x += wide + BETWEEN;
    return document;
  });
}

async function drawPages({ pages, x, y }: Placed): Promise<OverlayOptions[]> {
  const reader = await openDocument(SAMPLE);
  const layers: OverlayOptions[] = [];
  for (const [index, page] of pages.entries()) {
    const {
      data,
      width: wide,
      height: high,
    } = await reader.render(page, { width: PAGE.width * 4, height: PAGE.height * 4 }, 3);
    const input = await sharp(data, { raw: { width: wide, height: high, channels: 3 } })
      .resize(PAGE.width - 2, PAGE.height - 2)
      .extend({ top: 1, bottom: 1, left: 1, right: 1, background: '#e1e4e8' })
      .png()
      .toBuffer();
    layers.push({ input, left: x + PADDING + index * (PAGE.width + GAP), top: y + PADDING });
  }
  await reader.close();
  return layers;
}

function frames(): string {
  const boxes = placed.map(({ name, pages, x, y, width: wide, confidence }) => {
    const high = PAGE.height + 2 * PADDING + TITLE;
    const range = pages.length === 1 ? `page ${String(pages[0])}` : `pages ${String(pages[0])}–${String(pages.at(-1))}`;
    const letters = Math.floor((wide - 2 * PADDING) / 9);
    const title = name.length > letters ? `${name.slice(0, letters - 1)}…` : name;
    const middle = x + wide + BETWEEN / 2;
    const split =
      confidence === undefined
        ? ''
        : `<line x1="${middle}" y1="${y + 20}" x2="${middle}" y2="${y + high - 20}" stroke="#c0392b" stroke-width="2" stroke-dasharray="6 5"/>
           <rect x="${middle - 25}" y="${y + high / 2 - 14}" width="50" height="28" rx="14" fill="#c0392b"/>
           <text x="${middle}" y="${y + high / 2 + 5}" fill="#fff" font-size="14" font-weight="bold" text-anchor="middle">${confidence.toFixed(2)}</text>`;
    return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="8" fill="#fff" stroke="#c7ccd4"/>
      <text x="${x + PADDING}" y="${y + PADDING + PAGE.height + 22}" font-size="13" font-weight="bold" fill="#1d2733">${escapeXml(title)}</text>
      <text x="${x + PADDING}" y="${y + PADDING + PAGE.height + 40}" font-size="12" fill="#66707d">${range}</text>${split}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, sans-serif">${boxes.join('')}</svg>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
