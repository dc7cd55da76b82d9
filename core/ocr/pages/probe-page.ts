/**
 * Detects the orientation and the language of a page cheaply: reads its longest lines one by one, upright first.
 * Tesseract's confidence is 66 to 93 (of 100) for upright lines of Latin script in any language and at most 32 for
 * lines upside down (97 pages). Its confidence therefore detects the orientation better, and faster, than its own OSD
 * (orientation and script detection).
 */
import type { Language } from '../languages/languages.ts';
import type { Rotation } from '../rotation.ts';
import type { RasterImage } from '../raster-image.ts';
import { uprightPage } from '../layout/deskew-page.ts';
import { cropLine, rotate180 } from '../layout/crop-line.ts';
import { distinctJapanese, isJapanese } from '../languages/detect-language.ts';
import { findInkComponents, inkOf, medianHeight, selectTextLines, type TextLine } from '../layout/find-text-lines.ts';
import { findInk, type InkMask } from '../layout/ink-mask.ts';
import { repetitionOf } from '../layout/repeated-sign.ts';
import { LineReader, type Reading } from '../lines/line-reader.ts';
import { identifyLanguage } from '../languages/identify-language.ts';
import type { RecognisedLine } from '../lines/recognise-line.ts';
import { readsJapanese, type LineEngine } from '../languages/tesseract-languages.ts';

/**
 * Confidence (0 to 100) at which many characters, or few characters, count as upright and in a script that the engine
 * can read.
 */
const MIN_CONFIDENCE_MANY = 58;
const MIN_CONFIDENCE_FEW = 75;
const MANY_CHARACTERS = 60;
const FEW_CHARACTERS = 30;
/**
 * Confidence (0 to 100) of each of two lines or more, with at least so many characters together, below which the remaining
 * lines are not read. Of white headings on a dark ground, and of rows of boxes, next to nothing is read in any
 * orientation.
 */
const ABANDON_BELOW = 38;
const ABANDON_FROM = 16;
/**
 * Ink of the lines along the less likely axis, as a part of that along the likelier one, from which they can show the
 * orientation alone: a line that runs up the margin of a table cannot.
 */
const MIN_INK_SHARE = 0.5;
/**
 * The Japanese engine recognises characters in any picture, but always the same few: the number of distinct ones is
 * checked too.
 */
const MIN_CONFIDENCE_JAPANESE = 70;
const MIN_DISTINCT_JAPANESE = 5;
/**
 * Part of the ink from which lines are those of a page in Japanese: the lines of one hold 0.68 to 0.84, rules and ends of words
 * that lie above one another 0.04, of which the Japanese engine makes a few characters.
 */
const MIN_JAPANESE_INK = 0.1;
/** Lines that are read per orientation and engine, at most. */
const MAX_LINES_READ = 5;
/**
 * If no orientation is convincing: the minimum score (0 to 100) of the best one, and its minimum lead over the next. The
 * Japanese engine reaches 49 on lines of Latin script that are on their side.
 */
const MIN_SCORE = 40;
const MIN_SCORE_JAPANESE = 60;
const MIN_LEAD = 12;
/** Number of characters from which an orientation's confidence counts in full. */
const FULL_SCORE_CHARACTERS = 24;
/** Lines that are cropped as candidates, at most. */
const MAX_LINES = 10;
/**
 * Lines that a thorough probe crops, and reads along an axis that can show the orientation alone: of a form the longest ones may
 * all be struck out or dotted.
 */
const MAX_LINES_THOROUGH = 24;
/** Height of a line as a part of the median height of the ink of all lines, below which it may be a rule. */
const MIN_HEIGHT_SHARE = 0.5;
/**
 * Width of a row of one sign in multiples of its height, and the repetition above which a line is one: rows of stars, dashes and
 * double lines have 0.70 to 0.96, text of that width in receipts at most 0.53.
 */
const RULE_WIDTH = 6;
const MAX_REPETITION = 0.65;
/** Mask pixels of a line that are read: the first 300 (4 inches) are as informative as the whole line. */
const MAX_LINE_LENGTH = 300;

/** The direction of lines in degrees: across the page or down it, read from either end. */
export type LineAxis = 0 | 90;

export interface Probe {
  /** Clockwise rotation, in degrees, that makes the page upright. */
  readonly rotation: Rotation;
  /** Whether its lines are columns of Japanese, which run from top to bottom on the upright page. */
  readonly inColumns: boolean;
  /** Null if the lines that were read are not sufficient to identify it. */
  readonly language: Language | null;
  /** The text that was read, one text line per line. */
  readonly text: string;
  /** False: no orientation was convincing; `rotation` is 0. */
  readonly confident: boolean;
  /** Mean confidence of the lines that were read, 0 to 100. */
  readonly confidence: number;
}

