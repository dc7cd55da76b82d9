/** A page that is not flat, photographed by hand: a page of an open book, or a letter whose sides stand up. */
import type { Point } from '../../../core/documents/sheets/quadrilateral.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';
import type { MakeScan } from './damage.ts';
import { develop, framed, type SeenAt } from './photograph.ts';

const DPI = 200;
/** Distance of the camera in multiples of the page's longer side. */
const DISTANCE = 1.6;
/** Degrees between the camera and the perpendicular of the page: least, and most. */
const FROM_ABOVE = [0, 3] as const;
const TILTED = [10, 20] as const;
/** Degrees by which the page is turned, at most. */
const MAX_TURN_DEGREES = 4;
/** Part of the opposite page of a book that is seen, as a part of the page's width. */
const OPPOSITE = 0.15;
/** Steps in which the curve of the paper is calculated, over the width of the page. */
const STEPS = 1000;
const PAPER = 255;

/** From above. */
export const curledPhotograph: MakeScan = (sheet, random) => takeCurled(sheet, FROM_ABOVE, random);

/** By a camera that is held at 10° to 20° to the perpendicular of the table. */
export const tiltedCurledPhotograph: MakeScan = (sheet, random) => takeCurled(sheet, TILTED, random);

const takeCurled = async (
  sheet: Parameters<MakeScan>[0],
  [least, most]: readonly [number, number],
  random: Random,
): ReturnType<MakeScan> => {
  const page = await sheet.draw(DPI, 1);
  const curve = random.pick([bookPage, bookPage, standingSides])(random);
  const camera = cameraOf(page, least + (most - least) * random.next(), random);
  const paper = withOppositePage(page, curve.opposite);
  const surface = surfaceOf(curve, page.width);
  const corners = [0, 1].flatMap((across) => [0, 1].map((down) => surface.at(across, down * page.height, page)));
  const { size, margin } = framed(corners.map((corner) => camera.project(corner)));
  const offset = curve.opposite === 'left' ? paper.width - page.width : 0;
  const light = lightOf(random);
  const seenAt: SeenAt = (x, y) => {
    const { across, down } = surface.seenBy(camera.rayAt(x - margin.x, y - margin.y));
    return {
      x: across * page.width + offset,
      y: down + page.height / 2,
      shade: light(curve.slope(across)) * curve.gloom(across),
    };
  };
  return develop(paper, size, seenAt, random);
};

/** How a paper bends from its left side (0) to its right side (1): a cylinder, whose lines run from top to bottom. */
interface Curve {
  /** Slope in radians: positive where the paper rises to the right. */
  readonly slope: (across: number) => number;
  /** Part of the light that is not kept off by the paper opposite. */
  readonly gloom: (across: number) => number;
  /** The side on which another page follows. */
  readonly opposite: 'left' | 'right' | 'none';
}

/** It rises from the gutter, the more steeply the nearer, and falls a little to its outer edge. */
function bookPage(random: Random): Curve {
  const side = random.pick(['left', 'right'] as const);
  const steepest = 0.45 + 0.4 * random.next();
  const reach = 0.12 + 0.13 * random.next();
  const fall = 0.03 + 0.07 * random.next();
  const fromGutter = (across: number) => (side === 'left' ? across : 1 - across);
  const risesFromGutter = (from: number) => Math.sign(from) * (steepest * Math.exp(-Math.abs(from) / reach) - fall);
  return {
    slope: (across) => risesFromGutter(fromGutter(across)) * (side === 'left' ? 1 : -1),
    gloom: (across) => 1 - 0.4 * Math.exp(-Math.abs(fromGutter(across)) / 0.06),
    opposite: side,
  };
}

/** A letter that was folded or rolled: its sides stand up, one of them more than the other. */
function standingSides(random: Random): Curve {
  const [left, right] = [0.1 + 0.3 * random.next(), 0.1 + 0.3 * random.next()];
  return {
    slope: (across) => (across < 0 || across > 1 ? 0 : -left * (1 - across) ** 2 + right * across ** 2),
    gloom: () => 1,
    opposite: 'none',
  };
}

interface Place extends Point {
  /** Height above the mean of the page. */
  readonly z: number;
}

interface Ray {
  readonly from: Place;
  readonly towards: Place;
}

interface Surface {
  /** The place of a point of the paper. */
  at(across: number, down: number, page: RasterImage): Place;
  /** The point of the paper that a ray meets: a part of the width, and pixels below the middle. */
  seenBy(ray: Ray): { readonly across: number; readonly down: number };
}

