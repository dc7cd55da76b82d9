/** Reads an upright page: with the language that its text shows, and its poor lines again on a finer image. */
import { detectLanguage, isJapanese, scoreLanguages } from '../languages/detect-language.ts';
import type { Language } from '../languages/languages.ts';
import type { LineSegment } from '../layout/page-layout.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { countCharacters, meanConfidence, textOf } from '../read-words.ts';
import { recognise, recogniseSegments, type Recognition } from '../tesseract-engine.ts';
import { findPageLanguage, surelyShown } from './find-page-language.ts';
import type { PageImage } from './page-image.ts';
import { readPartsInOtherLanguages } from './read-other-languages.ts';
import { isConvincing, mergeLines } from './unread/read-unread-ink.ts';
import { inverse, scaleBetween, scaleLine, scaleSegment } from './scale-lines.ts';

/**
 * Limit on the length of the lines that are read, in multiples of their height: a full page of small print has 4,000,
 * a picture full of noise has any number.
 */
const MAX_LENGTH = 30_000;
/** The same limit for a page without a convincing line, which is most likely a picture. */
const MAX_LENGTH_UNCONVINCING = 8000;
/** Confidence (0 to 100) of a page below which its script may be another one. */
const OTHER_SCRIPT_BELOW = 50;
/** Confidence from which it is Japanese: its engine reads characters in any drawing, but with less confidence. */
const MIN_JAPANESE = 60;
/** The lines, the longest of the page, that are read to see whether it may be, and the confidence that they must reach. */
const JAPANESE_SAMPLE = 8;
const MIN_JAPANESE_SAMPLE = 40;
/** Points of confidence by which the engine of the language that the words surely show may be less sure than the first one. */
const MAX_LOSS = 3;
/** Confidence (0 to 100) of a line below which it is read again on a finer image. */
const POOR_BELOW = 85;
/** Part of the page's characters in poor lines from which that is worth the time. */
const MIN_POOR_SHARE = 0.2;
/** The same part from which the whole page is laid out again: lines that were lost or joined come with poor ones. */
const POOR_PAGE_SHARE = 0.25;
/** Confidence (0 to 100) of a page below which it is not laid out again: a picture, or a script that no engine reads. */
const UNREADABLE_BELOW = 35;
/** Confidence (0 to 100) of a page below which its words do not show its language: it may be written by hand. */
export const POOR_PAGE_BELOW = 80;

/** Score of another language (see `scoreLanguages`) from which the page may contain it, and its part of the first's. */
const MIN_OTHER_SCORE = 4;
const MIN_OTHER_SHARE = 0.15;
const MAX_OTHERS = 2;
export interface LanguageChoice {
  /** The languages to read, the expected one first. */
  readonly languages: readonly Language[];
  /** Candidates if the text of the page shows another language. */
  readonly among: readonly Language[];
  /** The language that the probe has identified; null if none. */
  readonly identified: Language | null;
  /** Whether the probe has found lines that it could read. */
  readonly confident: boolean;
  /** Whether tables are not searched for, as in a page of very many cells. */
  readonly withoutTables?: boolean;
}

export interface PageReading {
  /** In reading order. */
  readonly lines: readonly LineReading[];
  /** The languages that the lines were read in. */
  readonly languages: readonly Language[];
  /** Null if the text does not show it. */
  readonly language: Language | null;
}

/**
 * Reads a page, and again where its text shows that another language or script would have been right.
 * @param known lines that need not be read again in these languages, with boxes on this image
 * @throws Error if the engine or its language data cannot be loaded
 */
