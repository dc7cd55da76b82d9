/** Reads a page of a cropping workflow: each document on it becomes a page of the stream. */
import type { DocumentReader, PageSize } from '../formats/document-reader.ts';
import { PageImages } from '../page-images.ts';
import type { PageRecord } from '../page-record.ts';
import { openPage, readStraight, readTextLayer, readWithoutLayer, type ReadPageOptions } from '../read-page.ts';
import type { SheetCorners } from '../sheets/straighten.ts';
import { LANGUAGES } from '../../ocr/languages/languages.ts';
import { cropsOfPage, type FindCrops } from './crops-of-page.ts';
import { cropSize, cutCrop } from './cut-crop.ts';
import { MM_PER_INCH } from '../../units.ts';

/** Pixels per inch of the render in which crops are looked for: that of the first reading, which is then not rendered anew. */
export const CROP_DPI = 150;
/** Decimals of a corner: a tenth of a pixel at 220 dpi. */
const DECIMALS = 5;

/**
 * Returns the records of a page: one for each crop, in reading order, or one of the whole page. A page with a usable text
 * layer stays whole.
 * @param page page number, from 1
 * @param onCrop called after each of several crops has been read
 * @throws DocumentUnreadableError if the page cannot be parsed or rendered
 */
export const readCroppedPage = async (
  reader: DocumentReader,
  page: number,
  options: ReadPageOptions,
  find: FindCrops,
  onCrop?: () => void,
): Promise<PageRecord[]> => {
  const open = await openPage(reader, page);
  const digital = await readTextLayer(open, options);
  if (digital !== undefined) return [digital];
  const crops = cropsOfPage(await open.images.render(CROP_DPI), open.size, find);
  if (crops.length === 0) return [await readWithoutLayer(open, options)];
  const records: PageRecord[] = [];
  let { priorLanguage } = options;
  for (const [index, crop] of crops.entries()) {
    const corners = crop.map((part) => Number(part.toFixed(DECIMALS)));
    const of = { page, ...(crops.length === 1 ? {} : { crop: index + 1 }), crop_corners: corners };
    const size = cropSize(open.size, corners);
    const images = new PageImages(cropReader(open.images, size, corners), page, size);
    const record = await readStraight(of, size, images, { ...options, priorLanguage });
    priorLanguage = LANGUAGES.find((language) => language === record.language) ?? priorLanguage;
    records.push(record);
    onCrop?.();
  }
  return records;
};

/** Renders a crop as if it were a page of its own. All crops of a page are cut out of the same renders. */
const cropReader = (
  page: PageImages,
  { widthMm }: PageSize,
  corners: SheetCorners,
): Pick<DocumentReader, 'render'> => ({
  render: async (_, size) => cutCrop(await page.render((size.width / widthMm) * MM_PER_INCH), corners, size),
});
