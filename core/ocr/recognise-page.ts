/** Reads a page that has no usable text of its own: turns it upright, removes its skew, tells its language, recognises its words. */
import { LANGUAGES, type Language } from '../parser-jobs.ts';
import type { PageRecord, Word } from '../documents/page-record.ts';
import type { RasterImage } from './raster-image.ts';
import { uprightPage } from './layout/deskew-page.ts';
import { detectLanguage, scoreLanguages } from './languages/detect-language.ts';
import { findSkew } from './layout/find-skew.ts';
import { findInkParts, mayHoldWriting, selectTextLines, textHeight } from './layout/find-text-lines.ts';
import { findInk, transpose, type InkMask } from './layout/ink-mask.ts';
import { joinJapanese } from './join-japanese.ts';
import { probePage, type Probe } from './probe-page.ts';
import type { RecognisedWord } from './read-words.ts';
import { recognise, type Recognition } from './tesseract-engine.ts';

export interface PageSource {
  /** Size of the page as a viewer shows it, in pixels at `dpi`. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** The page in grey at so many pixels per inch. */
  render(dpi: number): Promise<RasterImage>;
}

export interface RecognisePageOptions {
  /** The caller's own choice; empty: all, detected. */
  readonly languages: readonly Language[];
  /** Language of an earlier page of the same file: a hint, given up where the page says otherwise. */
  readonly priorLanguage?: Language;
}

export interface RecognisedPage {
  /** Pixels of the upright page at the source's dpi; words' boxes are measured on it. */
  readonly width: number;
  readonly height: number;
  readonly rotation: PageRecord['rotation'];
  readonly skew: number;
  readonly language: Language | null;
  readonly words: Word[];
  readonly text_source: 'ocr' | 'none';
}

/** Pixels per inch at which Latin text is read: 150 makes no more errors than 220 and takes 0.8 times as long. */
const USUAL_DPI = 150;
/** Japanese has finer strokes, and so has small print. */
const FINE_DPI = 220;
/** Points from ascender to descender below which print is small. */
const SMALL_PRINT = 6.5;
/** Degrees below which a skew is left alone: it costs no accuracy, and turning costs time and sharpness. */
const LEAST_SKEW = 0.2;
/** Milliseconds of processor time of one recognition; a full page of text takes 400 to 2,000, a picture full of specks takes for ever. */
const TIME_LIMIT_MS = 8000;
/** The same for a page on which no line was convincing: most likely a picture. */
const DOUBTFUL_LIMIT_MS = 2000;
/** Confidence (0 to 100) below which a page without one convincing line holds no text: pictures, scribbles. */
const LEAST_CONFIDENCE = 40;

interface UprightImage {
  readonly image: RasterImage;
  readonly dpi: number;
  readonly rotation: PageRecord['rotation'];
  readonly skew: number;
}

/**
 * @returns words in reading order with boxes on the upright page; `none` for blank pages and pictures
 * @throws Error where the engine or its language data cannot be loaded
 */
export async function recognisePage(source: PageSource, options: RecognisePageOptions): Promise<RecognisedPage> {
  const seen = await renderAt(source, USUAL_DPI);
  const ink = findInk(seen.image, seen.dpi);
  if (!mayHoldWriting(findInkParts(ink))) return emptyPage(source);
  const { skew, sideways } = findLean(ink);
  const straight = await uprightPage(seen.image, 0, skew);
  const straightInk = skew === 0 ? ink : findInk(straight, seen.dpi);

  const among = options.languages.length > 0 ? options.languages : LANGUAGES;
  const probe = await probePage(straight, straightInk, seen.dpi, sideways, among, options.priorLanguage);
  const languages = languagesToRead(probe.text, probe.language, among, options.priorLanguage);
  const finer =
    probe.sure && needsFinerImage(probe.rotation % 180 === 0 ? straightInk : transpose(straightInk), languages)
      ? await renderAt(source, FINE_DPI)
      : null;
  const image =
    finer === null
      ? await uprightPage(straight, probe.rotation, 0)
      : await uprightPage(finer.image, probe.rotation, skew);
  const upright: UprightImage = { image, dpi: (finer ?? seen).dpi, rotation: probe.rotation, skew };

  const { recognition, language } = await readKnowingly(upright, languages, probe, among);
  if (!probe.sure && recognition.confidence < LEAST_CONFIDENCE) return emptyPage(source);
  return toPage(source, upright, language, recognition);
}

/** The page's image with the pixels per inch that it really has: a source may give less than was asked for. */
async function renderAt(source: PageSource, dpi: number): Promise<{ image: RasterImage; dpi: number }> {
  const image = await source.render(dpi);
  return { image, dpi: (image.width / source.widthPx) * source.dpi };
}

