/** OCR of a page without a usable text layer: reads its lines, and tells print, handwriting and drawings apart. */
import type { Language } from '../languages/languages.ts';
import type { Rotation } from '../rotation.ts';
import { findInk } from '../layout/ink-mask.ts';
import { isRowOfOneSign } from '../layout/repeated-sign.ts';
import { installedLineReader } from '../ppocr/installed-reader.ts';
import { wordsOfPage } from '../handwriting/choose-words.ts';
import { markHandwriting } from '../handwriting/mark-handwriting.ts';
import { readHandwrittenPage } from '../handwriting/read-handwritten-page.ts';
import type { PageReader } from '../ppocr/page-reader.ts';
import { joinJapanese } from '../lines/join-japanese.ts';
import { renderAt, type PageSource } from './page-source.ts';
import { languagesOf, readPageLines, type PageLines, type RecognisePageOptions } from './read-page-lines.ts';
import { unreadInkOf } from './unread/read-unread-ink.ts';
import { readUnreadPrint } from './unread/read-unread-print.ts';
import { POOR_PAGE_BELOW } from './read-upright-page.ts';
import { withoutBars } from '../lines/left-out/bars.ts';
import { showsBackground, withoutBackground } from '../lines/left-out/background.ts';
import { withoutOrnaments } from '../lines/left-out/ornaments.ts';
import { isPictureWithoutText } from '../lines/left-out/picture-without-text.ts';
import { dpiByPrint } from '../lines/print-size.ts';
import type { LineReading } from '../lines/read-lines.ts';
import { withoutUnsureLines } from '../lines/left-out/unsure-lines.ts';
import { meanConfidence, type PageWord, type RecognisedWord } from '../read-words.ts';

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
  return toPage(source, { ...read, lines: withoutBars(kept, read.page.image), unread }, read.mayBeHandwritten);
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
