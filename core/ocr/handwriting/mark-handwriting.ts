/**
 * Takes the guesses of the recogniser of print away from handwriting, and puts in their place what a reader of handwriting
 * reads, or words without text where none is installed.
 */
import { insertLines } from '../layout/insert-lines.ts';
import { unite } from '../layout/page-layout.ts';
import type { PageImage } from '../pages/page-image.ts';
import type { ChooseWords } from '../ppocr/line-reader.ts';
import type { PageReader } from '../ppocr/page-reader.ts';
import { readBoxes, readSlantedBoxes } from '../ppocr/read-boxes.ts';
import type { SlantedBox } from '../ppocr/slanted-box.ts';
import type { LineReading } from '../lines/read-lines.ts';
import type { RecognisedWord } from '../read-words.ts';
import { apartFrom } from './apart-lines.ts';
import { findHandwriting, type HandwrittenPiece } from './find-handwriting.ts';
import { handwrittenLine, unreadWord } from './handwritten-line.ts';
import { findWrittenLines, isWithin } from './written-lines.ts';

/**
 * @param page the image that the lines were read on, to which their boxes refer
 * @param lines the lines of the page, in reading order
 * @param unconvincing further lines that were found and could not be read as print
 * @param reader of handwriting; null: none is installed
 * @param choose the words that the reader prefers; absent: none
 * @returns the lines in reading order, with `handwritten` on each handwritten word; the same lines if there is none
 */
export async function markHandwriting(
  page: PageImage,
  lines: readonly LineReading[],
  unconvincing: readonly LineReading[],
  reader: PageReader | null,
  choose?: ChooseWords,
): Promise<readonly LineReading[]> {
  const further = apartFrom(lines, unconvincing);
  const all = [...lines, ...further];
  const pieces = findHandwriting(page, all);
  if (pieces.length === 0) return lines;
  const whole = reader === null ? NOTHING_FOUND : await readWholeLines(page, all, pieces, reader, choose);
  const rest = pieces.flatMap((piece) => withoutBoxesIn(piece, whole.boxes));
  const words = await wordsOfPieces(page, rest, reader, choose);
  const byLine = Map.groupBy(rest, ({ line }) => line);
  const guessed = new Set([...whole.guessed, ...pieces.flatMap((piece) => piece.guessed)]);
  const marked = (line: LineReading): LineReading => {
    const own = (byLine.get(line) ?? []).flatMap((piece) => words.get(piece) ?? []);
    if (own.length === 0 && !line.words.some((word) => guessed.has(word))) return line;
    return { ...line, words: [...line.words.filter((word) => !guessed.has(word)), ...own].sort((a, b) => a.x1 - b.x1) };
  };
  const found = further.filter((line) => byLine.has(line)).map(marked);
  // Lines that lost all words to whole ones would come between these in the reading order.
  const kept = lines.map(marked).filter((line) => line.words.length > 0 || whole.boxes.length === 0);
  return insertLines(kept, [...found.map(onlyHandwriting), ...whole.lines], page.image);
}

/** The handwritten lines that were found as a whole and could be read. */
interface WholeLines {
  readonly boxes: readonly SlantedBox[];
  readonly guessed: readonly RecognisedWord[];
  readonly lines: readonly LineReading[];
}

const NOTHING_FOUND: WholeLines = { boxes: [], guessed: [], lines: [] };

async function readWholeLines(
  { image }: PageImage,
  all: readonly LineReading[],
  pieces: readonly HandwrittenPiece[],
  reader: PageReader,
  choose: ChooseWords | undefined,
): Promise<WholeLines> {
  const written = findWrittenLines(await reader.findLines(image), all, pieces);
  const read = await readSlantedBoxes(
    reader,
    image,
    written.map(({ box }) => box),
    choose,
  );
  const whole = written.map((line, at) => ({ ...line, words: read[at] ?? [] })).filter(({ words }) => words.length > 0);
  return {
    boxes: whole.map(({ box }) => box),
    guessed: whole.flatMap(({ guessed }) => guessed),
    lines: whole.map(({ box, words }) => handwrittenLine(box, words)),
  };
}

/** What is left of a piece beside lines that were read as a whole; nothing if they cover it. */
function withoutBoxesIn(piece: HandwrittenPiece, whole: readonly SlantedBox[]): HandwrittenPiece[] {
  const boxes = piece.boxes.filter((box) => !whole.some((line) => isWithin(line, box)));
  return boxes.length === 0 ? [] : [{ ...piece, boxes }];
}

/** What was printed on a line that could not be read stays unread. */
const onlyHandwriting = (line: LineReading): LineReading => ({
  ...line,
  words: line.words.filter(({ handwritten }) => handwritten === true),
});

/** The words of each piece, as the reader reads them; those of the layout without text where it reads none. */
async function wordsOfPieces(
  { image }: PageImage,
  pieces: readonly HandwrittenPiece[],
  reader: PageReader | null,
  choose: ChooseWords | undefined,
): Promise<Map<HandwrittenPiece, RecognisedWord[]>> {
  const boxes = pieces.map((piece) => unite(piece.boxes));
  const read = reader === null ? [] : await readBoxes(reader, image, boxes, choose);
  return new Map(
    pieces.map((piece, at) => {
      const { segment } = piece.line;
      const words = (read[at] ?? []).map(({ box, ...word }) => ({ ...unreadWord(segment, box), ...word }));
      return [piece, words.length === 0 ? piece.boxes.map((box) => unreadWord(segment, box)) : words];
    }),
  );
}
