/** Lays documents on a background and takes the picture: perspective, light, shadows, hands, blur, noise, JPEG. */
import sharp from 'sharp';
import { projectionOf } from '../../core/documents/sheets/projection.ts';
import { isConvex, type Point, type Quadrilateral } from '../../core/documents/sheets/quadrilateral.ts';
import { rasterOf, type RasterImage } from '../../core/ocr/raster-image.ts';
import type { Random } from '../../model-container/random.ts';
import { addNoise, asJpeg, blur } from '../ocr/damage/pixels.ts';
import { drawBackground, isLid, smoothNoise, type Background } from './backgrounds.ts';
import { place, type Arrangement } from './place.ts';

export interface Composite {
  readonly picture: RasterImage;
  readonly background: Background;
  readonly arrangement: Arrangement;
  /** Corners of the documents, in pixels of the picture. */
  readonly documents: readonly Quadrilateral[];
}

/** Longer side of a picture in pixels. */
const LONG_SIDE = 1200;

/** Composes a picture of `count` documents. */
export async function compose(
  papers: readonly RasterImage[],
  count: number,
  background: Background,
  arrangement: Arrangement,
  random: Random,
): Promise<Composite> {
  const isWide = random.chance(0.4);
  const [width, height] = isWide ? [LONG_SIDE, 870] : [870, LONG_SIDE];
  const canvas = drawBackground(background, width, height, random);
  const camera = isLid(background) ? straightAbove : tilted(width, height, random);
  const placed = place(
    Array.from({ length: count }, () => random.pick(papers)),
    { width, height },
    arrangement,
    random,
  );
  const documents = placed.map(({ corners }) => mapped(corners, camera));
  const tone = paperTone(background, canvas, random);
  for (const [at, { paper }] of placed.entries()) {
    const corners = documents[at];
    if (corners === undefined) continue;
    castShadow(canvas, corners, background, random);
    layPaper(canvas, paper, corners, tone(), random);
  }
  if (!isLid(background)) {
    shade(canvas, random);
    if (random.chance(0.3)) for (const corners of documents.slice(0, 2)) drawThumb(canvas, corners, random);
  }
  const soft = await blur(canvas, 0.5 + 0.7 * random.next());
  const noisy = addNoise(soft, isLid(background) ? 1 + 3 * random.next() : 2 + 5 * random.next(), random);
  const picture = await rasterOf(sharp(await asJpeg(noisy, 55 + random.below(36), null)), 1);
  return { picture, background, arrangement, documents };
}

type Camera = (x: number, y: number) => Point;
const straightAbove: Camera = (x, y) => ({ x, y });

/** The corners of the table move by up to 7 % of the picture's size. */
function tilted(width: number, height: number, random: Random): Camera {
  const moved = (x: number, y: number): Point => ({
    x: x + 0.07 * width * (2 * random.next() - 1),
    y: y + 0.07 * height * (2 * random.next() - 1),
  });
  const table = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const seen = table.map(({ x, y }) => moved(x, y));
  // Documents stay inside: seen from a little farther away.
  const farther = seen.map(({ x, y }) => ({
    x: width / 2 + 0.9 * (x - width / 2),
    y: height / 2 + 0.9 * (y - height / 2),
  }));
  return projectionOf(table, farther);
}

function mapped(corners: Quadrilateral, camera: Camera): Quadrilateral {
  const [a, b, c, d] = corners;
  return [camera(a.x, a.y), camera(b.x, b.y), camera(c.x, c.y), camera(d.x, d.y)];
}

interface Tone {
  readonly white: number;
  readonly black: number;
}

/** White of the paper: on a white lid it differs by a few levels from the lid's, to either side. */
function paperTone(background: Background, canvas: RasterImage, random: Random): () => Tone {
  const lid = canvas.data[Math.floor(canvas.data.length / 2)] ?? 255;
  return () => {
    if (background !== 'white lid') return { white: 215 + 40 * random.next(), black: 10 };
    const off = 4 + 16 * random.next();
    return { white: random.chance(0.8) || lid + off > 255 ? lid - off : lid + off, black: 10 };
  };
}

/** A soft shadow to the lower right; on a lid, a faint line along the edge. */
function castShadow(canvas: RasterImage, corners: Quadrilateral, background: Background, random: Random): void {
  const depth = isLid(background) ? 0.02 + 0.1 * random.next() : 0.1 + 0.3 * random.next();
  const reach = isLid(background) ? 3 : 4 + 8 * random.next();
  darken(canvas, shifted(corners, reach * 0.5), reach, depth);
}

const shifted = (corners: Quadrilateral, by: number): Quadrilateral => {
  const [a, b, c, d] = corners.map(({ x, y }) => ({ x: x + by, y: y + by }));
  return [a ?? corners[0], b ?? corners[1], c ?? corners[2], d ?? corners[3]];
};

