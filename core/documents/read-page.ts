/** Reads one page of an open document into its page record: from its text layer if that is usable, otherwise by OCR. */
import { DocumentUnreadableError } from '../errors.ts';
import type { DocumentReader, PageSize, TextLayer } from './formats/document-reader.ts';
import { fullTextOf } from './full-text.ts';
import { detectLanguage } from '../ocr/languages/detect-language.ts';
import type { PageRecord, Word } from './page-record.ts';
import { PageImages } from './page-images.ts';
import { timesTooLarge } from './images/image-resolution.ts';
import { MM_PER_INCH } from '../units.ts';
import { blankInkAndThumbnail, inkAndThumbnailOf, rotateGrey } from './page-thumbnail.ts';
import type { PagePixels } from './page-pixels.ts';
import { LOW_RESOLUTION_DPI, pagePixels, lowResolutionPixels } from './page-pixels.ts';
import type { Language } from '../ocr/languages/languages.ts';
import { placeWords, rotatedSize, scaleWords } from './text-layer/place-words.ts';
import type { PageSource, SheetOutline } from '../ocr/pages/page-source.ts';
import type { RasterImage } from '../ocr/raster-image.ts';
import { arrangeWords } from './text-layer/arrange-words.ts';
import { tiltedSheet } from './sheets/tilted-sheet.ts';

export interface ReadPageOptions {
  /** Languages that the caller has chosen; empty: the language is detected. */
  readonly languages: readonly Language[];
  /** Language of an earlier page of the same document: a hint for OCR. */
  readonly priorLanguage?: Language | undefined;
}

const languageOf = (text: string, languages: readonly Language[]): Language | null =>
  detectLanguage(text) ?? (languages.length === 1 ? (languages[0] ?? null) : null);

/** The pixels of a page at 220 dpi, or of a very large page at fewer, whatever the upload's own resolution. */
const finestPixels = ({ widthMm, heightMm }: PageSize): PagePixels => pagePixels({ widthMm, heightMm });

/**
 * Returns the words of the text layer on the upright page, or undefined if the page needs OCR. They are arranged and
 * compared in the finest pixels, because coarse ones move lines together.
 */
const usableWords = async (
  images: PageImages,
  layer: TextLayer,
  size: PageSize,
  languages: readonly Language[],
): Promise<Word[] | undefined> => {
  if (layer.quality !== 'good') return undefined;
  const fine = finestPixels(size);
  const words = arrangeWords(placeWords(layer.words, fine, layer.rotation));
  if (words.length === 0) return undefined;
  const from = rotatedSize(fine, layer.rotation);
  const to = rotatedSize(pagePixels(size), layer.rotation);
  if (layer.doubt === 'no') return scaleWords(words, from, to);
  const image = rotateGrey(await images.render(fine.dpi), layer.rotation);
  // Loaded when a page needs it, as OCR is: a process that reads only good text layers then starts in less time.
  const { layerMatchesPixels } = await import('./pdf/check-text-layer.ts');
  const scale = image.width / from.width;
  if (!(await layerMatchesPixels(words, image, scale, languages, layer.doubt))) return undefined;
  if (layer.doubt === 'scan') {
    const { leavesOutText } = await import('./pdf/leaves-out-text.ts');
    if (await leavesOutText(words, image, scale, fine.dpi * scale, languages)) return undefined;
  }
  return scaleWords(words, from, to);
};

const renderLowResolution = (reader: DocumentReader, page: number, size: PageSize): Promise<RasterImage> =>
  reader.render(page, lowResolutionPixels(size), 1);

const fromTextLayer = async (
  reader: DocumentReader,
  page: number,
  size: PageSize,
  words: Word[],
  rotation: PageRecord['rotation'],
  images: PageImages,
  options: ReadPageOptions,
): Promise<PageRecord> => {
  const pixels = pagePixels(size);
  const image = images.largest ?? (await renderLowResolution(reader, page, size));
  const fulltext = fullTextOf(words);
  return {
    schema_version: 1,
    page,
    ...rotatedSize(pixels, rotation),
    dpi: pixels.dpi,
    rotation,
    skew: 0,
    text_source: 'text_layer',
    language: languageOf(fulltext, options.languages),
    words,
    ...(await fontsOf(reader, page)),
    fulltext,
    ...inkAndThumbnailOf(image, rotation),
  };
};

