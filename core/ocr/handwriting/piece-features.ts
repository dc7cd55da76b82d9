/** What tells handwriting from print in a piece of a text line, as numbers: the input of the text-kind model. */
import type { InkShape } from './ink-shapes.ts';
import { MM_PER_INCH } from '../../units.ts';

/** A word that the layout analysis found. */
export interface WordShapes {
  /** From left to right. */
  readonly shapes: readonly InkShape[];
  /** For each shape, how different the most similar one of the page is: 0 to 1. */
  readonly differences: readonly number[];
}

/** What the recogniser of print says about a piece of a line. */
export interface PieceReading {
  /** Mean confidence, 0 to 100; NaN where nothing was read. */
  readonly confidence: number;
  /** Mean entropy in bits. */
  readonly entropy: number;
  /** Number of letters and digits, and of all characters, without spaces. */
  readonly alphanumeric: number;
  readonly characters: number;
}

export const PIECE_FEATURES = [
  'letters',
  'letters_a_height',
  'width_median',
  'width_90',
  'overlapping',
  'gap_variation',
  'height_variation',
  'heights_repeated',
  'tops_repeated',
  'baseline_deviation',
  'on_baseline',
  'near_baseline',
  'stroke_width',
  'stroke_variation',
  'straight_edges',
  'slanted_edges',
  'slant',
  'slant_variation',
  'filled',
  'strokes_a_row',
  'strokes_a_row_90',
  'difference_25',
  'difference_median',
  'difference_75',
  'similar',
  'confidence',
  'entropy',
  'alphanumeric',
  'characters_a_letter',
  'size_mm',
] as const;

/** Parts of the text height: shapes below the first are dots and accents. */
const MIN_LETTER = 0.35;
const SAME_HEIGHT = 0.04;
const ON_BASELINE = 0.05;
const NEAR_BASELINE = 0.1;
/** Points further from the baseline than this part of the height do not determine it. */
const OFF_BASELINE = 0.18;
/** Difference of two shapes below which they are likely to be the same printed letter. */
const SIMILAR = 0.16;
/** Ink pixels of the smallest letter. */
const MIN_INK = 6;

interface Letter {
  readonly shape: InkShape;
  readonly difference: number;
}

/** The letters of a piece: its shapes without dots, accents and specks. */
function lettersOf(words: readonly WordShapes[]): { letters: Letter[]; height: number } {
  const all = words.flatMap(({ shapes, differences }) =>
    shapes.map((shape, at) => ({ shape, difference: differences[at] ?? 1 })),
  );
  const large = all.filter(({ shape }) => shape.ink >= MIN_INK);
  const height = quantile(sorted(large.map(({ shape }) => heightOf(shape))), 0.7);
  return { letters: large.filter(({ shape }) => heightOf(shape) >= MIN_LETTER * height), height };
}

/** The text height of a piece in pixels; NaN without ink. */
export const textHeightOf = (words: readonly WordShapes[]): number => lettersOf(words).height;

/** How many letters a piece has, with cursive words of joined letters counted once. */
export const countLetters = (words: readonly WordShapes[]): number => lettersOf(words).letters.length;

/**
 * Returns one number a name of PIECE_FEATURES; NaN where the piece does not determine it.
 * @param words consecutive words of a line
 * @param dpi pixels per inch of the image
 */
export function pieceFeatures(words: readonly WordShapes[], reading: PieceReading, dpi: number): Float32Array {
  const { letters, height } = lettersOf(words);
  if (letters.length === 0) return new Float32Array(PIECE_FEATURES.length).fill(Number.NaN);
  const shapes = letters.map(({ shape }) => shape);
  const width = Math.max(1, Math.max(...shapes.map(({ right }) => right)) - (shapes[0]?.left ?? 0));
  const heights = shapes.map((shape) => heightOf(shape) / height);
  const widths = sorted(shapes.map(({ left, right }) => (right - left) / height));
  const above = aboveBaseline(shapes, height);
  const bottoms = above.map(({ bottom }) => Math.abs(bottom));
  const strokes = shapes.map((shape) => strokeWidth(shape) / height);
  const slants = shapes.map(slantOf);
  const edges = edgeShares(shapes);
  const rows = sorted(shapes.map((shape) => shape.runs / heightOf(shape)));
  const differences = sorted(letters.map(({ difference }) => difference));
  return Float32Array.of(
    Math.log2(letters.length),
    (letters.length * height) / width,
    quantile(widths, 0.5),
    quantile(widths, 0.9),
    overlappingShare(shapes),
    gapVariation(shapes, height),
    variation(heights),
    repeatedShare(heights),
    repeatedShare(above.map(({ top }) => top)),
    quantile(sorted(bottoms), 0.5),
    share(bottoms, (bottom) => bottom <= ON_BASELINE),
    share(bottoms, (bottom) => bottom <= NEAR_BASELINE),
    quantile(sorted(strokes), 0.5),
    variation(strokes),
    edges.straight,
    edges.slanted,
    mean(slants),
    deviation(slants),
    mean(shapes.map((shape) => shape.ink / (heightOf(shape) * (shape.right - shape.left)))),
    quantile(rows, 0.5),
    quantile(rows, 0.9),
    quantile(differences, 0.25),
    quantile(differences, 0.5),
    quantile(differences, 0.75),
    share(differences, (difference) => difference <= SIMILAR),
    reading.confidence,
    reading.entropy,
    reading.characters === 0 ? Number.NaN : reading.alphanumeric / reading.characters,
    reading.characters / letters.length,
    (height / dpi) * MM_PER_INCH,
  );
}

