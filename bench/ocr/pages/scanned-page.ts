/** Makes the simulated scan of a page. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import type { DocumentReader } from '../../../core/documents/formats/document-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { seededRandom } from '../../../model-container/random.ts';
import { DOCUMENTS_FOLDER } from '../../shared-data.ts';
import type { Sheet } from '../damage/damage.ts';
import { DAMAGE, type DamageName } from '../damage/kinds.ts';
import { seedOf, type TruePage } from './choose-pages.ts';

export interface ScannedPage {
  /** The image file that both engines read. */
  readonly path: string;
  /** SHA-256 of the file, in hex. */
  readonly hash: string;
  /** Pixels per inch that its header states; null: none. */
  readonly dpi: number | null;
}

/**
 * Writes the scan into `folder`, or takes the one that an earlier run has left there.
 * @throws DocumentUnreadableError if the page cannot be rendered
 */
export async function scanPage(page: TruePage, damage: DamageName, folder: string): Promise<ScannedPage> {
  const name = `${page.document.replaceAll(/[^\w.-]/gu, '_')}-${page.page}`;
  const place = join(folder, damage);
  const known = ['jpg', 'tif'].map((extension) => join(place, `${name}.${extension}`)).find((path) => existsSync(path));
  if (known !== undefined) return described(known, damage);
  const reader = await openDocument(join(DOCUMENTS_FOLDER, page.document));
  try {
    const sheet = openSheet(reader, page);
    const scan = await DAMAGE[damage].scan(sheet, seededRandom(seedOf(`${page.document} ${page.page} ${damage}`)));
    await mkdir(place, { recursive: true });
    const path = join(place, `${name}.${scan.extension}`);
    await writeFile(`${path}.part`, scan.bytes);
    await rename(`${path}.part`, path);
    return await described(path, damage);
  } finally {
    await reader.close();
  }
}

async function described(path: string, damage: DamageName): Promise<ScannedPage> {
  const hash = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { path, hash, dpi: DAMAGE[damage].dpi };
}

function openSheet(reader: DocumentReader, { page, words }: TruePage): Sheet {
  const draw = async (number: number, dpi: number, channels: 1 | 3): Promise<RasterImage> => {
    const { widthMm, heightMm } = await reader.pageSize(number);
    const pixels = (mm: number) => Math.max(1, Math.round((mm / 25.4) * dpi));
    return reader.render(number, { width: pixels(widthMm), height: pixels(heightMm) }, channels);
  };
  const reverse = page < reader.pageCount ? page + 1 : Math.max(1, page - 1);
  return {
    draw: (dpi, channels) => draw(page, dpi, channels),
    drawReverse: (dpi) => draw(reverse, dpi, 1),
    wordCentres: words,
  };
}