/** The paper and what is beside it, in pixels, with the middle of the page at the origin. It is as long as it is curved. */
function surfaceOf({ slope }: Curve, width: number): Surface {
  // From one width left of the page to one right of it.
  const count = 3 * STEPS + 1;
  const [xs, zs] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 1; at < count; at += 1) {
    const angle = slope((at - 0.5) / STEPS - 1);
    xs[at] = (xs[at - 1] ?? 0) + (Math.cos(angle) * width) / STEPS;
    zs[at] = (zs[at - 1] ?? 0) + (Math.sin(angle) * width) / STEPS;
  }
  const of = (values: Float64Array, at: number) => values[at] ?? 0;
  const middle = (of(xs, STEPS) + of(xs, 2 * STEPS)) / 2;
  const mean = zs.subarray(STEPS, 2 * STEPS).reduce((sum, z) => sum + z, 0) / STEPS;
  return {
    at: (across, down, { height }) => {
      const at = Math.round((across + 1) * STEPS);
      return { x: of(xs, at) - middle, y: down - height / 2, z: of(zs, at) - mean };
    },
    seenBy: ({ from, towards }) => {
      // Which side of the ray, as seen along the lines of the cylinder, a step of the curve is on.
      const side = (at: number) =>
        (of(xs, at) - middle - from.x) * towards.z - (of(zs, at) - mean - from.z) * towards.x;
      let [low, high] = [0, count - 1];
      while (high - low > 1) {
        const between = (low + high) >> 1;
        if (side(between) > 0 === side(0) > 0) low = between;
        else high = between;
      }
      const part = side(low) / (side(low) - side(high));
      const z = of(zs, low) + part * (of(zs, high) - of(zs, low)) - mean;
      return {
        across: (low + part) / STEPS - 1,
        down: from.y + ((z - from.z) / towards.z) * towards.y,
      };
    },
  };
}

interface Camera {
  project(place: Place): Point;
  rayAt(x: number, y: number): Ray;
}

/** A camera over the middle of the page, which is tilted in any direction and turned. */
function cameraOf({ width, height }: RasterImage, degrees: number, random: Random): Camera {
  const radians = (value: number) => (value * Math.PI) / 180;
  const tilt = radians(degrees);
  const direction = 2 * Math.PI * random.next();
  const turn = radians(MAX_TURN_DEGREES * (2 * random.next() - 1));
  const distance = DISTANCE * Math.max(width, height);
  const turned = ({ x, y }: Point, angle: number): Point => ({
    x: x * Math.cos(angle) - y * Math.sin(angle),
    y: x * Math.sin(angle) + y * Math.cos(angle),
  });
  /** About the axis across the direction of the tilt. */
  const tilted = (place: Place, angle: number): Place => {
    const { x: along, y: across } = turned(place, -direction);
    const flat = { x: along * Math.cos(angle) + place.z * Math.sin(angle), y: across };
    return { ...turned(flat, direction), z: place.z * Math.cos(angle) - along * Math.sin(angle) };
  };
  const eye = tilted({ x: 0, y: 0, z: distance }, -tilt);
  return {
    project: (place) => {
      const seen = tilted(place, tilt);
      const scale = distance / (distance - seen.z);
      return turned({ x: seen.x * scale, y: seen.y * scale }, turn);
    },
    rayAt: (x, y) => {
      const onFilm = tilted({ ...turned({ x, y }, -turn), z: 0 }, -tilt);
      return { from: eye, towards: { x: onFilm.x - eye.x, y: onFilm.y - eye.y, z: onFilm.z - eye.z } };
    },
  };
}

/** Brightness of a paper by its slope, 1 where it is flat: light falls from the left or from the right. */
function lightOf(random: Random): (slope: number) => number {
  const angle = (Math.PI / 4) * (2 * random.next() - 1);
  return (slope) => 0.4 + (0.6 * Math.cos(slope + angle)) / Math.cos(angle);
}

/** The page with a strip of a blank page beside it. */
function withOppositePage(page: RasterImage, side: Curve['opposite']): RasterImage {
  if (side === 'none') return page;
  const strip = Math.round(OPPOSITE * page.width);
  const width = page.width + strip;
  const data = new Uint8Array(width * page.height).fill(PAPER);
  for (let y = 0; y < page.height; y += 1)
    data.set(page.data.subarray(y * page.width, (y + 1) * page.width), y * width + (side === 'left' ? strip : 0));
  return { ...page, width, data };
}
