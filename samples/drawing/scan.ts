/** A simulated cheap office scanner: grey images at 200 dpi, slightly skewed and noisy, without text. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { seededRandom } from './seeded-random.ts';

const DPI = 200;
const QUALITY = 60;

/** A side of a sheet that is scanned. */
export type ScannedSide =
  /** `page` of the drawn PDF, from 1; `upsideDown`: rotated by 180 degrees. */
  | { readonly page: number; readonly upsideDown?: boolean }
  /** A blank verso. */
  | { readonly blank: true };

/** A PDF of page images only. `seed` determines noise and skew: the same seed gives the same bytes. */
export async function scanPdf(drawn: Uint8Array, sides: readonly ScannedSide[], seed: number): Promise<Uint8Array> {
  const random = seededRandom(seed);
  const library = await PDFiumLibrary.init();
  const source = await library.loadDocument(drawn);
  const scan = await PDFDocument.create();
  const madeAt = new Date('2026-10-01T09:00:00Z');
  scan.setTitle('Scan');
  scan.setProducer('Tearline samples');
  scan.setCreator('Tearline samples');
  scan.setCreationDate(madeAt);
  scan.setModificationDate(madeAt);
  for (const side of sides) {
    const picture = 'page' in side ? await pictureOf(source.getPage(side.page - 1)) : emptySheet();
    const rotated = await skewed(picture, (random() - 0.5) * 2, 'page' in side && side.upsideDown === true);
    const jpeg = await sharp(noisy(rotated, random), {
      raw: { width: rotated.width, height: rotated.height, channels: 1 },
    })
      .jpeg({ quality: QUALITY, mozjpeg: true })
      .toBuffer();
    const page = scan.addPage([(rotated.width * 72) / DPI, (rotated.height * 72) / DPI]);
    page.drawImage(await scan.embedJpg(jpeg), { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() });
  }
  source.destroy();
  library.destroy();
  return scan.save();
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

const emptySheet = (): Grey => ({ width: 1654, height: 2339, data: new Uint8Array(1654 * 2339).fill(255) });

interface RenderablePage {
  render(options: {
    scale: number;
    render: 'bitmap';
    colorSpace: 'Gray';
  }): Promise<{ width: number; height: number; data: Uint8Array }>;
}

async function pictureOf(page: RenderablePage): Promise<Grey> {
  const { width, height, data } = await page.render({ scale: DPI / 72, render: 'bitmap', colorSpace: 'Gray' });
  return { width, height, data };
}

/** Rotates the image by `degrees` about its centre; keeps the size and fills the corners with white. */
async function skewed(picture: Grey, degrees: number, upsideDown: boolean): Promise<Grey> {
  const { width, height } = picture;
  const { data, info } = await sharp(picture.data, { raw: { width, height, channels: 1 } })
    .rotate(degrees + (upsideDown ? 180 : 0), { background: '#ffffff' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const left = Math.floor((info.width - width) / 2);
  const top = Math.floor((info.height - height) / 2);
  const cropped = await sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .extract({ left, top, width, height })
    .blur(0.5)
    .toColourspace('b-w')
    .raw()
    .toBuffer();
  return { width, height, data: cropped };
}

/** Adds noise: off-white paper, dark grey ink, a darker left edge, and 30 spots of dust. */
function noisy({ width, height, data }: Grey, random: () => number): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const paper = 247 - 14 * Math.exp(-x / 40);
      const ink = 28 + ((data[y * width + x] ?? 255) / 255) * (paper - 28);
      out[y * width + x] = Math.min(255, Math.max(0, Math.round(ink + (random() - 0.5) * 7)));
    }
  }
  for (let spot = 0; spot < 30; spot += 1) {
    const at = Math.floor(random() * (height - 3)) * width + Math.floor(random() * (width - 3));
    for (const offset of [0, 1, width, width + 1]) out[at + offset] = 90;
  }
  return out;
}