/** The `fonts` of a record. They only help the split model: a page is not lost where PDFium fails on one of them. */
const fontsOf = async (reader: DocumentReader, page: number): Promise<Pick<PageRecord, 'fonts'>> => {
  try {
    const fonts = await reader.fonts(page);
    return fonts.length === 0 ? {} : { fonts: [...fonts] };
  } catch (error) {
    if (error instanceof DocumentUnreadableError) return {};
    throw error;
  }
};

/** How many times smaller than stated a page is read: its print is of usual size then. */
const timesSmaller = ({ widthMm, heightMm, ownDpi }: PageSize): number => {
  if (ownDpi === undefined) return 1;
  const pixels = { width: (widthMm / MM_PER_INCH) * ownDpi, height: (heightMm / MM_PER_INCH) * ownDpi };
  return timesTooLarge(pixels, ownDpi);
};

/** Pixels per inch of the render in which a sheet is looked for: that of the first reading, which is then not rendered anew. */
const SHEET_DPI = 150;

/** Side of a page in pixels below which it cannot contain text. */
export const MIN_TEXT_SIDE = 10;

/**
 * Reads a page by OCR, without regard to its text layer. A photograph taken at an angle is made straight first.
 * @throws Error if the OCR engine or its data cannot be loaded
 */
export const readByOcr = async (
  page: number,
  size: PageSize,
  images: PageImages,
  options: ReadPageOptions,
): Promise<PageRecord> => {
  const sheet =
    size.ownDpi === undefined ? undefined : tiltedSheet(await images.render(SHEET_DPI / timesSmaller(size)));
  if (sheet !== undefined) images.straightenBy(sheet);
  return readStraight({ page, ...(sheet === undefined ? {} : { sheet: [...sheet] }) }, size, images, options);
};

/**
 * Reads by OCR what the images show.
 * @param of  which page or crop it is, and by which corners it was made straight
 * @throws Error if the OCR engine or its data cannot be loaded
 */
export const readStraight = async (
  { page, crop, sheet, crop_corners }: Pick<PageRecord, 'page' | 'crop' | 'sheet' | 'crop_corners'>,
  size: PageSize,
  images: PageImages,
  options: ReadPageOptions,
): Promise<PageRecord> => {
  const { width: widthPx, height: heightPx, dpi } = pagePixels(size);
  const { languages, priorLanguage } = options;
  const [{ recognisePage }, { withSmallerPrint }] = await Promise.all([
    import('../ocr/pages/recognise-page.ts'),
    import('../ocr/pages/page-source.ts'),
  ]);
  const asStated: PageSource = {
    widthPx,
    heightPx,
    dpi,
    ownDpi: size.ownDpi,
    render: (wantedDpi, orientation) => images.render(wantedDpi, orientation),
    renderWithoutColour: images.renderWithoutColour.bind(images),
    ...(images.paper === undefined ? {} : { paper: images.paper }),
    ...(size.ownDpi === undefined || crop_corners !== undefined ? {} : { findSheets }),
  };
  const recognised = await recognisePage(
    {
      ...withSmallerPrint(asStated, timesSmaller(size)),
      ...(size.ownDpi === undefined ? {} : { flattenBy: images.flattenBy.bind(images) }),
    },
    { languages, ...(priorLanguage === undefined ? {} : { priorLanguage }) },
  );
  const { width, height, rotation, skew, language, words, text_source, unreadInk, unreadScript } = recognised;
  const image = images.largest ?? (await images.render(LOW_RESOLUTION_DPI));
  return {
    schema_version: 1,
    page,
    ...(crop === undefined ? {} : { crop }),
    width,
    height,
    dpi,
    rotation,
    skew,
    ...(sheet === undefined ? {} : { sheet }),
    ...curlOf(images),
    ...(crop_corners === undefined ? {} : { crop_corners }),
    text_source,
    unread_ink: unreadInk,
    unread_script: unreadScript,
    language,
    words,
    fulltext: fullTextOf(words),
    ...inkAndThumbnailOf(image, rotation),
  };
};

