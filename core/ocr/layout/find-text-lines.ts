/**
 * Finds segments of text lines in an ink mask: run-length smoothing (RLSA) across word gaps, then connected components.
 */
import { MASK_DPI, type InkMask } from './ink-mask.ts';

/** Maximum gap between words in mask pixels (0.11 inch); columns are further apart. */
const MAX_GAP = 8;
/** Height of a line in mask pixels: letters from about 5 to 60 points. */
const MIN_HEIGHT = 3;
const MAX_HEIGHT = 50;
/** Width of a line of several letters, and of a word of two or three of them, in multiples of the height. */
const LINE_WIDTH = 2.5;
const WORD_WIDTH = 1.1;
/** Height in points of large lines, from ascender to descender, and the least of any that is no rule. */
const LARGE_POINTS = 14;
const LEAST_POINTS = 5.5;
/** Number of large lines of a page in large print, and their width as a multiple of that of the other lines. */
const MIN_LARGE_LINES = 8;
const MIN_LARGE_SHARE = 3;
/** Width of lines in usual print as a multiple of that of the large lines, from which they are print too. */
const MIN_USUAL_SHARE = 0.05;
/** Ink pixels of the smallest letter that counts; the noise of a scanned blank page is smaller. */
const MIN_INK = 8;

export interface TextLine {
  /** Box in mask pixels; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Number of ink pixels in the component. */
  readonly ink: number;
}

/** Components by mask: several steps of a page ask for those of the same one. */
const found = new WeakMap<InkMask, readonly TextLine[]>();

/** Smooths the ink across word gaps and returns its connected components. The text must be horizontal. */
export function findInkComponents(mask: InkMask): readonly TextLine[] {
  const known = found.get(mask);
  if (known !== undefined) return known;
  const components = connectedComponents(smearedRuns(mask));
  found.set(mask, components);
  return components;
}

/** The components with the shape of text line segments: wider than high, not filled. In no particular order. */
export function selectTextLines(components: readonly TextLine[]): TextLine[] {
  return components.filter((component) => isTextOf(component, LINE_WIDTH));
}

/** The components with the shape of words of two or three letters, such as a number in the cell of a table. */
export function selectShortWords(components: readonly TextLine[]): TextLine[] {
  return components.filter((component) => isTextOf(component, WORD_WIDTH) && !isTextOf(component, LINE_WIDTH));
}

function isTextOf({ left, top, right, bottom, ink }: TextLine, leastWidth: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const filled = ink / (width * height);
  return (
    !isHigherThanLine({ top, bottom }) &&
    height >= MIN_HEIGHT &&
    width >= leastWidth * height &&
    filled > 0.08 &&
    filled < 0.85
  );
}

/** Number of ink pixels in the components. */
export const inkOf = (components: readonly TextLine[]): number => components.reduce((sum, { ink }) => sum + ink, 0);

/** True for a picture, a stamp, or letters that are joined to one. */
export function isHigherThanLine({ top, bottom }: Pick<TextLine, 'top' | 'bottom'>): boolean {
  return bottom - top > MAX_HEIGHT;
}

/** True if a component is at least as large as a small letter; those of noise are smaller. */
export function isLetterSized({ top, bottom, ink }: TextLine): boolean {
  return bottom - top >= MIN_HEIGHT && ink >= MIN_INK;
}

/** False for blank pages: no component is as large as a small letter. */
export function mayContainText(components: readonly TextLine[]): boolean {
  return components.some(isLetterSized);
}

/**
 * Median height of the lines, weighted by ink, in points: about the size from ascender to descender. 0 without lines.
 */
export const textHeight = (lines: readonly TextLine[]): number => asPoints(medianHeight(lines));

/** The same in mask pixels. */
export const medianHeight = (lines: readonly TextLine[]): number => heightAt(lines, 0.5);

/**
 * The height in points that three quarters of the ink of large lines have, where almost all lines are large; 0 where a few lines,
 * which may be pictures or lines that touch, or much of the print are not. Rules do not count.
 */