interface View {
  readonly image: RasterImage;
  readonly mask: InkMask;
  /** The longest. */
  readonly lines: readonly TextLine[];
  /** Ink of all lines, and as a part of all ink. */
  readonly ink: number;
  readonly inkShare: number;
}

/** The reading of the lines if the page is rotated by `rotation`. */
interface Orientation {
  readonly rotation: Rotation;
  readonly engine: LineEngine;
  readonly reader: LineReader;
  readonly reading: Reading;
  /** See `weightOf`. */
  readonly weight: number;
}

/**
 * @param image the page in grey, deskewed
 * @param mask the ink mask of the image
 * @param dpi pixels per inch of the image
 * @param axes along which the lines may run, the likelier first: 0 across the page, 90 down it
 * @param among candidate languages, not empty
 * @param prior language of an earlier page of the file: tried first
 * @param thorough whether more lines are read, also where the first show nothing
 */
export async function probePage(
  image: RasterImage,
  mask: InkMask,
  dpi: number,
  axes: readonly LineAxis[],
  among: readonly Language[],
  prior: Language | undefined,
  thorough = false,
): Promise<Probe> {
  const orientations: Orientation[] = [];
  let likelier: View | undefined;
  for (const quarter of axes) {
    const count = thorough ? MAX_LINES_THOROUGH : MAX_LINES;
    const view = quarter === 0 ? viewOf(image, mask, count) : await viewRotated(image, dpi, count);
    for (const engine of enginesToTry(among, prior)) {
      const weight = weightOf(view, likelier, engine);
      for (const half of [0, 180] as const) {
        // 0, 90, 180 or 270.
        const rotation = (quarter + half) as Rotation;
        const most = thorough && weight === 1 ? MAX_LINES_THOROUGH : MAX_LINES_READ;
        const { reader, reading } = await readOrientation(view, half === 180, engine, { most, thorough });
        const orientation = { rotation, engine, reader, reading, weight };
        if (isConfident(orientation)) return toProbe(orientation, among);
        orientations.push(orientation);
      }
    }
    likelier = view;
  }
  const best = bestOf(orientations);
  return best === null
    ? { rotation: 0, inColumns: false, language: null, text: '', confident: false, confidence: 0 }
    : toProbe(best, among);
}

async function toProbe({ rotation, engine, reader, reading }: Orientation, among: readonly Language[]): Promise<Probe> {
  const { confidence } = reading;
  if (engine === 'ja-vertical')
    // Its lines are columns that are rotated by 90° anticlockwise. 0, 90, 180 or 270.
    return {
      rotation: ((rotation + 90) % 360) as Rotation,
      inColumns: true,
      language: 'ja',
      text: reading.text,
      confident: true,
      confidence,
    };
  const identified = await identifyLanguage(reader, engine, among);
  return { rotation, inColumns: false, ...identified, confident: true, confidence };
}

/**
 * 1, or less where the lines along the axis of a view have little of the ink along the likelier axis; 0 for Japanese where they
 * are not those of a page in it.
 */
function weightOf({ ink, inkShare }: View, likelier: View | undefined, engine: LineEngine): number {
  if (readsJapanese(engine) && inkShare < MIN_JAPANESE_INK) return 0;
  const enough = MIN_INK_SHARE * (likelier?.ink ?? 0);
  return ink >= enough ? 1 : ink / enough;
}

/** @param count  of the lines that are kept */
function viewOf(image: RasterImage, mask: InkMask, count: number): View {
  const components = findInkComponents(mask);
  const lines = selectTextLines(components);
  const ink = inkOf(lines);
  return {
    image,
    mask,
    lines: mostTelling(lines, image, mask, count),
    ink,
    inkShare: ink / Math.max(1, inkOf(components)),
  };
}

/**
 * So many lines: the longest first; after them those that part the text of a table or a receipt: rules, which are lower than text,
 * and rows of one sign, of which the engines make letters and kana.
 */
function mostTelling(lines: readonly TextLine[], image: RasterImage, mask: InkMask, count: number): TextLine[] {
  const least = MIN_HEIGHT_SHARE * medianHeight(lines);
  const [text, rules]: [TextLine[], TextLine[]] = [[], []];
  for (const line of longestFirst(lines)) {
    if (text.length === count) break;
    const isRule =
      line.bottom - line.top < least || (isLong(line) && repetitionOf(cropLine(image, mask, line)) > MAX_REPETITION);
    (isRule ? rules : text).push(line);
  }
  return [...text, ...rules].slice(0, count);
}

