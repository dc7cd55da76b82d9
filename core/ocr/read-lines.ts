/**
 * Reads the lines that the layout analysis found with our own recognisers, and returns their words in reading order.
 */
import type { RasterImage } from './raster-image.ts';
import { findInkBox, inkColumns } from './layout/find-ink-box.ts';
import type { Box } from './lstm/line-image.ts';
import type { LineRecogniser, RecognisedLineWord } from './lstm/line-recogniser.ts';
import type { LineSegment } from './layout/page-layout.ts';
import { meanConfidence, type RecognisedWord } from './read-words.ts';
import { unrotateBox, rotateImage, type LineRotation } from './layout/rotate-image.ts';
import { findWordBounds } from './word-bounds.ts';

/** Number of lines that the network processes together: more do not make it faster. */
const BATCH_SIZE = 8;
/** Minimum horizontal overlap of a recognised word and a word of the layout, as a fraction of the narrower one. */
const MIN_OVERLAP = 0.25;

/**
 * @param image the page in grey
 * @param segments the line segments, in reading order
 * @param recognisers one per language; of several, each line keeps the words of the most confident one
 * @param mayContinue called before each batch; if it returns false, the words read so far are the result
 * @returns the words in reading order, with boxes in pixels of the image
 */
export function readLines(
  image: RasterImage,
  segments: readonly LineSegment[],
  recognisers: readonly LineRecogniser[],
  mayContinue: () => boolean,
): RecognisedWord[] {
  const words = new Map<LineSegment, RecognisedWord[]>();
  for (const rotation of [0, 90, 270] as const) {
    const rotated = segments.filter((segment) => segment.rotation === rotation);
    if (rotated.length > 0) readUpright(rotateImage(image, rotation), rotated, recognisers, mayContinue, words);
  }
  const unrotate = (word: RecognisedWord, rotation: LineRotation): RecognisedWord => {
    const { left, top, right, bottom } = unrotateBox(
      { left: word.x1, top: word.y1, right: word.x2, bottom: word.y2 },
      image,
      rotation,
    );
    return { ...word, x1: left, y1: top, x2: right, y2: bottom };
  };
  return segments.flatMap((segment) => (words.get(segment) ?? []).map((word) => unrotate(word, segment.rotation)));
}

function readUpright(
  image: RasterImage,
  segments: readonly LineSegment[],
  recognisers: readonly LineRecogniser[],
  mayContinue: () => boolean,
  words: Map<LineSegment, RecognisedWord[]>,
): void {
  const width = ({ box }: LineSegment) => box.right - box.left;
  // Lines of similar width are batched, because a batch takes as long as its longest line.
  const byWidth = [...segments].sort((a, b) => width(b) - width(a));
  for (let at = 0; at < byWidth.length && mayContinue(); at += BATCH_SIZE) {
    const batch = byWidth.slice(at, at + BATCH_SIZE);
    const boxes = batch.map(({ box }) => box);
    const readings = recognisers.map((recogniser) => recogniser.read(image, boxes));
    for (const [index, segment] of batch.entries()) {
      words.set(segment, placeWords(image, segment, mostConfident(readings.map((reading) => reading[index] ?? []))));
    }
  }
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
        text,
        confidence,
        entropy,
        line: segment.line,
        block: segment.block,
      };
}

function mostConfident(readings: readonly RecognisedLineWord[][]): RecognisedLineWord[] {
  return readings.reduce((best, reading) => (meanConfidence(reading) > meanConfidence(best) ? reading : best));
}
