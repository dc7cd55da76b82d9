/**
 * OCR of a page without a usable text layer: detects and corrects its rotation and skew, detects its language,
 * recognises its words.
 */
import { LANGUAGES, type Language } from '../languages/languages.ts';
import type { Rotation } from '../rotation.ts';
import { uprightPage } from '../layout/deskew-page.ts';
import { scoreLanguages } from '../languages/detect-language.ts';
import { findInkComponents, selectTextLines, textHeight } from '../layout/find-text-lines.ts';
import { findInk, transpose, type InkMask, type PageInk } from '../layout/ink-mask.ts';
import { isRowOfOneSign } from '../layout/repeated-sign.ts';
import { installedLineReader } from '../ppocr/installed-reader.ts';
import { wordsOfPage } from '../handwriting/choose-words.ts';
import { markHandwriting } from '../handwriting/mark-handwriting.ts';
import { readHandwrittenPage } from '../handwriting/read-handwritten-page.ts';
import type { PageReader } from '../ppocr/page-reader.ts';
import { joinJapanese } from '../lines/join-japanese.ts';
import { FINE_DPI, orientPage, type OrientedPage } from './orient-page.ts';
import { languageOfWords } from './find-page-language.ts';
import type { PageImage } from './page-image.ts';
import { renderAt, type Orientation, type PageSource } from './page-source.ts';
import { readColumns } from './read-columns.ts';
import { readLoneNumbers } from './read-lone-numbers.ts';
import { readUnderColour } from './read-under-colour.ts';
import { readUnreadInk, unreadInkOf, type UnreadReading } from './read-unread-ink.ts';
import { readUnreadPrint } from './read-unread-print.ts';
import { POOR_PAGE_BELOW, readPoorLinesAgain, readPoorPageAgain, readUprightPage } from './read-upright-page.ts';
import { showsBackground, withoutBackground } from '../lines/background.ts';
import { withoutColumnsOfSigns } from '../lines/columns-of-signs.ts';
import { withoutOrnaments } from '../lines/ornaments.ts';
import { isPictureWithoutText } from '../lines/picture-without-text.ts';
import { dpiByPrint } from '../lines/print-size.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { isInUnreadScript } from '../lines/unread-script.ts';
import { withoutUnsureLines } from '../lines/unsure-lines.ts';
import { meanConfidence, textOf, type PageWord, type RecognisedWord } from '../read-words.ts';

export interface RecognisePageOptions {
  /** Languages that the caller has chosen; empty: all languages, detected. */
  readonly languages: readonly Language[];
  /** Language of an earlier page of the same file: a hint, which the text of the page overrides. */
  readonly priorLanguage?: Language;
}