/** The documents that a cropping workflow would cut out. Where the search fails, the page is read as a whole. */
const findSheets = async (upright: RasterImage): Promise<readonly SheetOutline[]> => {
  const { findCrops } = await import('./crops/find-crops.ts');
  try {
    return findCrops(upright);
  } catch {
    return [];
  }
};

const curlOf = ({ curl }: PageImages): Pick<PageRecord, 'curl'> =>
  curl === undefined ? {} : { curl: { ...curl, bends: [...curl.bends] } };

/** A page of an open document, with its renders. */
export interface OpenPage {
  readonly reader: DocumentReader;
  readonly page: number;
  readonly size: PageSize;
  readonly images: PageImages;
}

/** @throws DocumentUnreadableError if the page cannot be parsed */
export const openPage = async (reader: DocumentReader, page: number): Promise<OpenPage> => {
  const size = await reader.measurePage(page);
  return { reader, page, size, images: new PageImages(reader, page, size) };
};

/**
 * Reads a page from its text layer; undefined where the page has none that is usable.
 * @throws DocumentUnreadableError if the page cannot be parsed or rendered
 */
export const readTextLayer = async (
  { reader, page, size, images }: OpenPage,
  options: ReadPageOptions,
): Promise<PageRecord | undefined> => {
  const layer = await reader.textLayer(page);
  const words = await usableWords(images, layer, size, options.languages);
  return words === undefined ? undefined : fromTextLayer(reader, page, size, words, layer.rotation, images, options);
};

/**
 * Reads a page without a usable text layer as a whole.
 * @throws DocumentUnreadableError if the page cannot be rendered
 */
export const readWithoutLayer = async (
  { reader, page, size, images }: OpenPage,
  options: ReadPageOptions,
): Promise<PageRecord> => {
  const pixels = pagePixels(size);
  if (Math.min(pixels.width, pixels.height) >= MIN_TEXT_SIDE)
    return { ...(await readByOcr(page, size, images, options)), ...(await fontsOf(reader, page)) };
  return { ...unreadablePage(page, size), ...inkAndThumbnailOf(await renderLowResolution(reader, page, size), 0) };
};

/**
 * Reads the picture of a page, without its text.
 * @param page page number, from 1
 * @throws DocumentUnreadableError if the page cannot be parsed or rendered
 */
export const readPicture = async (reader: DocumentReader, page: number): Promise<PageRecord> => {
  const size = await reader.measurePage(page);
  const picture = inkAndThumbnailOf(await renderLowResolution(reader, page, size), 0);
  return { ...unreadablePage(page, size), ...picture, unread_ink: picture.ink > 0 ? 1 : 0 };
};

/**
 * Reads a page.
 * @param page page number, from 1
 * @throws DocumentUnreadableError if the page cannot be parsed or rendered
 */
export const readPage = async (reader: DocumentReader, page: number, options: ReadPageOptions): Promise<PageRecord> => {
  const open = await openPage(reader, page);
  return (await readTextLayer(open, options)) ?? readWithoutLayer(open, options);
};

/**
 * The record of an unreadable page: blank and of the same size, so that the other pages keep their numbers and the
 * document is processed.
 */
export const unreadablePage = (page: number, size: PageSize): PageRecord => {
  const pixels = pagePixels(size);
  return {
    schema_version: 1,
    page,
    ...pixels,
    rotation: 0,
    skew: 0,
    text_source: 'none',
    language: null,
    words: [],
    fulltext: '',
    ...blankInkAndThumbnail(pixels.width, pixels.height),
  };
};
