/** A page on a table, photographed by hand: perspective, uneven light, a shadow, and no resolution in the header. */
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';
import type { MakeScan, Scan } from './damage.ts';
import { addNoise, asJpeg, blur, changePixels } from './pixels.ts';
import { projectionOf } from '../../../core/documents/sheets/projection.ts';
import type { Point } from '../../../core/documents/sheets/quadrilateral.ts';

const DPI = 200;
/** Part of the photograph's width and height that the page covers, about. */
const COVERED = 0.84;
/** Maximum displacement of a corner, as a part of the page's size. */
const TILT = 0.045;
/** Degrees between the camera and the perpendicular of the page, and by which the page is turned, at most. */
const MAX_TILT_DEGREES = 20;
const MAX_TURN_DEGREES = 8;
/** Distance of the camera in multiples of the page's longer side. */
const DISTANCE = 1.6;
const QUALITY = 80;
/** Red, green and blue of table tops: oak, walnut, grey, white. */
const TABLES = [
  [176, 132, 88],
  [92, 62, 44],
  [120, 122, 126],
  [205, 203, 198],
] as const;
/** Red, green and blue of the light: day, bulb, fluorescent tube. */
const LIGHTS = [
  [250, 250, 250],
  [255, 238, 208],
  [238, 250, 240],
] as const;

export const photograph: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(DPI, 1);
  const size = { width: Math.round(page.width / COVERED), height: Math.round(page.height / COVERED) };
  return develop(page, size, fromCorners(page, cornersOf(page, size.width, size.height, random)), random);
};

/** By a camera that is held at 10° to 20° to the page's perpendicular, and turned. */
export const tiltedPhotograph: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(DPI, 1);
  const seen = seenCorners(page, random);
  const { size, margin } = framed(seen);
  const corners = seen.map(({ x, y }) => ({ x: x + margin.x, y: y + margin.y }));
  return develop(page, size, fromCorners(page, corners), random);
};

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a photograph that shows these points with a margin, and how far they are moved in it. */
export function framed(seen: readonly Point[]): { readonly size: Size; readonly margin: Point } {
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [across, down] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const size = { width: Math.round(across / COVERED), height: Math.round(down / COVERED) };
  return { size, margin: { x: (size.width - across) / 2 - left, y: (size.height - down) / 2 - top } };
}

/** Where on the paper a place of the photograph is, and how bright the paper is there, of 1. */
export type SeenAt = (x: number, y: number) => Point & { readonly shade?: number };

/** Takes the photograph of a paper on a table. */
export async function develop(page: RasterImage, size: Size, toPage: SeenAt, random: Random): Promise<Scan> {
  const taken = expose(page, size, toPage, random);
  const noisy = addNoise(await blur(taken, 0.8), 6, random);
  return { bytes: await asJpeg(noisy, QUALITY, null), extension: 'jpg' };
}

/** The corners of the page in the picture of a tilted camera, clockwise from the page's top left. */
function seenCorners({ width, height }: RasterImage, random: Random): readonly Point[] {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const tilt = radians(MAX_TILT_DEGREES * (0.5 + 0.5 * random.next()));
  const direction = 2 * Math.PI * random.next();
  const turn = radians(MAX_TURN_DEGREES * (2 * random.next() - 1));
  const distance = DISTANCE * Math.max(width, height);
  const project = (x: number, y: number): Point => {
    // Along the direction of the tilt the page recedes; across it nothing changes.
    const along = x * Math.cos(direction) + y * Math.sin(direction);
    const across = -x * Math.sin(direction) + y * Math.cos(direction);
    const scale = distance / (distance + along * Math.sin(tilt));
    const [nearer, beside] = [along * Math.cos(tilt) * scale, across * scale];
    const [px, py] = [
      nearer * Math.cos(direction) - beside * Math.sin(direction),
      nearer * Math.sin(direction) + beside * Math.cos(direction),
    ];
    return { x: px * Math.cos(turn) - py * Math.sin(turn), y: px * Math.sin(turn) + py * Math.cos(turn) };
  };
  const [right, bottom] = [width / 2, height / 2];
  return [project(-right, -bottom), project(right, -bottom), project(right, bottom), project(-right, bottom)];
}

/** Where the corners of the page lie in the photograph, clockwise from the top left. */
function cornersOf(page: RasterImage, width: number, height: number, random: Random): readonly Point[] {
  const [left, top] = [(width - page.width) / 2, (height - page.height) / 2];
  const moved = (x: number, y: number): Point => ({
    x: x + page.width * TILT * (2 * random.next() - 1),
    y: y + page.height * TILT * (2 * random.next() - 1),
  });
  return [
    moved(left, top),
    moved(left + page.width, top),
    moved(left + page.width, top + page.height),
    moved(left, top + page.height),
  ];
}

const fromCorners = ({ width, height }: Size, corners: readonly Point[]): SeenAt =>
  projectionOf(corners, [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ]);

function expose(page: RasterImage, { width, height }: Size, toPage: SeenAt, random: Random): RasterImage {
  const [table, light] = [random.pick(TABLES), random.pick(LIGHTS)];
  const brightness = lighting(width, height, random);
  const photo: RasterImage = { width, height, channels: 3, data: new Uint8Array(width * height * 3) };
  let [paper, bright]: [number | undefined, number] = [undefined, 1];
  return changePixels(photo, (_value, x, y, channel) => {
    if (channel === 0) {
      const place = toPage(x, y);
      paper = interpolate(page, place);
      bright = brightness(x, y) * (place.shade ?? 1);
    }
    const seen =
      paper === undefined ? (table[channel] ?? 0) * (1 + 0.05 * Math.sin(y / 9 + x / 160)) : 30 + paper * 0.85;
    return (bright * seen * (light[channel] ?? 255)) / 255;
  });
}

/** Brightness over the photograph, 0.5 to 1: it falls in one direction and to the corners, and in a round shadow. */
function lighting(width: number, height: number, random: Random): (x: number, y: number) => number {
  const direction = 2 * Math.PI * random.next();
  const [across, down] = [Math.cos(direction) / width, Math.sin(direction) / height];
  const shadow = { x: width * random.next(), y: height * random.next(), radius: 0.35 * width };
  return (x, y) => {
    const [offX, offY] = [x - width / 2, y - height / 2];
    const slope = 0.9 + 0.25 * (offX * across + offY * down);
    const corner = 0.3 * ((offX / width) ** 2 + (offY / height) ** 2);
    const near = Math.hypot(x - shadow.x, y - shadow.y) / shadow.radius;
    return slope - corner - 0.22 / (1 + Math.exp(8 * (near - 1)));
  };
}

/** Bilinear interpolation; undefined outside the page. */
function interpolate(page: RasterImage, { x, y }: Point): number | undefined {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  if (left < 0 || top < 0 || left + 1 >= page.width || top + 1 >= page.height) return undefined;
  const at = top * page.width + left;
  const [a = 0, b = 0] = [page.data[at], page.data[at + 1]];
  const [c = 0, d = 0] = [page.data[at + page.width], page.data[at + page.width + 1]];
  const upper = a + (b - a) * (x - left);
  return upper + (c + (d - c) * (x - left) - upper) * (y - top);
}
