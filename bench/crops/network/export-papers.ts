/**
 * Writes the papers from which the network's training pictures are drawn: drawn receipts and pages of the shared data.
 *   node bench/crops/network/export-papers.ts OUT [PAGES]
 * The documents that the evaluations of crops use (bench/crops/crops.ts) are left out. OUT gets a JPEG file of 320 × 448
 * pixels a paper, and list.tsv: the file, the paper's width by its height, and what it is.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { seededRandom, type Random } from '../../../model-container/random.ts';
import { DOCUMENTS_FOLDER } from '../../shared-data.ts';
import { filesIn, inOrdinaryOrder } from '../ordinary-pages.ts';
import { drawReceipt, drawReceipts, paperFiles, SEEDS } from '../papers.ts';

const RECEIPTS = 150;
const DEFAULT_PAGES = 1300;
/** Size of a paper's picture in pixels, whatever its shape is. */
const [WIDTH, HEIGHT] = [320, 448];
/** Longer side in pixels at which a page is rendered. */
const RENDERED_SIDE = 640;
/** Limits of a page's width by its height. */
const [MIN_RATIO, MAX_RATIO] = [0.3, 3.3];
/** Of a document, the first page and one of the first few are taken. */
const FIRST_PAGES = 6;
/** Files of which bench/crops/crops.ts takes pages for a set, and files of ordinary pages, at most. */
const EVALUATION_FILES = 90;
const ORDINARY_FILES = 420;

/** The files that the evaluations may use. */
function evaluationFiles(files: readonly string[]): Set<string> {
  const drawn = Object.values(SEEDS).flatMap((seed) => {
    const random = seededRandom(seed);
    drawReceipts(random);
    return random.shuffle(paperFiles(files)).slice(0, EVALUATION_FILES);
  });
  return new Set([...drawn, ...inOrdinaryOrder(files).slice(0, ORDINARY_FILES)]);
}

/** Writes a paper and returns its line of the list. @param ratio its width by its height */
async function writePaper(out: string, name: string, paper: RasterImage, ratio: number, kind: string): Promise<string> {
  const { width, height, channels, data } = paper;
  const picture = sharp(data, { raw: { width, height, channels } }).greyscale().resize(WIDTH, HEIGHT, { fit: 'fill' });
  await writeFile(join(out, name), await picture.jpeg({ quality: 80 }).toBuffer());
  return `${name}\t${ratio.toFixed(4)}\t${kind}`;
}

/** Writes up to two pages of a document. @throws Error if it cannot be read */
async function writePages(out: string, file: string, first: number, random: Random): Promise<string[]> {
  const lines: string[] = [];
  const reader = await openDocument(file);
  try {
    for (const page of new Set([1, 1 + random.below(Math.min(reader.pageCount, FIRST_PAGES))])) {
      const { widthMm, heightMm } = await reader.pageSize(page);
      const ratio = widthMm / heightMm;
      if (ratio < MIN_RATIO || ratio > MAX_RATIO) continue;
      const size = {
        width: Math.round(RENDERED_SIDE * Math.min(1, ratio)),
        height: Math.round(RENDERED_SIDE * Math.min(1, 1 / ratio)),
      };
      const picture = await reader.render(page, size, 1);
      lines.push(await writePaper(out, `page-${first + lines.length}.jpg`, picture, ratio, 'page'));
    }
  } finally {
    await reader.close();
  }
  return lines;
}

const [out, pages = String(DEFAULT_PAGES)] = process.argv.slice(2);
if (out === undefined) throw new Error('node bench/crops/network/export-papers.ts OUT [PAGES]');
await mkdir(out, { recursive: true });
const random = seededRandom(5);
const lines: string[] = [];
for (let receipt = 0; receipt < RECEIPTS; receipt += 1) {
  const paper = drawReceipt(random);
  lines.push(await writePaper(out, `receipt-${receipt}.jpg`, paper, paper.width / paper.height, 'receipt'));
}
const files = await filesIn(DOCUMENTS_FOLDER);
const excluded = evaluationFiles(files);
for (const file of seededRandom(99).shuffle(files.filter((name) => !excluded.has(name)))) {
  if (lines.length >= RECEIPTS + Number(pages)) break;
  try {
    lines.push(...(await writePages(out, file, lines.length - RECEIPTS, random)));
  } catch (error) {
    console.log(`not read: ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
await writeFile(join(out, 'list.tsv'), `${lines.join('\n')}\n`);
console.log(`${lines.length} papers`);
