/**
 * Reads the lines that the layout analysis found with our own recognisers, and returns their words in reading order.
 */
import type { RasterImage } from '../raster-image.ts';
import { withDecimalMarks } from '../layout/decimal-marks.ts';
import { findInkBox, inkColumns } from '../layout/find-ink-box.ts';
import type { Box } from '../lstm/line-image.ts';
import type { LineRecogniser, RecognisedLineWord } from '../lstm/line-recogniser.ts';
import { cellsOf, type LineSegment } from '../layout/page-layout.ts';
import { meanConfidence, moveWord, wordBox, type RecognisedWord } from '../read-words.ts';
import { unrotateBox, rotateImage, type LineRotation } from '../layout/rotate-image.ts';
import { findWordBounds } from '../word-bounds.ts';

/** Number of lines that the network processes together: more do not make it faster. */
const BATCH_SIZE = 8;
/** Confidence (0 to 100) of a row of a table below which its cells are read by themselves. */
const POOR_ROW_BELOW = 85;
/** Minimum horizontal overlap of a recognised word and a word of the layout, as a fraction of the narrower one. */
const MIN_OVERLAP = 0.25;

/** A line segment with its words. */
export interface LineReading {
  readonly segment: LineSegment;
  /** From left to right, with boxes in pixels of the image; empty if nothing was recognised. */
  readonly words: readonly RecognisedWord[];
}

/** The recognisers of a page's languages; of several, each line keeps the words of the most confident one. */
export interface LineRecognisers {
  readonly upright: readonly LineRecogniser[];
  /** Of lines that run from top to bottom: rotated Latin script, and columns of Japanese. */
  readonly columns: readonly LineRecogniser[];
}

/** The mean of the words' confidences, weighted by their length: 0 to 100; 0 without words. */
export const lineConfidence = ({ words }: LineReading): number => meanConfidence(words);

/**
 * @param image the page in grey
 * @param segments the line segments, in reading order
 * @param limit total length of the lines that are read at most, in multiples of their height; the widest are read first
 * @returns the readings of all segments in the same order; those past the limit have no words
 */
export function readLines(
  image: RasterImage,
  segments: readonly LineSegment[],
  recognisers: LineRecognisers,
  limit: number,
): LineReading[] {
  const words = new Map<LineSegment, RecognisedWord[]>();
  let left = limit;
  for (const rotation of [0, 90, 270] as const) {
    const rotated = segments.filter((segment) => segment.rotation === rotation);
    const own = rotation === 270 ? recognisers.columns : recognisers.upright;
    if (rotated.length > 0) left = readUpright(rotateImage(image, rotation), rotated, own, left, words);
  }
  const unrotate = (word: RecognisedWord, rotation: LineRotation): RecognisedWord =>
    moveWord(word, unrotateBox(wordBox(word), image, rotation));
  return segments.map((segment) => ({
    segment,
    words: (words.get(segment) ?? []).map((word) => unrotate(word, segment.rotation)),
  }));
}

/**
 * Reads rows of tables that were read poorly again, cell by cell: in a long line with wide gaps the networks lose decimal points.
 * At most the length of the rows is read again.
 * @param lines the lines that were read, with boxes in pixels of the image
 * @returns the cells of the rows that are surer so, by the segment of the row
 */
export function readCells(
  image: RasterImage,
  lines: readonly LineReading[],
  recognisers: LineRecognisers,
): Map<LineSegment, readonly LineReading[]> {
  const better = new Map<LineSegment, readonly LineReading[]>();
  const rows = lines
    .filter((line) => line.words.length > 0 && lineConfidence(line) < POOR_ROW_BELOW)
    .map((line) => ({ line, cells: cellsOf(line.segment) }));
  const read = readLines(
    image,
    rows.flatMap(({ cells }) => cells),
    recognisers,
    Infinity,
  );
  const readings = new Map(read.map((line) => [line.segment, line]));
  for (const { line, cells } of rows) {
    const inCells = cells.flatMap((cell) => readings.get(cell) ?? []);
    if (meanConfidence(inCells.flatMap(({ words }) => words)) > lineConfidence(line)) better.set(line.segment, inCells);
  }
  return better;
}

/** In pixels. */
export const widthOf = ({ box }: LineSegment): number => box.right - box.left;

/** In multiples of the line's height. */
export const lengthOf = (segment: LineSegment): number =>
  widthOf(segment) / Math.max(1, segment.box.bottom - segment.box.top);

/** Reads segments of one rotation. @returns what is left of the limit */
function readUpright(
  image: RasterImage,
  segments: readonly LineSegment[],
  recognisers: readonly LineRecogniser[],
  limit: number,
  words: Map<LineSegment, RecognisedWord[]>,
): number {
  let left = limit;
  // Lines of similar width are batched, because a batch takes as long as its longest line.
  const byWidth = [...segments].sort((a, b) => widthOf(b) - widthOf(a));
  for (let at = 0; at < byWidth.length && left > 0; at += BATCH_SIZE) {
    const batch = byWidth.slice(at, at + BATCH_SIZE);
    const boxes = batch.map(({ box }) => box);
    left -= batch.reduce((sum, segment) => sum + lengthOf(segment), 0);
    const readings = recognisers.map((recogniser) => recogniser.read(image, boxes));
    for (const [index, segment] of batch.entries()) {
      words.set(segment, placeWords(image, segment, mostConfident(readings.map((reading) => reading[index] ?? []))));
    }
  }
  return left;
}

function placeWords(image: RasterImage, segment: LineSegment, words: readonly RecognisedLineWord[]): RecognisedWord[] {
  // The network's input is taller than the line: the words of the layout give its top and bottom.
  const [top, bottom] = [
    Math.min(...segment.words.map((word) => word.top)),
    Math.max(...segment.words.map((word) => word.bottom)),
  ];
  const from = Math.max(0, segment.box.left);
  const ink = inkColumns(image, { left: from, right: segment.box.right, top, bottom });
  if (ink === null) return [];
  const bounds = findWordBounds(
    ink,
    words.map(({ left, right }) => ({ left: left - from, right: right - from })),
    bottom - top,
  );
  return words.flatMap(
    (word, at) =>
      placeWord(image, segment, {
        ...word,
        left: from + (bounds[at]?.left ?? 0),
        right: from + (bounds[at]?.right ?? 0),
      }) ?? [],
  );
}

function placeWord(
  image: RasterImage,
  segment: LineSegment,
  { left, right, text, confidence, entropy }: RecognisedLineWord,
): RecognisedWord | null {
  // The words of the layout that this word overlaps give its top and bottom.
  const shared = (word: Box) => Math.min(word.right, right) - Math.max(word.left, left);
  const own = segment.words.filter(
    (word) => shared(word) > MIN_OVERLAP * Math.min(word.right - word.left, right - left),
  );
  const near = own.length > 0 ? own : segment.words;
  const ink = findInkBox(image, {
    left,
    right,
    top: Math.min(...near.map(({ top }) => top)),
    bottom: Math.max(...near.map(({ bottom }) => bottom)),
  });
  // Without ink the word is a hallucination of the network.
  return ink === null
    ? null
    : {
        x1: ink.left,
        y1: ink.top,
        x2: ink.right,
        y2: ink.bottom,
        text: withDecimalMarks(image, ink, text),
        confidence,
        entropy,
        line: segment.line,
        block: segment.block,
      };
}

function mostConfident(readings: readonly RecognisedLineWord[][]): RecognisedLineWord[] {
  return readings.reduce((best, reading) => (meanConfidence(reading) > meanConfidence(best) ? reading : best));
}
