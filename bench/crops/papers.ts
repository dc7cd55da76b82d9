/** The documents that are laid on backgrounds: receipts that are drawn, and pages that are rendered. */
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import type { Random } from '../../model-container/random.ts';
import { samplePath } from '../shared-data.ts';

/** Seeds from which the papers of the sets of pictures are drawn and chosen. */
export const SEEDS = { development: 31, evaluation: 31_031 } as const;
/** Drawn receipts of a set. */
const RECEIPTS = 60;
const SAMPLES = ['mixed-mail.pdf', 'scanned-mail.pdf'];

/** The receipts of a set: what its seed is used for first. */
export const drawReceipts = (random: Random): RasterImage[] =>
  Array.from({ length: RECEIPTS }, () => drawReceipt(random));

/** The files whose pages a set may have: the samples and these documents. */
export const paperFiles = (documents: readonly string[]): string[] => [
  ...SAMPLES.map((name) => samplePath(name)),
  ...documents,
];

/** Draws a receipt: narrow paper, lines of print as long as words, a title, a bar code. 300 pixels wide. */
export function drawReceipt(random: Random): RasterImage {
  const width = 300;
  const height = Math.round(width * (1.1 + 2.4 * random.next()));
  const data = new Uint8Array(width * height).fill(255);
  const fill = (x: number, y: number, across: number, down: number, grey: number) => {
    for (let row = Math.max(0, y); row < Math.min(height, y + down); row += 1)
      data.fill(grey, row * width + Math.max(0, x), row * width + Math.min(width, x + across));
  };
  const ink = 30 + random.below(90);
  for (let y = 18 + random.below(20); y < height - 24;) {
    const size = random.chance(0.12) ? 16 : 9;
    for (let x = 18 + random.below(30); x < width - 30;) {
      const length = Math.min(width - 24 - x, 10 + random.below(60));
      drawWord(x, y, length, size, ink, fill);
      x += length + (random.chance(0.25) ? 60 : 8);
    }
    y += size + 7 + (random.chance(0.15) ? 18 : 0);
    if (random.chance(0.05)) {
      fill(14, y, width - 28, 2, ink);
      y += 10;
    }
  }
  if (random.chance(0.4)) for (let x = 60; x < 240; x += 3 + random.below(5)) fill(x, height - 60, 2, 36, ink);
  return { width, height, channels: 1, data };
}

/** Letters as upright strokes with gaps: at the resolution of a photograph, print is hardly more. */
function drawWord(
  x: number,
  y: number,
  length: number,
  size: number,
  ink: number,
  fill: (x: number, y: number, across: number, down: number, grey: number) => void,
): void {
  for (let at = x; at < x + length; at += Math.round(size * 0.6)) {
    fill(at, y, 2, size, ink);
    fill(at + Math.round(size * 0.3), y + ((at * 7) % size) - 1, Math.round(size * 0.3), 2, ink);
  }
}

/** Renders up to `count` pages of documents in grey, 600 pixels wide; those that cannot be read are left out. */
export async function renderPages(files: readonly string[], count: number, random: Random): Promise<RasterImage[]> {
  const pages: RasterImage[] = [];
  for (const file of random.shuffle(files)) {
    if (pages.length >= count) break;
    try {
      const reader = await openDocument(file);
      const page = 1 + random.below(Math.min(reader.pageCount, 5));
      const { widthMm, heightMm } = await reader.pageSize(page);
      const size = { width: 600, height: Math.round((600 * heightMm) / widthMm) };
      if (size.height >= 200 && size.height <= 1500) pages.push(await reader.render(page, size, 1));
      await reader.close();
    } catch {
      // A benchmark on the pages that can be read.
    }
  }
  return pages;
}