const heightOf = ({ top, bottom }: InkShape): number => bottom - top;

/** Twice the area by the perimeter: the width of a long stroke, in pixels. */
const strokeWidth = ({ ink, runs, covered }: InkShape): number => (2 * ink) / (2 * runs + 2 * (ink - covered));

/** The mean shift of a letter's left edges a row, in pixels: the tangent of its slant; 0 for upright stems. */
function slantOf({ shifts }: InkShape): number {
  const [farLeft, left, straight, right, farRight] = shifts;
  const all = farLeft + left + straight + right + farRight;
  return all === 0 ? 0 : (2 * farRight + right - left - 2 * farLeft) / all;
}

function edgeShares(shapes: readonly InkShape[]): { straight: number; slanted: number } {
  let [straight, slanted, all] = [0, 0, 0];
  for (const { shifts } of shapes) {
    straight += shifts[2];
    slanted += shifts[0] + shifts[4];
    all += shifts[0] + shifts[1] + shifts[2] + shifts[3] + shifts[4];
  }
  return all === 0
    ? { straight: Number.NaN, slanted: Number.NaN }
    : { straight: straight / all, slanted: slanted / all };
}

/** The part of the letters that begin before the one to their left has ended. */
function overlappingShare(shapes: readonly InkShape[]): number {
  let [overlapping, right] = [0, -Infinity];
  for (const shape of shapes) {
    if (shape.left < right) overlapping += 1;
    right = Math.max(right, shape.right);
  }
  return shapes.length < 2 ? Number.NaN : overlapping / (shapes.length - 1);
}

/** The variation of the gaps between letters that are not gaps between words. */
function gapVariation(shapes: readonly InkShape[], height: number): number {
  const gaps = shapes
    .slice(1)
    .map(({ left }, at) => (left - (shapes[at]?.right ?? left)) / height)
    .filter((gap) => gap > -0.5 && gap < 0.4);
  return gaps.length < 3 ? Number.NaN : deviation(gaps);
}

/** The tops and bottoms of letters above the line that most of them stand on, in parts of the text height. */
function aboveBaseline(shapes: readonly InkShape[], height: number): { top: number; bottom: number }[] {
  const points = shapes.map(({ left, right, bottom }) => ({ x: (left + right) / 2, y: bottom }));
  const middle = quantile(sorted(points.map(({ y }) => y)), 0.5);
  let line = { slope: 0, offset: middle };
  for (let round = 0; round < 3; round += 1) {
    const near = points.filter(({ x, y }) => Math.abs(y - line.offset - line.slope * x) <= OFF_BASELINE * height);
    if (near.length < 3) break;
    line = fitLine(near);
  }
  return shapes.map(({ left, right, top, bottom }) => {
    const base = line.offset + (line.slope * (left + right)) / 2;
    return { top: (base - top) / height, bottom: (base - bottom) / height };
  });
}

function fitLine(points: readonly { readonly x: number; readonly y: number }[]): { slope: number; offset: number } {
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = spread === 0 ? 0 : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
  return { slope, offset: y - slope * x };
}

/** The part of the values that another one nearly equals. */
function repeatedShare(values: readonly number[]): number {
  if (values.length < 3) return Number.NaN;
  const order = sorted(values);
  const near = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && Math.abs(a - b) <= SAME_HEIGHT;
  return order.filter((value, at) => near(value, order[at - 1]) || near(value, order[at + 1])).length / order.length;
}

const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const quantile = (order: readonly number[], part: number): number =>
  order[Math.min(order.length - 1, Math.floor(order.length * part))] ?? Number.NaN;
const share = (values: readonly number[], holds: (value: number) => boolean): number =>
  values.length === 0 ? Number.NaN : values.filter(holds).length / values.length;
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const deviation = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};
/** Standard deviation as a part of the mean. */
const variation = (values: readonly number[]): number =>
  values.length < 2 ? Number.NaN : deviation(values) / Math.max(1e-6, mean(values));