export interface RecognisedPage {
  /** Size of the upright page in pixels at the dpi of the source. The boxes of the words refer to it. */
  readonly width: number;
  readonly height: number;
  readonly rotation: Rotation;
  readonly skew: number;
  readonly language: Language | null;
  readonly words: PageWord[];
  readonly text_source: 'ocr' | 'none';
  /** Part of the page's ink that no word covers, 0 to 1, without specks and rules; of a picture, all. */
  readonly unreadInk: number;
  /** Whether the page seems to have lines of text in a script that no engine reads. */
  readonly unreadScript: boolean;
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
 * @returns the words in reading order with boxes on the upright page; `text_source` is `none` for a page without words
 * @throws TemporarilyUnavailableError if the installed reader cannot be opened now; Error if the engine or its language
 *   data cannot be loaded
 */
export async function recognisePage(source: PageSource, options: RecognisePageOptions): Promise<RecognisedPage> {
  const found = await readPageLines(source, options);
  if (found === null) return emptyPage(source);
  const read = withoutDrawings(await onSheets(source, found));
  const isPoor = isReadPoorly(read);
  const reader = read.mayBeHandwritten || isPoor ? await installedLineReader() : null;
  const lines = isPhotograph(source, found) ? [] : await withKinds(read, reader, languagesOf(options));
  if (reader !== null && isPoor && !lines.some(({ words }) => words.some((word) => word.handwritten))) {
    const written = await readByHand(source, read, reader, languagesOf(options));
    if (written !== null) return toPage(source, written, true);
  }
  // Their ink counts as read.
  const { rows = [], others = [] } = Object.groupBy(lines, (line) =>
    isRowOfOneSign(read.page.image, line) ? 'rows' : 'others',
  );
  const kept = withoutUnsureLines(others);
  const isSame = lines === read.lines && kept === others;
  const unread = isSame ? read.unread : unreadInkOf(read.mask, [...kept, ...rows]);
  return toPage(source, { ...read, lines: kept, unread }, read.mayBeHandwritten);
}

/** What was read on the sheets of a photograph, without what was read beside them. */
async function onSheets(source: PageSource, found: PageLines): Promise<PageLines> {
  if (source.findSheets === undefined || !showsBackground(found, found.mask)) return found;
  const read = withoutBackground(found, found.mask, await source.findSheets(found.page.image));
  return { ...read, unread: unreadInkOf(read.mask, read.lines), printDpi: dpiByPrint(read.page.dpi, read.lines) };
}

/** What was read, without ornaments; of Japanese and of scripts that are not read, all. */
function withoutDrawings(read: PageLines): PageLines {
  if (!read.mayBeHandwritten) return read;
  const kept = withoutOrnaments(read, read.page.image);
  return kept === read ? read : { ...kept, unread: unreadInkOf(read.mask, kept.lines) };
}

/** Whether a page is a photograph without text. One in which a sheet of paper was found is a document. */
const isPhotograph = ({ paper }: PageSource, { lines, unconvincing }: PageLines): boolean =>
  paper === undefined && isPictureWithoutText([...lines, ...unconvincing]);

/**
 * Tells print and handwriting apart, and reads with the reader, where it is installed, what could not be read. The same lines
 * where they cannot be told apart.
 */
async function withKinds(
  read: PageLines,
  reader: PageReader | null,
  among: readonly Language[],
): Promise<readonly LineReading[]> {
  if (!read.mayBeHandwritten) return read.lines;
  const choose = wordsOfPage(among, read.language);
  // Of letters that seem to be a centimetre high, the model makes handwriting.
  const page = { ...read.page, dpi: read.printDpi ?? read.page.dpi };
  const marked = await markHandwriting(page, read.lines, read.unconvincing, reader, choose);
  return reader === null ? marked : readUnreadPrint(read.page, marked, read.unconvincing, reader);
}

/** Whether the recogniser of print is not sure, and has found no language, or Japanese in strokes that are none. */
const isReadPoorly = ({ language, lines }: PageLines): boolean =>
  (language === null || language === 'ja') && meanConfidence(lines.flatMap(({ words }) => words)) < POOR_PAGE_BELOW;

/**
 * The page as one that is written by hand throughout, upright as it was read or as it is viewed; null if it is not. Where
 * print and handwriting could be told apart, no handwriting was found: then the rotation may be wrong, and nothing else.
 */
async function readByHand(
  source: PageSource,
  read: PageLines,
  reader: PageReader,
  among: readonly Language[],
): Promise<PageLines | null> {
  const viewed = { rotation: 0, skew: 0 } as const;
  const pages = [
    ...(read.mayBeHandwritten ? [] : [{ page: read.page, orientation: read.orientation }]),
    ...(read.orientation.rotation === 0
      ? []
      : [{ page: await renderAt(source, read.page.dpi, viewed), orientation: viewed }]),
  ];
  for (const { page, orientation } of pages) {
    const written = await readHandwrittenPage(page, reader, among);
    if (written === null) continue;
    const mask = page === read.page ? read.mask : findInk(page.image, page.dpi);
    const unread = unreadInkOf(mask, written.lines);
    return { ...read, ...written, page, orientation, mask, unread, unreadScript: false };
  }
  return null;
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
  const needsFine = needsFinerImage(rotation % 180 === 0 ? straightInk : transpose(straightInk), languages);
  const first = needsFine ? await finer(FINE_DPI) : coarse;
  const choice = { languages, among, identified: probe.language, confident };
  const { page, reading: attempt } = probe.inColumns
    ? { page: first, reading: await readColumns(first) }
    : await readPoorPageAgain({ page: first, reading: await readUprightPage(first, choice) }, finest, choice);
  // Lines that are found need no more pixels than the upload has.
  const enough = Math.min(FINEST_DPI, source.ownDpi ?? FINEST_DPI);
  const finerLines = async () => (page.dpi >= enough ? page : finer(enough));
  const reading = await readPoorLinesAgain(attempt, page, finerLines, among);
  const mask = page.image === straight ? straightInk : findInk(page.image, page.dpi);
  const used = { languages: reading.languages, among };
  const lying = probe.inColumns ? reading.lines : withoutColumnsOfSigns(reading.lines);
  const withInk = await readUnreadInk(lying, page, mask, finest, used);
  const withColour = await readUnderColour(
    withInk,
    page,
    mask,
    used,
    async () => (await source.renderWithoutColour?.(page.dpi, { rotation, skew })) ?? null,
  );
  const all = await readLoneNumbers(withColour, page, mask, used.languages);
  const unreadScript = isInUnreadScript(probe.confidence, mask, reading.lines);
  const language = unreadScript ? null : languageOfWords(textOfLines(all.lines), reading.language, among);
  // The model of text kinds has learnt from Latin script.
  const mayBeHandwritten = !unreadScript && language !== 'ja';
  return { ...all, page, mask, orientation: { rotation, skew }, language, unreadScript, mayBeHandwritten };
}

const textOfLines = (lines: readonly LineReading[]): string => textOf(lines.flatMap(({ words }) => words));

/** Calls a function at the first use of its result. */
function onlyOnce<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= work());
}