const isLong = ({ left, top, right, bottom }: TextLine): boolean => right - left >= RULE_WIDTH * (bottom - top);

async function viewRotated(image: RasterImage, dpi: number, count: number): Promise<View> {
  const rotated = await uprightPage(image, 90, 0);
  return viewOf(rotated, findInk(rotated, dpi), count);
}

/** Any engine of a Latin language can read the letters of all Latin languages; Japanese needs its own engine. */
function enginesToTry(among: readonly Language[], prior: Language | undefined): LineEngine[] {
  const latin = among.filter((language) => language !== 'ja');
  const [first] = latin;
  const expected = latin.find((language) => language === prior) ?? latin.find((language) => language === 'en') ?? first;
  const tried: LineEngine[] = expected === undefined ? [] : [expected];
  if (!among.includes('ja')) return tried;
  return prior === 'ja' ? ['ja', 'ja-vertical', ...tried] : [...tried, 'ja', 'ja-vertical'];
}

/** @param limits  `most`: lines that are read; `thorough`: also where the first show nothing */
async function readOrientation(
  view: View,
  upsideDown: boolean,
  engine: LineEngine,
  { most, thorough }: { readonly most: number; readonly thorough: boolean },
): Promise<Pick<Orientation, 'reader' | 'reading'>> {
  const crops = view.lines.map((line) =>
    cropLine(view.image, view.mask, { ...line, right: Math.min(line.right, line.left + MAX_LINE_LENGTH) }),
  );
  const reader = new LineReader(upsideDown ? crops.map(rotate180) : crops);
  // One line alone may be a web address or a slanted heading: it can confirm an orientation, but not rule it out.
  const reading = await reader.read(
    engine,
    (read) =>
      read.lines.length >= most ||
      isConvincing(engine, read, MIN_CONFIDENCE_FEW, FEW_CHARACTERS) ||
      (!thorough && read.characters >= ABANDON_FROM && read.lines.length >= 2 && read.lines.every(isUnread)),
  );
  return { reader, reading };
}

const isUnread = ({ confidence }: RecognisedLine): boolean => confidence < ABANDON_BELOW;

function isConfident({ engine, reading, weight }: Orientation): boolean {
  return (
    weight === 1 &&
    (isConvincing(engine, reading, MIN_CONFIDENCE_FEW, FEW_CHARACTERS) ||
      isConvincing(engine, reading, MIN_CONFIDENCE_MANY, MANY_CHARACTERS))
  );
}

function isConvincing(
  engine: LineEngine,
  { text, confidence, characters }: Reading,
  minConfidence: number,
  minCharacters: number,
): boolean {
  // The Japanese engine reads Latin letters well enough: a confident reading that is not Japanese belongs to another
  // language.
  if (readsJapanese(engine)) return confidence >= MIN_CONFIDENCE_JAPANESE && showsJapanese(text);
  return confidence >= minConfidence && characters >= minCharacters;
}

const showsJapanese = (text: string): boolean => isJapanese(text) && distinctJapanese(text) >= MIN_DISTINCT_JAPANESE;

/** The best of the orientations, none of which is convincing; null if its score or its lead is too small. */
function bestOf(orientations: readonly Orientation[]): Orientation | null {
  const score = ({ engine, reading, weight }: Orientation) =>
    readsJapanese(engine) && !showsJapanese(reading.text)
      ? 0
      : weight * reading.confidence * Math.min(1, reading.characters / FULL_SCORE_CHARACTERS);
  const [first, ...others] = orientations.toSorted((a, b) => score(b) - score(a));
  if (first === undefined || score(first) < (readsJapanese(first.engine) ? MIN_SCORE_JAPANESE : MIN_SCORE)) return null;
  const next = others.find((orientation) => orientation.rotation !== first.rotation);
  return next === undefined || score(first) - score(next) >= MIN_LEAD ? first : null;
}

/** Longest first. Lines longer than the part that is read count as equally long and are sorted by letter height. */
function longestFirst(lines: readonly TextLine[]): TextLine[] {
  const score = (line: TextLine) => Math.min(line.right - line.left, MAX_LINE_LENGTH) + (line.bottom - line.top) / 100;
  return lines.toSorted((a, b) => score(b) - score(a));
}
