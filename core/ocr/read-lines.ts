/** Reads the lines that the layout analysis has found with our own recognisers, and puts their words in reading order. */
import type { RasterImage } from './raster-image.ts';
import { findInkBox, inkColumns } from './layout/find-ink-box.ts';
import type { Box } from './lstm/line-image.ts';
import type { LineRecogniser, RecognisedLineWord } from './lstm/line-recogniser.ts';
import type { LinePiece } from './layout/page-layout.ts';
import { meanConfidence, type RecognisedWord } from './read-words.ts';
import { turnBoxBack, turnImage, type Turn } from './layout/rotate-image.ts';
import { findWordBounds } from './word-bounds.ts';

/** Lines that are read at once: more do not make it faster. */
const LINES_AT_ONCE = 8;
/** Share of the narrower of two words by which they must overlap to be the same. */
const LEAST_SHARE = 0.25;

/**
 * @param recognisers one a language; of several, every line keeps the words of the surest
 * @param mayGoOn asked before every few lines; what is read by then is the result
 */
export function readLines(
  image: RasterImage,
  pieces: readonly LinePiece[],
  recognisers: readonly LineRecogniser[],
  mayGoOn: () => boolean,
): RecognisedWord[] {
  const words = new Map<LinePiece, RecognisedWord[]>();
  for (const turn of [0, 90, 270] as const) {
    const turned = pieces.filter((piece) => piece.turn === turn);
    if (turned.length > 0) readUpright(turnImage(image, turn), turned, recognisers, mayGoOn, words);
  }
  const turnBack = (word: RecognisedWord, turn: Turn): RecognisedWord => {
    const { left, top, right, bottom } = turnBoxBack(
      { left: word.x1, top: word.y1, right: word.x2, bottom: word.y2 },
      image,
      turn,
    );
    return { ...word, x1: left, y1: top, x2: right, y2: bottom };
  };
  return pieces.flatMap((piece) => (words.get(piece) ?? []).map((word) => turnBack(word, piece.turn)));
}

function readUpright(
  image: RasterImage,
  pieces: readonly LinePiece[],
  recognisers: readonly LineRecogniser[],
  mayGoOn: () => boolean,
  words: Map<LinePiece, RecognisedWord[]>,
): void {
  const width = ({ box }: LinePiece) => box.right - box.left;
  // Lines of about the same width go through the network together.
  const byWidth = [...pieces].sort((a, b) => width(b) - width(a));
  for (let at = 0; at < byWidth.length && mayGoOn(); at += LINES_AT_ONCE) {
    const batch = byWidth.slice(at, at + LINES_AT_ONCE);
    const boxes = batch.map(({ box }) => box);
    const readings = recognisers.map((recogniser) => recogniser.read(image, boxes));
    for (const [index, piece] of batch.entries()) {
      words.set(piece, placeWords(image, piece, surest(readings.map((reading) => reading[index] ?? []))));
    }
  }
}

function placeWords(image: RasterImage, piece: LinePiece, words: readonly RecognisedLineWord[]): RecognisedWord[] {
  // The network sees more than the line: the layout's words tell how high it stands.
  const [top, bottom] = [
    Math.min(...piece.words.map((word) => word.top)),
    Math.max(...piece.words.map((word) => word.bottom)),
  ];
  const from = Math.max(0, piece.box.left);
  const ink = inkColumns(image, { left: from, right: piece.box.right, top, bottom });
  if (ink === null) return [];
  const bounds = findWordBounds(
    ink,
    words.map(({ left, right }) => ({ left: left - from, right: right - from })),
    bottom - top,
  );
  return words.flatMap(
    (word, at) =>
      placeWord(image, piece, {
        ...word,
        left: from + (bounds[at]?.left ?? 0),
        right: from + (bounds[at]?.right ?? 0),
      }) ?? [],
  );
}

function placeWord(
  image: RasterImage,
  piece: LinePiece,
  { left, right, text, confidence, entropy }: RecognisedLineWord,
): RecognisedWord | null {
  // Of the layout's words, those that this one overlaps tell how high it stands.
  const shared = (word: Box) => Math.min(word.right, right) - Math.max(word.left, left);
  const own = piece.words.filter((word) => shared(word) > LEAST_SHARE * Math.min(word.right - word.left, right - left));
  const near = own.length > 0 ? own : piece.words;
  const ink = findInkBox(image, {
    left,
    right,
    top: Math.min(...near.map(({ top }) => top)),
    bottom: Math.max(...near.map(({ bottom }) => bottom)),
  });
  // Where there is no ink, the network made something up.
  return ink === null
    ? null
    : {
        x1: ink.left,
        y1: ink.top,
        x2: ink.right,
        y2: ink.bottom,
        text,
        confidence,
        entropy,
        line: piece.line,
        block: piece.block,
      };
}

function surest(readings: readonly RecognisedLineWord[][]): RecognisedLineWord[] {
  return readings.reduce((best, reading) => (meanConfidence(reading) > meanConfidence(best) ? reading : best));
}