/** The languages that a page may be in. */
const languagesOf = ({ languages }: RecognisePageOptions): readonly Language[] =>
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

function emptyPage(source: PageSource): RecognisedPage {
  return {
    width: source.widthPx,
    height: source.heightPx,
    rotation: 0,
    skew: 0,
    language: null,
    words: [],
    text_source: 'none',
    unreadInk: 0,
    unreadScript: false,
  };
}

function toPage(
  source: PageSource,
  { page: { image }, orientation: { rotation, skew }, language, lines, unread, unreadScript }: PageLines,
  kindsKnown: boolean,
): RecognisedPage {
  const sideways = rotation === 90 || rotation === 270;
  const width = sideways ? source.heightPx : source.widthPx;
  const height = sideways ? source.widthPx : source.heightPx;
  const recognised = lines.flatMap((line) => line.words);
  const words = toPageWords(
    language === 'ja' ? joinJapanese(recognised) : recognised,
    { width, height, x: width / image.width, y: height / image.height },
    kindsKnown,
  );
  return {
    width,
    height,
    rotation,
    skew,
    language: words.some(({ text }) => text !== '') ? language : null,
    words,
    text_source: words.length === 0 ? 'none' : 'ocr',
    unreadInk: Math.round(unread.share * 1e4) / 1e4,
    unreadScript,
  };
}

/**
 * Converts the boxes to pixels of the page and renumbers lines and blocks, because those without text (pictures) are
 * left out.
 */
function toPageWords(
  recognised: readonly RecognisedWord[],
  page: { width: number; height: number; x: number; y: number },
  kindsKnown: boolean,
): PageWord[] {
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
      ...(kindsKnown ? { kind: word.handwritten === true ? ('handwritten' as const) : ('printed' as const) } : {}),
      entropy: Math.round(word.entropy * 1e4) / 1e4,
      line: renumber(lines, word.line),
      block: renumber(blocks, word.block),
    };
  });
}
