/** Writes text by hand: every letter is drawn with a pen, and no two of them are the same. */
import { seededRandom } from '../../../../model-container/random.ts';

/** A stroke as points of cubic curves, in x-heights from the left end of the baseline, y upwards; with the letter's width. */
const LETTERS: Readonly<Record<string, { readonly width: number; readonly strokes: readonly (readonly number[])[] }>> =
  {
    a: {
      width: 1.1,
      strokes: [[0.9, 0.8, 0.5, 1.2, 0, 0.8, 0.1, 0.35, 0.2, -0.1, 0.7, 0, 0.9, 0.8, 0.85, 0.4, 0.9, 0, 1.1, 0.1]],
    },
    d: {
      width: 1.1,
      strokes: [
        [0.8, 0.8, 0.4, 1.2, 0, 0.8, 0.1, 0.35, 0.2, -0.1, 0.7, 0, 0.8, 0.7],
        [0.95, 2, 0.9, 1.2, 0.85, 0.5, 0.95, 0],
      ],
    },
    e: {
      width: 0.95,
      strokes: [
        [0.1, 0.5, 0.5, 0.55, 0.9, 0.7, 0.75, 0.95, 0.6, 1.1, 0.1, 1, 0.1, 0.45, 0.1, -0.1, 0.6, -0.05, 0.9, 0.2],
      ],
    },
    h: {
      width: 0.95,
      strokes: [
        [0.15, 2, 0.1, 1.2, 0.12, 0.5, 0.1, 0],
        [0.1, 0.6, 0.3, 1.1, 0.7, 1.1, 0.7, 0.6, 0.7, 0.4, 0.7, 0.2, 0.75, 0],
      ],
    },
    i: {
      width: 0.45,
      strokes: [
        [0.2, 1, 0.2, 0.6, 0.15, 0.3, 0.25, 0],
        [0.22, 1.4, 0.24, 1.45, 0.26, 1.5, 0.25, 1.5],
      ],
    },
    l: { width: 0.5, strokes: [[0.2, 2, 0.3, 1.2, 0.1, 0.5, 0.3, 0]] },
    m: {
      width: 1.4,
      strokes: [
        [0.1, 1, 0.1, 0.7, 0.1, 0.3, 0.1, 0],
        [0.1, 0.6, 0.3, 1.1, 0.6, 1.1, 0.6, 0.6, 0.6, 0.4, 0.6, 0.2, 0.6, 0],
        [0.6, 0.6, 0.8, 1.1, 1.1, 1.1, 1.1, 0.6, 1.1, 0.4, 1.1, 0.2, 1.15, 0],
      ],
    },
    n: {
      width: 0.95,
      strokes: [
        [0.1, 1, 0.1, 0.7, 0.1, 0.3, 0.1, 0],
        [0.1, 0.6, 0.3, 1.1, 0.7, 1.1, 0.7, 0.6, 0.7, 0.4, 0.7, 0.2, 0.75, 0],
      ],
    },
    o: { width: 1, strokes: [[0.5, 1, 0, 1, 0, 0, 0.5, 0, 1, 0, 1, 1, 0.5, 1]] },
    r: {
      width: 0.75,
      strokes: [
        [0.1, 1, 0.1, 0.7, 0.1, 0.3, 0.1, 0],
        [0.1, 0.6, 0.2, 0.9, 0.4, 1.05, 0.6, 0.95],
      ],
    },
    s: { width: 0.85, strokes: [[0.7, 0.9, 0.3, 1.1, 0, 0.8, 0.35, 0.5, 0.7, 0.3, 0.5, -0.1, 0, 0.1]] },
    t: {
      width: 0.75,
      strokes: [
        [0.3, 1.6, 0.3, 1, 0.2, 0.3, 0.5, 0],
        [0, 1, 0.2, 1.05, 0.4, 1, 0.65, 1.05],
      ],
    },
    u: {
      width: 1,
      strokes: [[0.1, 1, 0.1, 0.3, 0.1, 0, 0.4, 0, 0.7, 0, 0.8, 0.5, 0.8, 1, 0.8, 0.6, 0.8, 0.3, 0.9, 0]],
    },
  };

const SPACE = 0.8;
/** Deviations in x-heights: of each point, of a letter from the baseline, and of the space between letters. */
const UNREST = 0.07;
const JUMP = 0.1;
const SPACING = 0.08;
const SLANT = 0.2;

export interface PenStroke {
  /** SVG path in points from the left end of the baseline, y downwards. */
  readonly path: string;
  /** Width of the pen in points. */
  readonly width: number;
}

/** @param line text in the letters of LETTERS @param size twice the x-height, in points */
export function handwrittenStrokes(line: string, size: number): PenStroke[] {
  const random = seededRandom(line.length * 31 + (line.codePointAt(0) ?? 0));
  const unit = size / 2;
  const strokes: PenStroke[] = [];
  let at = 0;
  for (const character of line) {
    const letter = LETTERS[character];
    if (letter === undefined) {
      at += SPACE;
      continue;
    }
    const scale = 1 + 0.1 * random.normal();
    const [left, base] = [at, JUMP * random.normal()];
    for (const stroke of letter.strokes)
      strokes.push({ path: pathOf(stroke, left, base, scale), width: 1.1 + 0.15 * random.normal() });
    at += letter.width * scale + SPACING * (1 + random.normal());
  }
  return strokes;

  function pathOf(stroke: readonly number[], left: number, base: number, scale: number): string {
    const points = Array.from({ length: stroke.length / 2 }, (_, index) => {
      const x = scale * (stroke[2 * index] ?? 0) + UNREST * random.normal();
      const y = base + scale * (stroke[2 * index + 1] ?? 0) + UNREST * random.normal();
      return `${(unit * (left + x + SLANT * y)).toFixed(2)},${(-unit * y).toFixed(2)}`;
    });
    return `M${points[0] ?? ''} C${points.slice(1).join(' ')}`;
  }
}
