/** A simulated scanner: renders a document's pages as skewed, noisy JPEG images into a PDF without text. */
import { writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import type { Random } from '../../model-container/random.ts';

interface Scanner {
  readonly dpi: number;
  /** Mean skew, and its standard deviation between pages, in degrees. */
  readonly skew: number;
  readonly wobble: number;
  /** Standard deviation of the grey noise, 0 to 255. */
  readonly grain: number;
  readonly quality: number;
  /** Gaussian blur in pixels; 0 for none. */
  readonly blur: number;
  /** Reduction of the contrast, in grey levels 0 to 255. */
  readonly fade: number;
}

/** Writes a scan of the document `from` to `to`. All pages have the same random scanner parameters. */
export async function scanDocument(from: string, to: string, random: Random, maxPages: number): Promise<void> {
  const scanner: Scanner = {
    dpi: random.pick([150, 200, 200, 240]),
    skew: 0.8 * random.normal(),
    wobble: 0.4 * random.next(),
    grain: 14 * random.next(),
    quality: 35 + random.below(50),
    blur: random.chance(0.5) ? 0.3 + 0.6 * random.next() : 0,
    fade: 40 * random.next(),
  };
  const reader = await openDocument(from);
  const scan = await PDFDocument.create();
  try {
    for (let page = 1; page <= Math.min(reader.pageCount, maxPages); page += 1) {
      const { widthMm, heightMm } = await reader.pageSize(page);
      const pixels = (mm: number) => Math.max(16, Math.min(4000, Math.round((mm / 25.4) * scanner.dpi)));
      const size = { width: pixels(widthMm), height: pixels(heightMm) };
      const jpeg = await throughScanner(await reader.render(page, size, 1), scanner, random);
      const sheet = scan.addPage([(size.width / scanner.dpi) * 72, (size.height / scanner.dpi) * 72]);
      sheet.drawImage(await scan.embedJpg(jpeg), { x: 0, y: 0, width: sheet.getWidth(), height: sheet.getHeight() });
    }
  } finally {
    await reader.close();
  }
  await writeFile(to, await scan.save());
}

async function throughScanner(page: RasterImage, scanner: Scanner, random: Random): Promise<Buffer> {
  const raw = { width: page.width, height: page.height, channels: page.channels };
  const rotated = sharp(page.data, { raw }).rotate(scanner.skew + scanner.wobble * random.normal(), {
    background: '#ffffff',
  });
  // Rotation enlarges the image: it is cropped to the original size.
  const { data, info } = await rotated.raw().toBuffer({ resolveWithObject: true });
  const left = Math.floor((info.width - page.width) / 2);
  const top = Math.floor((info.height - page.height) / 2);
  const grey = await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    .extract({ left, top, width: page.width, height: page.height })
    .greyscale()
    .raw()
    .toBuffer();
  for (let at = 0; at < grey.length; at += 1) {
    const value =
      scanner.fade / 2 +
      (grey[at] ?? 255) * (1 - scanner.fade / 255) +
      scanner.grain * (random.next() + random.next() - 1) * 1.7;
    grey[at] = Math.min(255, Math.max(0, Math.round(value)));
  }
  const soft = sharp(grey, { raw: { width: page.width, height: page.height, channels: 1 } });
  return (scanner.blur > 0 ? soft.blur(scanner.blur) : soft).jpeg({ quality: scanner.quality }).toBuffer();
}
