/** What documents lie on, drawn: lids of scanners, wood, cloth, stone, a desk. */
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import type { Random } from '../../model-container/random.ts';

export const BACKGROUNDS = [
  'white lid',
  'black lid',
  'grey lid',
  'dark wood',
  'light wood',
  'cloth',
  'stone',
  'desk',
] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** Backgrounds of a scanner: no perspective, no hands, even light. */
export const isLid = (background: Background): boolean => background.endsWith('lid');

/** Draws a background of this size in grey. */
export function drawBackground(kind: Background, width: number, height: number, random: Random): RasterImage {
  const data = new Uint8Array(width * height);
  const grey = greyOf(kind, random);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) data[at] = Math.max(0, Math.min(255, Math.round(grey(x, y))));
  return { width, height, channels: 1, data };
}

type Grey = (x: number, y: number) => number;

function greyOf(kind: Background, random: Random): Grey {
  switch (kind) {
    case 'white lid':
      return lid(242 + 12 * random.next(), 4, random);
    case 'black lid':
      return lid(8 + 40 * random.next(), 8, random);
    case 'grey lid':
      return lid(110 + 80 * random.next(), 8, random);
    case 'dark wood':
      return wood(50 + 50 * random.next(), 12 + 14 * random.next(), random);
    case 'light wood':
      return wood(135 + 45 * random.next(), 10 + 14 * random.next(), random);
    case 'cloth':
      return cloth(50 + 110 * random.next(), 8 + 14 * random.next(), random);
    case 'stone':
      return stone(60 + 110 * random.next(), 25 + 30 * random.next(), random);
    case 'desk':
      return lid(40 + 130 * random.next(), 10, random);
  }
}

/** Even, a little brighter on one side. */
function lid(level: number, slope: number, random: Random): Grey {
  const [a, b] = [(slope * (2 * random.next() - 1)) / 1000, (slope * (2 * random.next() - 1)) / 1000];
  return (x, y) => level + a * x + b * y;
}

/** Grain: rings stretched along one direction, with fine streaks and gaps between boards. */
function wood(level: number, depth: number, random: Random): Grey {
  const turned = random.chance(0.5);
  const noise = smoothNoise(random);
  const board = random.chance(0.5) ? 180 + 200 * random.next() : Infinity;
  return (px, py) => {
    const [x, y] = turned ? [py, px] : [px, py];
    const plank = board === Infinity ? 0 : Math.floor(y / board);
    const isGap = board !== Infinity && y % board < 3;
    const ring = Math.sin(y / 9 + 6 * noise(x / 260 + plank * 7, y / 50) + plank * 3);
    const streak = noise(x / 90, y / 1.6 + plank * 11) - 0.5;
    return isGap ? level * 0.5 : level + depth * (0.6 * ring + 1.4 * streak) + 10 * (noise(plank * 5, 0.5) - 0.5);
  };
}

/** A weave of threads, with folds, and in some with stripes or checks. */
function cloth(level: number, depth: number, random: Random): Grey {
  const noise = smoothNoise(random);
  const period = 3 + 3 * random.next();
  const check = random.chance(0.4) ? 40 + 60 * random.next() : Infinity;
  return (x, y) => {
    const weave = Math.sin((2 * Math.PI * x) / period) * Math.sin((2 * Math.PI * y) / period);
    const squares = check === Infinity ? 0 : (Math.floor(x / check) % 2) + (Math.floor(y / check) % 2) - 1;
    return level + depth * weave + 18 * (noise(x / 140, y / 140) - 0.5) + 10 * squares;
  };
}

function stone(level: number, depth: number, random: Random): Grey {
  const noise = smoothNoise(random);
  return (x, y) =>
    level + depth * (noise(x / 60, y / 60) + 0.6 * noise(x / 17, y / 17) + 0.5 * noise(x / 4, y / 4) - 1.05);
}

/** Values of 0 to 1 that change smoothly over a distance of 1 (value noise). */
export function smoothNoise(random: Random): Grey {
  const table = Float64Array.from({ length: 4096 }, () => random.next());
  const at = (x: number, y: number) => table[(Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)) & 4095] ?? 0;
  const ease = (part: number) => part * part * (3 - 2 * part);
  return (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, below] = [ease(x - left), ease(y - top)];
    const upper = at(left, top) * (1 - right) + at(left + 1, top) * right;
    const lower = at(left, top + 1) * (1 - right) + at(left + 1, top + 1) * right;
    return upper * (1 - below) + lower * below;
  };
}
