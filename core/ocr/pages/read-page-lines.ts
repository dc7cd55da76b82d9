/** Reads the lines of a page: turns it upright, finds its language, and reads again what a first reading left or read poorly. */
import { scoreLanguages } from '../languages/detect-language.ts';
import { LANGUAGES, type Language } from '../languages/languages.ts';
import { uprightPage } from '../layout/deskew-page.ts';
import { findInkComponents, selectTextLines, textHeight } from '../layout/find-text-lines.ts';
import { findInk, transpose, type InkMask, type PageInk } from '../layout/ink-mask.ts';
import { hasTooManyCells } from '../layout/page-layout.ts';
import { withoutColumnsOfSigns } from '../lines/left-out/columns-of-signs.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { isInUnreadScript } from '../lines/unread-script.ts';
import type { RasterImage } from '../raster-image.ts';
import { textOf } from '../read-words.ts';
import { languageOfWords } from './find-page-language.ts';
import { FINE_DPI, orientPage, type OrientedPage } from './orient-page.ts';
import type { PageImage } from './page-image.ts';
import { renderAt, type Orientation, type PageSource } from './page-source.ts';
import { readColumns } from './read-columns.ts';
import { maxLengthOf, readPoorLinesAgain, readPoorPageAgain, readUprightPage } from './read-upright-page.ts';
import { readLoneNumbers } from './unread/read-lone-numbers.ts';
import { readUnderColour } from './unread/read-under-colour.ts';
import { readUnreadInk, type Languages, type UnreadReading } from './unread/read-unread-ink.ts';

export interface RecognisePageOptions {
  /** Languages that the caller has chosen; empty: all languages, detected. */
  readonly languages: readonly Language[];
  /** Language of an earlier page of the same file: a hint, which the text of the page overrides. */
  readonly priorLanguage?: Language;
}

/** Pixels per inch for what was read poorly: the layout analysis finds more of its lines, and of tables. */
const FINEST_DPI = 300;
/** Text height in points, from ascender to descender, below which print counts as small. */
const SMALL_PRINT_POINTS = 8.6;

/** The lines of a page with the image that they were read on, to which their boxes refer. */
export interface PageLines extends UnreadReading {
  readonly page: PageImage;
  readonly mask: PageInk;
  readonly orientation: Orientation;
  readonly language: Language | null;
  readonly unreadScript: boolean;
  /** Pixels per inch of a photograph by its print: those stated are a guess. Absent for a page without a background. */
  readonly printDpi?: number;
  /** Whether its lines can be told apart into print and handwriting. */
  readonly mayBeHandwritten: boolean;
}

/**
 * Reads the lines of a page.
 * @returns null for a page without ink that may be text
 * @throws Error as `recognisePage`
 */
export async function readPageLines(page: PageSource, options: RecognisePageOptions): Promise<PageLines | null> {
  const oriented = await orientPage(page, languagesOf(options), options.priorLanguage);
  return oriented === null ? null : readOrientedPage(oriented, options);
}

async function readOrientedPage(
  { seen: { source, rendered, skew }, straight, straightInk, probe }: OrientedPage,
  options: RecognisePageOptions,
): Promise<PageLines> {
  const among = languagesOf(options);
  const languages = languagesToRead(probe.text, probe.language, among, options.priorLanguage);
  const { rotation, confident } = probe;
  const coarse: PageImage = { image: await uprightPage(straight, rotation, 0), dpi: rendered.dpi };
  const finer = async (wanted: number): Promise<PageImage> => {
    const finerPage = await renderAt(source, wanted, { rotation, skew });
    return finerPage.dpi > coarse.dpi ? finerPage : coarse;
  };
  const finest = onlyOnce(() => finer(FINEST_DPI));
  const uprightInk = rotation % 180 === 0 ? straightInk : transpose(straightInk);
  const needsFine = needsFinerImage(uprightInk, languages);
  const first = needsFine ? await finer(FINE_DPI) : coarse;
  const withoutTables = hasTooManyCells(uprightInk);
  const choice = { languages, among, identified: probe.language, confident, withoutTables };
  const { page, reading: attempt } = probe.inColumns
    ? { page: first, reading: await readColumns(first) }
    : await readPoorPageAgain({ page: first, reading: await readUprightPage(first, choice) }, finest, choice);
  // Lines that are found need no more pixels than the upload has.
  const enough = Math.min(FINEST_DPI, source.ownDpi ?? FINEST_DPI);
  const finerLines = async () => (page.dpi >= enough ? page : finer(enough));
  const reading = await readPoorLinesAgain(attempt, page, finerLines, {
    among,
    maxLength: maxLengthOf(choice),
  });
  const mask = page.image === straight ? straightInk : findInk(page.image, page.dpi);
  const used = { languages: reading.languages, among };
  const lying = probe.inColumns ? reading.lines : withoutColumnsOfSigns(reading.lines);
  const withoutColour = async () => (await source.renderWithoutColour?.(page.dpi, { rotation, skew })) ?? null;
  const all = await readWhatIsLeft(lying, page, mask, used, { finest, withoutColour });
  const unreadScript = isInUnreadScript(probe.confidence, mask, reading.lines);
  const language = unreadScript ? null : languageOfWords(textOfLines(all.lines), reading.language, among);
  // The model of text kinds has learnt from Latin script.
  const mayBeHandwritten = !unreadScript && language !== 'ja';
  return { ...all, page, mask, orientation: { rotation, skew }, language, unreadScript, mayBeHandwritten };
}

interface OtherImages {
  readonly finest: () => Promise<PageImage>;
  /** Null if it is the same. */
  readonly withoutColour: () => Promise<RasterImage | null>;
}

/** Reads the ink that no word covers: lines, text under colour, and single numbers. */
async function readWhatIsLeft(
  lines: readonly LineReading[],
  page: PageImage,
  mask: PageInk,
  used: Languages,
  { finest, withoutColour }: OtherImages,
): Promise<UnreadReading> {
  const withInk = await readUnreadInk(lines, page, mask, finest, used);
  const withColour = await readUnderColour(withInk, page, mask, used, withoutColour);
  return readLoneNumbers(withColour, page, mask, used.languages);
}

const textOfLines = (lines: readonly LineReading[]): string => textOf(lines.flatMap(({ words }) => words));

/** Calls a function at the first use of its result. */
function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** The languages that a page may be in. */
export const languagesOf = ({ languages }: RecognisePageOptions): readonly Language[] =>
  languages.length > 0 ? languages : LANGUAGES;

/** The languages to load for a page: two if the probe found many words of both, otherwise one. */
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
  const height = textHeight(selectTextLines(findInkComponents(ink)));
  return languages.includes('ja') || (height > 0 && height < SMALL_PRINT_POINTS);
}
