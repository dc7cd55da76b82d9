/** Ordinary pages, which must stay whole: the pages of a folder of documents. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { findCrops } from '../../core/documents/crops/find-crops.ts';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { ocrPixels } from '../../core/documents/page-pixels.ts';
import { seededRandom } from '../../model-container/random.ts';
import { drawCrops } from './draw-crops.ts';
import { inPixels } from './score.ts';

/** Pixels per inch at which a page is rendered: about that of the picture in which crops are looked for. */
const DPI = 75;
/** Pages of a document that are looked at. */
const MAX_PAGES = 12;

const SEED = 7;

/** The files in the order in which ordinary pages are taken from them. */
export const inOrdinaryOrder = (files: readonly string[]): string[] => seededRandom(SEED).shuffle(files);

/** All files in a folder and its folders, in order. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** Prints the pages of which a part is cropped, and how many they are of how many. */
export async function findFalseCrops(
  folder: string,
  most: number,
  worst: string | undefined,
): Promise<{ readonly pages: number; readonly cropped: number }> {
  let [pages, cropped] = [0, 0];
  for (const file of inOrdinaryOrder(await filesIn(folder))) {
    if (pages >= most) break;
    try {
      const reader = await openDocument(file);
      try {
        for (let page = 1; page <= Math.min(MAX_PAGES, reader.pageCount) && pages < most; page += 1) {
          const picture = await reader.render(page, ocrPixels(await reader.measurePage(page), DPI), 1);
          pages += 1;
          if (pages % 100 === 0) console.error(`${pages} pages, ${cropped} cropped`);
          const crops = findCrops(picture);
          if (crops.length === 0) continue;
          cropped += 1;
          const name = `${relative(folder, file)} ${page}`;
          console.log(`cropped: ${name} (${crops.length})`);
          if (worst === undefined) continue;
          await mkdir(worst, { recursive: true });
          const drawn = crops.map((crop) => inPixels(crop, picture.width, picture.height));
          await writeFile(join(worst, `${name.replaceAll(/[^\w.-]/gu, '_')}.png`), await drawCrops(picture, [], drawn));
        }
      } finally {
        await reader.close();
      }
    } catch (error) {
      console.log(`not read: ${relative(folder, file)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  console.log(`ordinary pages: ${pages}, cropped ${cropped} (${((100 * cropped) / Math.max(1, pages)).toFixed(2)} %)`);
  return { pages, cropped };
}
