/** Finds pieces of text lines in an ink mask: ink smeared across the gaps between words, then its connected parts (RLSA). */
import { MASK_DPI, type InkMask } from './ink-mask.ts';

/** Mask pixels that a gap between words may have (0.11 inch); columns stand further apart. */
const WIDEST_GAP = 8;
/** Mask pixels: letters from about 5 to 60 points. */
const LOWEST = 3;
const HIGHEST = 50;
/** Ink pixels of the smallest letter that is worth a look; the specks of a scanned blank page are smaller. */
const LEAST_INK = 8;

export interface TextLine {
  /** Mask pixels; right and bottom are exclusive. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Ink pixels inside. */
  readonly ink: number;
}

/** Ink smeared across gaps between words and taken apart into what hangs together. The mask's text must run across it. */
export function findInkParts(mask: InkMask): TextLine[] {
  return connectedParts(smearedRuns(mask));
}

/** The parts that look like pieces of text lines, wider than high, in no particular order. */
export function selectTextLines(parts: readonly TextLine[]): TextLine[] {
  return parts.filter((part) => {
    const width = part.right - part.left;
    const height = part.bottom - part.top;
    const filled = part.ink / (width * height);
    return height >= LOWEST && height <= HIGHEST && width >= 2.5 * height && filled > 0.08 && filled < 0.85;
  });
}

/** False for blank pages: nothing on them is as large as a small letter. */
export function mayHoldWriting(parts: readonly TextLine[]): boolean {
  return parts.some((part) => part.bottom - part.top >= LOWEST && part.ink >= LEAST_INK);
}

/** Points (1/72 inch) that half of the lines' ink is higher than: about the size from ascender to descender. 0 without lines. */
export function textHeight(lines: readonly TextLine[]): number {
  const byHeight = lines
    .map(({ top, bottom, ink }) => ({ height: bottom - top, ink }))
    .sort((a, b) => a.height - b.height);
  const half = byHeight.reduce((sum, line) => sum + line.ink, 0) / 2;
  let seen = 0;
  for (const { height, ink } of byHeight) {
    seen += ink;
    if (seen >= half) return (height * 72) / MASK_DPI;
  }
  return 0;
}

interface Run {
  readonly row: number;
  readonly left: number;
  readonly right: number;
  readonly ink: number;
  /** Index of another run of the same part; of itself for the part's first. */
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
      if (left < 0 || x - last > WIDEST_GAP) {
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

function connectedParts(runs: Run[]): TextLine[] {
  let above = 0;
  for (const [index, run] of runs.entries()) {
    while ((runs[above]?.row ?? Infinity) < run.row - 1) above += 1;
    for (let i = above; i < index; i += 1) {
      const upper = runs[i];
      if (upper === undefined || upper.row >= run.row || (upper.row === run.row - 1 && upper.left >= run.right)) break;
      if (upper.right > run.left) join(runs, i, index);
    }
  }
  const parts = new Map<number, { left: number; top: number; right: number; bottom: number; ink: number }>();
  for (const [index, run] of runs.entries()) {
    const root = rootOf(runs, index);
    const part = parts.get(root) ?? { left: run.left, top: run.row, right: run.right, bottom: run.row + 1, ink: 0 };
    part.left = Math.min(part.left, run.left);
    part.right = Math.max(part.right, run.right);
    part.bottom = Math.max(part.bottom, run.row + 1);
    part.ink += run.ink;
    parts.set(root, part);
  }
  return [...parts.values()];
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