/** The turn that removes the page's skew, degrees clockwise, and whether its lines seem to run down the page. */
function findLean(ink: InkMask): { skew: number; sideways: boolean } {
  const across = findSkew(ink);
  const down = findSkew(transpose(ink));
  const sideways = down.strength > across.strength;
  // Exchanging rows and columns mirrors the page, so what is found down it leans the other way.
  const skew = sideways ? down.degrees : -across.degrees;
  return { skew: Math.abs(skew) < LEAST_SKEW ? 0 : Math.round(skew * 100) / 100, sideways };
}

/**
 * The languages to load for a page, at most two: two where the probe found a good deal of both.
 */
function languagesToRead(
  text: string,
  detected: Language | null,
  among: readonly Language[],
  prior: Language | undefined,
): Language[] {
  if (detected === 'ja') return ['ja'];
  const [first, second] = scoreLanguages(text, among);
  if (detected !== null) {
    const mixed = second !== undefined && first !== undefined && second.score >= 4 && second.score >= 0.5 * first.score;
    return mixed ? [detected, second.language] : [detected];
  }
  if (prior !== undefined && among.includes(prior)) return [prior];
  return [first?.language ?? (among.includes('en') ? 'en' : (among[0] ?? 'en'))];
}

function needsFinerImage(ink: InkMask, languages: readonly Language[]): boolean {
  const height = textHeight(selectTextLines(findInkParts(ink)));
  return languages.includes('ja') || (height > 0 && height < SMALL_PRINT);
}

/** Reads the page; once more where its whole text shows that the probe, which had not been sure, took the wrong language. */
async function readKnowingly(
  page: UprightImage,
  languages: readonly Language[],
  probe: Probe,
  among: readonly Language[],
): Promise<{ recognition: Recognition; language: Language | null }> {
  const read = (chosen: readonly Language[]) =>
    recognise(page.image, chosen, {
      dpi: page.dpi,
      segmentation: 'page',
      alternatives: true,
      timeLimitMs: probe.sure ? TIME_LIMIT_MS : DOUBTFUL_LIMIT_MS,
    });
  const recognition = await read(languages);
  if (probe.language !== null || !probe.sure) return { recognition, language: probe.language };
  const found = detectLanguage(textOf(recognition), among);
  if (found === null || found === 'ja' || languages.includes(found)) return { recognition, language: found };
  const again = await read([found]);
  return again.confidence > recognition.confidence
    ? { recognition: again, language: found }
    : { recognition, language: languages[0] ?? null };
}

function textOf(recognition: Recognition): string {
  return recognition.words.map((word) => word.text).join(' ');
}

function emptyPage(source: PageSource): RecognisedPage {
  return {
    width: source.widthPx,
    height: source.heightPx,
    rotation: 0,
    skew: 0,
    language: null,
    words: [],
    text_source: 'none',
  };
}

function toPage(
  source: PageSource,
  upright: UprightImage,
  language: Language | null,
  recognition: Recognition,
): RecognisedPage {
  const sideways = upright.rotation === 90 || upright.rotation === 270;
  const width = sideways ? source.heightPx : source.widthPx;
  const height = sideways ? source.widthPx : source.heightPx;
  const words = toPageWords(language === 'ja' ? joinJapanese(recognition.words) : recognition.words, {
    width,
    height,
    x: width / upright.image.width,
    y: height / upright.image.height,
  });
  return {
    width,
    height,
    rotation: upright.rotation,
    skew: upright.skew,
    language: words.length === 0 ? null : language,
    words,
    text_source: words.length === 0 ? 'none' : 'ocr',
  };
}

/** Boxes in pixels of the page; lines and blocks counted anew, because some hold pictures and nothing to read. */
function toPageWords(
  recognised: readonly RecognisedWord[],
  page: { width: number; height: number; x: number; y: number },
): Word[] {
  const lines = new Map<number, number>();
  const blocks = new Map<number, number>();
  const renumber = (numbers: Map<number, number>, value: number) => {
    const known = numbers.get(value) ?? numbers.size;
    numbers.set(value, known);
    return known;
  };
  return recognised.map((word) => {
    const x1 = Math.max(0, Math.min(page.width - 1, Math.floor(word.x1 * page.x)));
    const y1 = Math.max(0, Math.min(page.height - 1, Math.floor(word.y1 * page.y)));
    return {
      x1,
      y1,
      x2: Math.max(x1 + 1, Math.min(page.width, Math.ceil(word.x2 * page.x))),
      y2: Math.max(y1 + 1, Math.min(page.height, Math.ceil(word.y2 * page.y))),
      text: word.text,
      entropy: Math.round(word.entropy * 1e4) / 1e4,
      line: renumber(lines, word.line),
      block: renumber(blocks, word.block),
    };
  });
}