export async function readUprightPage(
  page: PageImage,
  choice: LanguageChoice,
  known: readonly LineReading[] = [],
): Promise<PageReading> {
  const { languages, among, identified } = choice;
  const maxLength = maxLengthOf(choice);
  const first = await readWith(page, languages, choice, known);
  const mayBeOther = first.confidence < OTHER_SCRIPT_BELOW && among.includes('ja') && !languages.includes('ja');
  if (mayBeOther && (await mayBeJapanese(page, first.lines))) {
    const japanese = await readWith(page, ['ja'], choice);
    if (japanese.confidence >= MIN_JAPANESE && isJapanese(textOf(japanese.words)))
      return { lines: japanese.lines, languages: ['ja'], language: 'ja' };
  }
  if (languages.includes('ja'))
    return readOtherParts({ lines: first.lines, languages, language: identified }, page, among, maxLength);
  // The words of a page say more than the few lines by which the probe has identified its language.
  const sure = surelyShown(textOf(first.words), among);
  const found = sure ?? (await findPageLanguage(page, first, choice));
  if (found === null || found === 'ja' || languages.includes(found))
    return readOtherParts(
      { lines: first.lines, languages, language: sure ?? identified ?? found },
      page,
      among,
      maxLength,
    );
  const again = await recogniseSegments(
    page.image,
    [found],
    first.lines.map(({ segment }) => segment),
    { dpi: page.dpi, maxLength },
  );
  const best =
    again.confidence > first.confidence - (sure === found ? MAX_LOSS : 0)
      ? { lines: again.lines, languages: [found], language: found }
      : { lines: first.lines, languages, language: sure ?? identified ?? languages[0] ?? null };
  return readOtherParts(best, page, among, maxLength);
}

/** Whether the longest lines of a page look Japanese to the Japanese engine: laying it out for it takes seconds. */
async function mayBeJapanese({ image, dpi }: PageImage, lines: readonly LineReading[]): Promise<boolean> {
  const lengthOfBox = ({ box }: LineSegment) => (box.right - box.left) / Math.max(1, box.bottom - box.top);
  const longest = lines
    .map(({ segment }) => segment)
    .sort((a, b) => lengthOfBox(b) - lengthOfBox(a))
    .slice(0, JAPANESE_SAMPLE);
  const { words, confidence } = await recogniseSegments(image, ['ja'], longest, { dpi });
  return confidence >= MIN_JAPANESE_SAMPLE && isJapanese(textOf(words));
}

/** Reads the parts of a page that are in another language than the rest. */
async function readOtherParts(
  reading: PageReading,
  page: PageImage,
  among: readonly Language[],
  maxLength: number,
): Promise<PageReading> {
  return { ...reading, lines: await readPartsInOtherLanguages(reading, page, among, maxLength) };
}

/** Limit on the length of the lines of a page that are read at once, in multiples of their height. */
export const maxLengthOf = ({ confident }: Pick<LanguageChoice, 'confident'>): number =>
  confident ? MAX_LENGTH : MAX_LENGTH_UNCONVINCING;

const readWith = (
  page: PageImage,
  languages: readonly Language[],
  { withoutTables = false, ...choice }: LanguageChoice,
  known: readonly LineReading[] = [],
): Promise<Recognition> =>
  recognise(page.image, languages, {
    known,
    dpi: page.dpi,
    segmentation: 'page',
    alternatives: true,
    withoutTables,
    maxLength: maxLengthOf(choice),
  });

/** A reading with the image that it was read on, to which the boxes of its lines refer. */
export interface ReadPage {
  readonly page: PageImage;
  readonly reading: PageReading;
}

/**
 * Reads a page again on its finest image, from the layout on, if a considerable part of it was read poorly. Lines that
 * were read well and are found again are not read again. Keeps the more confident reading of the page, with the convincing
 * lines that only the first one has.
 * @param finest returns the page in its highest resolution
 * @throws Error as readUprightPage
 */
export async function readPoorPageAgain(
  first: ReadPage,
  finest: () => Promise<PageImage>,
  choice: LanguageChoice,
): Promise<ReadPage> {
  const { lines, languages } = first.reading;
  if (lengthOf(lines.filter(isPoor)) <= POOR_PAGE_SHARE * lengthOf(lines)) return first;
  if (confidenceOf(first.reading) < UNREADABLE_BELOW) return first;
  const page = await finest();
  if (page.image.width <= first.page.image.width) return first;
  const scale = scaleBetween(first.page.image, page.image);
  const known = lines.filter((line) => !isPoor(line)).map((line) => scaleLine(line, scale));
  const reading = await readUprightPage(page, { ...choice, languages }, known);
  if (confidenceOf(reading) <= confidenceOf(first.reading)) return first;
  // The other layout may have lost lines that were read before.
  const before = lines.filter(isConvincing).map((line) => scaleLine(line, scale));
  return { page, reading: { ...reading, lines: mergeLines(reading.lines, before, page.image, () => false) } };
}

