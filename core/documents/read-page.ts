/** Reads one page of an opened document into its record: from its own text layer where that is good, else by OCR. */
import type { DocumentReader, PageSize, TextLayer } from './formats/document-reader.ts';
import { layerMatchesPixels } from './pdf/check-text-layer.ts';
import { fullTextOf } from './full-text.ts';
import { detectLanguage } from '../ocr/languages/detect-language.ts';
import { recognisePage } from '../ocr/recognise-page.ts';
import type { PageRecord, Word } from './page-record.ts';
import { PageImages } from './page-images.ts';
import { blankPicture, pictureOf, turnGrey } from './page-picture.ts';
import type { PagePixels } from './page-pixels.ts';
import { SKETCH_DPI, pagePixels, sketchPixels } from './page-pixels.ts';
import type { Language } from '../ocr/languages/languages.ts';
import { placeWords, turnedSize } from './place-words.ts';
import type { RasterImage } from '../ocr/raster-image.ts';
import { arrangeWords } from './arrange-words.ts';

export interface ReadPageOptions {
  /** The caller's own choice of languages; empty: detect. */
  readonly languages: readonly Language[];
  /** Language of an earlier page of the same document: a hint for OCR. */
  readonly priorLanguage?: Language | undefined;
}

const languageOf = (text: string, languages: readonly Language[]): Language | null =>
  detectLanguage(text) ?? (languages.length === 1 ? (languages[0] ?? null) : null);

/** The layer's words on the upright page, or undefined where the page has to be read by OCR. */
const usableWords = async (
  images: PageImages,
  layer: TextLayer,
  pixels: PagePixels,
  languages: readonly Language[],
): Promise<Word[] | undefined> => {
  if (layer.quality !== 'good') return undefined;
  const words = arrangeWords(placeWords(layer.words, pixels, layer.rotation));
  if (words.length === 0) return undefined;
  if (layer.doubt === 'no') return words;
  const image = turnGrey(await images.render(pixels.dpi), layer.rotation);
  return (await layerMatchesPixels(
    words,
    image,
    image.width / turnedSize(pixels, layer.rotation).width,
    languages,
    layer.doubt,
  ))
    ? words
    : undefined;
};

const sketchOf = (reader: DocumentReader, page: number, size: PageSize): Promise<RasterImage> =>
  reader.render(page, sketchPixels(size), 1);

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
  const sketch = images.largest ?? (await sketchOf(reader, page, size));
  const fulltext = fullTextOf(words);
  return {
    schema_version: 1,
    page,
    ...turnedSize(pixels, rotation),
    dpi: pixels.dpi,
    rotation,
    skew: 0,
    text_source: 'text_layer',
    language: languageOf(fulltext, options.languages),
    words,
    fulltext,
    ...pictureOf(sketch, rotation),
  };
};

/** Pixels of a side below which no writing fits on a page. */
const SMALLEST_WRITING = 10;

/** The record of a page whose text layer, if there is one, is not looked at. */
export const readByOcr = async (
  page: number,
  size: PageSize,
  images: PageImages,
  options: ReadPageOptions,
): Promise<PageRecord> => {
  const { width: widthPx, height: heightPx, dpi } = pagePixels(size);
  const largest = pagePixels({ widthMm: size.widthMm, heightMm: size.heightMm }).dpi;
  const render = (wantedDpi: number): Promise<RasterImage> => images.render(Math.min(wantedDpi, largest));
  const { languages, priorLanguage } = options;
  const recognised = await recognisePage(
    { widthPx, heightPx, dpi, render },
    { languages, ...(priorLanguage === undefined ? {} : { priorLanguage }) },
  );
  const { width, height, rotation, skew, language, words, text_source } = recognised;
  const sketch = images.largest ?? (await images.render(SKETCH_DPI));
  return {
    schema_version: 1,
    page,
    width,
    height,
    dpi,
    rotation,
    skew,
    text_source,
    language,
    words,
    fulltext: fullTextOf(words),
    ...pictureOf(sketch, rotation),
  };
};

/**
 * @param page from 1
 * @throws DocumentUnreadableError where the page cannot be parsed or drawn
 */
export const readPage = async (reader: DocumentReader, page: number, options: ReadPageOptions): Promise<PageRecord> => {
  const size = await reader.pageSize(page);
  const pixels = pagePixels(size);
  const images = new PageImages(reader, page, size);
  const layer = await reader.textLayer(page);
  const words = await usableWords(images, layer, pixels, options.languages);
  if (words !== undefined) return fromTextLayer(reader, page, size, words, layer.rotation, images, options);
  if (Math.min(pixels.width, pixels.height) >= SMALLEST_WRITING) return readByOcr(page, size, images, options);
  return { ...unreadablePage(page, size), ...pictureOf(await sketchOf(reader, page, size), 0) };
};

/** The record of a page that cannot be read: blank, of its size, so that the other pages keep their numbers and the document is not lost. */
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
    ...blankPicture(pixels.width, pixels.height),
  };
};