export function largeTextHeight(lines: readonly TextLine[]): number {
  const { large, usual } = bySize(lines);
  return large.length >= MIN_LARGE_LINES && widthOf(large) >= MIN_LARGE_SHARE * widthOf(usual)
    ? asPoints(heightAt(large, 0.25))
    : 0;
}

/** The median height in points of the lines beside large ones; Infinity where they are few: specks, and parts of lines. */
export function smallTextHeight(lines: readonly TextLine[]): number {
  const { large, usual } = bySize(lines);
  return widthOf(usual) >= MIN_USUAL_SHARE * widthOf(large) ? asPoints(medianHeight(usual)) : Infinity;
}

const bySize = (lines: readonly TextLine[]): { large: readonly TextLine[]; usual: readonly TextLine[] } => {
  const pointsOf = ({ top, bottom }: TextLine) => asPoints(bottom - top);
  return {
    large: lines.filter((line) => pointsOf(line) >= LARGE_POINTS),
    usual: lines.filter((line) => pointsOf(line) >= LEAST_POINTS && pointsOf(line) < LARGE_POINTS),
  };
};

const widthOf = (lines: readonly TextLine[]): number => lines.reduce((sum, { left, right }) => sum + right - left, 0);

const asPoints = (height: number): number => (height * 72) / MASK_DPI;

/** A quantile of the heights of the lines, weighted by ink. */
function heightAt(lines: readonly TextLine[], quantile: number): number {
  const byHeight = lines
    .map(({ top, bottom, ink }) => ({ height: bottom - top, ink }))
    .sort((a, b) => a.height - b.height);
  const until = byHeight.reduce((sum, line) => sum + line.ink, 0) * quantile;
  let seen = 0;
  for (const { height, ink } of byHeight) {
    seen += ink;
    if (seen >= until) return height;
  }
  return 0;
}

interface Run {
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly ink: number;
  /** Index of another run of the same component; its own index for the root of the component (union-find). */
  parent: number;
}

function smearedRuns(mask: InkMask): Run[] {
  const { width, height, ink } = mask;
  const runs: Run[] = [];
  for (let row = 0; row < height; row += 1) {
    let left = -1;
    let last = -1;
    let count = 0;
    const finish = () => {
      if (left >= 0) runs.push({ row, left, right: last + 1, ink: count, parent: runs.length });
    };
    for (let x = 0; x < width; x += 1) {
      if (ink[row * width + x] !== 1) continue;
      if (left < 0 || x - last > MAX_GAP) {
        finish();
        left = x;
        count = 0;
      }
      last = x;
      count += 1;
    }
    finish();
  }
  return runs;
}

function connectedComponents(runs: Run[]): TextLine[] {
  let above = 0;
  for (const [index, run] of runs.entries()) {
    while ((runs[above]?.row ?? Infinity) < run.row - 1) above += 1;
    for (let i = above; i < index; i += 1) {
      const upper = runs[i];
      if (upper === undefined || upper.row >= run.row || (upper.row === run.row - 1 && upper.left >= run.right)) break;
      if (upper.right > run.left) join(runs, i, index);
    }
  }
  const components = new Map<number, { left: number; top: number; right: number; bottom: number; ink: number }>();
  for (const [index, run] of runs.entries()) {
    const root = rootOf(runs, index);
    const component = components.get(root) ?? {
      left: run.left,
      top: run.row,
      right: run.right,
      bottom: run.row + 1,
      ink: 0,
    };
    component.left = Math.min(component.left, run.left);
    component.right = Math.max(component.right, run.right);
    component.bottom = Math.max(component.bottom, run.row + 1);
    component.ink += run.ink;
    components.set(root, component);
  }
  return [...components.values()];
}

function rootOf(runs: readonly Run[], index: number): number {
  let root = index;
  for (let run = runs[root]; run !== undefined && run.parent !== root; run = runs[root]) {
    run.parent = runs[run.parent]?.parent ?? run.parent;
    root = run.parent;
  }
  return root;
}

function join(runs: readonly Run[], a: number, b: number): void {
  const low = Math.min(rootOf(runs, a), rootOf(runs, b));
  const high = Math.max(rootOf(runs, a), rootOf(runs, b));
  const run = runs[high];
  if (run !== undefined) run.parent = low;
}