const isPoor = (line: LineReading): boolean => lineConfidence(line) < POOR_BELOW;
const confidenceOf = ({ lines }: PageReading): number => meanConfidence(lines.flatMap(({ words }) => words));

/**
 * Reads the poor lines of a page again, if they are more than a few, on a finer image and with the other languages of
 * the page, and keeps the more confident reading of each. Where only the finer image shows the language of the page,
 * or shows that it is another one, they are read in that too.
 * @param page the image of the first attempt, to which the boxes of the lines refer
 * @param finest returns the page in its highest resolution
 * @param among candidate languages
 * @param maxLength limit on the work of each reading, as for `recognise`
 */
export async function readPoorLinesAgain(
  reading: PageReading,
  page: PageImage,
  finest: () => Promise<PageImage>,
  { among, maxLength }: { readonly among: readonly Language[]; readonly maxLength: number },
): Promise<PageReading> {
  const { lines, languages } = reading;
  const poor = lines.filter(isPoor);
  if (lengthOf(poor) <= MIN_POOR_SHARE * lengthOf(lines)) return reading;
  const others = otherLanguages(lines, languages, among);
  const finer = await finest();
  if (finer.image.width <= page.image.width && others.length === 0) return reading;
  const scale = scaleBetween(page.image, finer.image);
  const segments = poor.map(({ segment }) => segment);
  const scaled = segments.map((segment) => scaleSegment(segment, scale));
  /** The lines, of the poor ones the reading in these languages where it is surer. */
  const readAgain = async (before: readonly LineReading[], some: readonly Language[]): Promise<LineReading[]> => {
    const { lines: again } = await recogniseSegments(finer.image, some, scaled, { dpi: finer.dpi, maxLength });
    const readings = new Map(segments.map((segment, at) => [segment, again[at]]));
    return before.map((line) => {
      const other = readings.get(line.segment);
      return other !== undefined && lineConfidence(other) > lineConfidence(line)
        ? { ...scaleLine(other, inverse(scale)), segment: line.segment }
        : line;
    });
  };
  const used = [...languages, ...others];
  // On the same image these languages would read what they have read.
  const read = { ...reading, lines: await readAgain(lines, finer.image === page.image ? others : used) };
  const text = textOf(read.lines.flatMap(({ words }) => words));
  const shown = reading.language === null ? detectLanguage(text, among) : surelyShown(text, among);
  if (shown === null || shown === 'ja' || shown === reading.language) return read;
  const inShown = used.includes(shown) ? read : { ...read, lines: await readAgain(read.lines, [shown]) };
  return confidenceOf(inShown) < POOR_PAGE_BELOW
    ? read
    : { ...inShown, languages: [...new Set([shown, ...languages])], language: shown };
}

/** The languages that a considerable part of the page's words belongs to, beside those that it was read in. */
function otherLanguages(
  lines: readonly LineReading[],
  languages: readonly Language[],
  among: readonly Language[],
): Language[] {
  if (languages.includes('ja')) return [];
  const scores = scoreLanguages(textOf(lines.flatMap(({ words }) => words)), among);
  const least = Math.max(MIN_OTHER_SCORE, MIN_OTHER_SHARE * (scores[0]?.score ?? 0));
  return scores
    .filter(({ language, score }) => score >= least && !languages.includes(language) && language !== 'ja')
    .slice(0, MAX_OTHERS)
    .map(({ language }) => language);
}

const lengthOf = (lines: readonly LineReading[]): number => countCharacters(lines.flatMap(({ words }) => words));
