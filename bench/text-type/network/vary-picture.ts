/** Ink pictures as another scanner, pen or hand would have made them. */
import { PICTURE_HEIGHT } from '../../../core/ocr/handwriting/network/ink-picture.ts';
import type { Random } from '../../../model-container/random.ts';

/** Ink from 0 to 1, row by row. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** @returns another size, slant and place, thinner or thicker, coarser or blurred, with gaps and noise */
export function varyPicture(ink: Uint8Array, random: Random): Uint8Array {
  const between = (from: number, to: number) => from + (to - from) * random.next();
  const before = {
    width: ink.length / PICTURE_HEIGHT,
    height: PICTURE_HEIGHT,
    data: Float32Array.from(ink, (value) => value / 255),
  };
  let picture = deformed(before, random);
  const pen = random.next();
  if (pen < 0.12) picture = withStrokes(picture, Math.max, between(0.1, 0.7));
  else if (pen < 0.24) picture = withStrokes(picture, Math.min, between(0.1, 0.5));
  const softness = random.next();
  if (softness < 0.25) picture = coarse(picture, between(0.4, 0.8));
  else if (softness < 0.45) picture = blurred(picture, between(1, 1.3));
  if (random.chance(0.5)) {
    const [steepness, middle] = [between(0.8, 2.5), between(0.35, 0.65)];
    picture = withInk(picture, (value) => (value - middle) * steepness + 0.5);
  }
  if (random.chance(0.15)) {
    const gaps = between(0.02, 0.15);
    picture = withInk(picture, (value) => (random.chance(gaps) ? 0 : value));
  }
  if (random.chance(0.15)) {
    const noise = between(0.02, 0.12);
    picture = withInk(picture, (value) => value + noise * random.normal());
  }
  return Uint8Array.from(picture.data, (value) => Math.round(255 * Math.max(0, Math.min(1, value))));
}

/** The ink of a pixel; none outside of the picture. */
const inkAt = ({ width, height, data }: Picture, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[y * width + x] ?? 0);

const withInk = (picture: Picture, change: (value: number) => number): Picture => ({
  ...picture,
  data: picture.data.map((value) => Math.max(0, Math.min(1, change(Math.max(0, Math.min(1, value)))))),
});

function deformed(picture: Picture, random: Random): Picture {
  const between = (from: number, to: number) => from + (to - from) * random.next();
  const high = between(0.8, 1.3);
  const wide = high * between(0.88, 1.15);
  const [slant, down] = [0.07 * random.normal(), between(-4, 4)];
  const middle = PICTURE_HEIGHT / 2;
  return resampled(picture, Math.max(COLUMNS, Math.round(picture.width * wide)), PICTURE_HEIGHT, (x, y) => [
    x / wide + slant * (y - middle),
    (y - middle) / high + middle + down,
  ]);
}

/** Strokes that are thicker or thinner by up to two pixels. @param share how much of that is done, 0 to 1 */
function withStrokes(picture: Picture, choose: (...inks: number[]) => number, share: number): Picture {
  const { width, data } = picture;
  const changed = data.map((ink, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    const around = [
      inkAt(picture, x - 1, y),
      inkAt(picture, x + 1, y),
      inkAt(picture, x, y - 1),
      inkAt(picture, x, y + 1),
    ];
    const chosen = choose(ink, ...around);
    return ink + share * (chosen - ink);
  });
  return { ...picture, data: changed };
}

/** Columns of a picture at least. */
const COLUMNS = 8;

/** As with fewer dots per inch. */
function coarse(picture: Picture, part: number): Picture {
  const [width, height] = [Math.max(2, Math.round(picture.width * part)), Math.round(picture.height * part)];
  const [across, down] = [picture.width / width, picture.height / height];
  const small = resampled(part < 0.6 ? blurred(picture, 1) : picture, width, height, (x, y) => [x * across, y * down]);
  return resampled(small, picture.width, picture.height, (x, y) => [x / across, y / down]);
}

/** The mean of 3 × 3 pixels. */
function blurred({ width, height, data }: Picture, factor: number): Picture {
  const result = new Float32Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
          sum += data[row * width + column] ?? 0;
      result[y * width + x] = (factor * sum) / 9;
    }
  return { width, height, data: result };
}

/** @param from where a point of the result lies in the picture, in pixels */
function resampled(
  picture: Picture,
  toWidth: number,
  toHeight: number,
  from: (x: number, y: number) => readonly [number, number],
): Picture {
  const result = new Float32Array(toWidth * toHeight);
  for (let row = 0; row < toHeight; row += 1)
    for (let column = 0; column < toWidth; column += 1) {
      const [x, y] = from(column + 0.5, row + 0.5);
      const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
      const [right, bottom] = [x - 0.5 - left, y - 0.5 - top];
      result[row * toWidth + column] =
        (1 - bottom) * ((1 - right) * inkAt(picture, left, top) + right * inkAt(picture, left + 1, top)) +
        bottom * ((1 - right) * inkAt(picture, left, top + 1) + right * inkAt(picture, left + 1, top + 1));
    }
  return { width: toWidth, height: toHeight, data: result };
}