/** Darkens the quadrilateral, fading over `reach` pixels around it. */
function darken(canvas: RasterImage, corners: Quadrilateral, reach: number, depth: number): void {
  eachPixelNear(canvas, corners, reach, (at, distance) => {
    const part = Math.min(1, Math.max(0, 0.5 + distance / (2 * reach)));
    canvas.data[at] = (canvas.data[at] ?? 0) * (1 - depth * part);
  });
}

function layPaper(canvas: RasterImage, paper: RasterImage, corners: Quadrilateral, tone: Tone, random: Random): void {
  const toPaper = projectionOf(corners, [
    { x: 0, y: 0 },
    { x: paper.width, y: 0 },
    { x: paper.width, y: paper.height },
    { x: 0, y: paper.height },
  ]);
  const crumple = smoothNoise(random);
  eachPixelNear(canvas, corners, 1, (at, distance, x, y) => {
    const { x: u, y: v } = toPaper(x + 0.5, y + 0.5);
    const ink = sample(paper, u, v) / 255;
    const grey = (tone.black + (tone.white - tone.black) * ink) * (1 - 0.02 * crumple(x / 40, y / 40));
    const part = Math.min(1, Math.max(0, distance + 0.5));
    canvas.data[at] = Math.min(255, (canvas.data[at] ?? 0) * (1 - part) + grey * part);
  });
}

/** Mean of the pixels around a place of a paper that is drawn smaller than it is. */
function sample({ width, height, data }: RasterImage, u: number, v: number): number {
  let [sum, count] = [0, 0];
  for (const [dx, dy] of [
    [-0.5, -0.5],
    [0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
  ] as const) {
    const x = Math.min(width - 1, Math.max(0, Math.floor(u + dx)));
    const y = Math.min(height - 1, Math.max(0, Math.floor(v + dy)));
    sum += data[y * width + x] ?? 0;
    count += 1;
  }
  return sum / count;
}

/** Calls with each pixel within `reach` of a quadrilateral, and its distance from the nearest side: positive inside. */
function eachPixelNear(
  { width, height }: RasterImage,
  corners: Quadrilateral,
  reach: number,
  visit: (at: number, distance: number, x: number, y: number) => void,
): void {
  if (!isConvex(corners)) return;
  const lines = corners.map((from, at) => {
    const to = corners[(at + 1) % 4] ?? from;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { from, nx: -(to.y - from.y) / length, ny: (to.x - from.x) / length };
  });
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(...xs) - reach)),
    Math.min(width - 1, Math.max(...xs) + reach),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(Math.min(...ys) - reach)),
    Math.min(height - 1, Math.max(...ys) + reach),
  ];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1) {
      let distance = Infinity;
      for (const { from, nx, ny } of lines)
        distance = Math.min(distance, (x + 0.5 - from.x) * nx + (y + 0.5 - from.y) * ny);
      if (distance >= -reach) visit(y * width + x, distance, x, y);
    }
}

/** Light from one side, and in half of the pictures the shadow of the camera, with a soft edge. */
function shade(canvas: RasterImage, random: Random): void {
  const { width, height, data } = canvas;
  const direction = 2 * Math.PI * random.next();
  const fall = 0.12 + 0.2 * random.next();
  const [nx, ny] = [Math.cos(direction), Math.sin(direction)];
  const hasShadow = random.chance(0.5);
  const [turn, edge, depth] = [2 * Math.PI * random.next(), 0.3 * (2 * random.next() - 1), 0.15 + 0.2 * random.next()];
  const softness = 0.02 + 0.06 * random.next();
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const [u, v] = [x / width - 0.5, y / height - 0.5];
      const light = 1 - fall * (0.5 + u * nx + v * ny);
      const across = u * Math.cos(turn) + v * Math.sin(turn) - edge;
      const dark = hasShadow ? depth / (1 + Math.exp(-across / softness)) : 0;
      data[at] = (data[at] ?? 0) * light * (1 - dark);
    }
}

/** A thumb over the middle of the side of a document: skin, brighter in its middle, with a soft edge. */
function drawThumb(canvas: RasterImage, corners: Quadrilateral, random: Random): void {
  const { width, height, data } = canvas;
  const side = random.below(4);
  const [from, to] = [corners[side] ?? corners[0], corners[(side + 1) % 4] ?? corners[0]];
  const part = 0.3 + 0.4 * random.next();
  const centre = { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const outward = { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
  const radius = 14 + 8 * random.next();
  const skin = 120 + 60 * random.next();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [x - centre.x, y - centre.y];
      const along = Math.max(-8, dx * outward.x + dy * outward.y);
      const beyond = Math.max(0, Math.min(220, along));
      const distance = Math.hypot(dx - beyond * outward.x, dy - beyond * outward.y);
      if (distance > radius + 3) continue;
      const cover = Math.min(1, Math.max(0, (radius + 2 - distance) / 4));
      const at = y * width + x;
      data[at] = (data[at] ?? 0) * (1 - cover) + (skin + 20 * (1 - distance / radius)) * cover;
    }
}
