import { describe, expect, it } from 'vitest';
import {
  atLeast,
  averageAreas,
  averageCells,
  differences,
  findPaper,
  halve,
  interpolate,
  sharpen,
  withoutLongRuns,
} from '../../../../core/ocr/pixels/pixel-kernel.ts';
import { seededRandom } from '../../../../model-container/random.ts';

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Grey noise with black and white patches, so that results reach both ends of the scale. */
function noise(width: number, height: number): Grey {
  const random = seededRandom(1000 * width + height);
  const data = Uint8Array.from({ length: width * height }, () => {
    const value = Math.floor(400 * random.next()) - 70;
    return Math.max(0, Math.min(255, value));
  });
  return { width, height, data };
}

const at = ({ width, data }: Grey, x: number, y: number): number => data[y * width + x] ?? Number.NaN;

/** The image whose pixels a function computes. */
const drawn = (width: number, height: number, pixel: (x: number, y: number) => number): number[] =>
  Array.from({ length: width * height }, (_, index) => pixel(index % width, Math.floor(index / width)));

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index);
/** Buffers compare much faster than arrays. */
const bytesOf = (values: ArrayLike<number>): Buffer => Buffer.from(Uint8Array.from(values));
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

const cellMeans = (image: Grey, size: { width: number; height: number }): number[] => {
  const start = (cell: number, cells: number, pixels: number) => Math.floor((cell * pixels) / cells);
  return drawn(size.width, size.height, (x, y) => {
    const columns = range(start(x, size.width, image.width), start(x + 1, size.width, image.width));
    const rows = range(start(y, size.height, image.height), start(y + 1, size.height, image.height));
    const total = sum(rows.flatMap((row) => columns.map((column) => at(image, column, row))));
    return Math.round(total / (columns.length * rows.length));
  });
};

const halfOf = (image: Grey): number[] =>
  drawn(Math.floor(image.width / 2), Math.floor(image.height / 2), (x, y) => {
    const four = [0, 1].flatMap((down) => [0, 1].map((right) => at(image, 2 * x + right, 2 * y + down)));
    return Math.floor(sum(four) / 4);
  });

describe('An image that is copied to the kernel in bands', () => {
  const image = noise(2100, 520);

  it('is averaged and halved as one that is copied at once', () => {
    const size = { width: 90, height: 23 };
    expect(bytesOf(averageCells(image, size))).toEqual(bytesOf(cellMeans(image, size)));
    expect(bytesOf(halve(image))).toEqual(bytesOf(halfOf(image)));
  });
});

/** Number of pixels in each of 32 bins of 8 greys. */
const binsOf = (greys: readonly number[]): number[] => {
  const bins = Array.from({ length: 32 }, () => 0);
  for (const grey of greys) bins[grey >> 3] = (bins[grey >> 3] ?? 0) + 1;
  return bins;
};
/** Sum of a bin and its neighbours, with `factor` times the bin. */
const around = (bins: readonly number[], bin: number, factor: number): number =>
  (bins[bin - 1] ?? 0) + factor * (bins[bin] ?? 0) + (bins[bin + 1] ?? 0);
const modeOf = (bins: readonly number[]): number => {
  const weights = bins.map((_, bin) => around(bins, bin, 2));
  return weights.indexOf(Math.max(...weights));
};
const meanGrey = (bins: readonly number[], bin: number): number => {
  const pixels = around(bins, bin, 1);
  return Math.floor(8 * bin + 4 + (pixels === 0 ? 0 : (8 * ((bins[bin + 1] ?? 0) - (bins[bin - 1] ?? 0))) / pixels));
};

/** The paper of an image, from the definition: windows of up to 38 columns and of every second one of up to 10 rows. */
const paperOf = (image: Grey): number[] => {
  const { width, height } = image;
  const estimate = (left: number, top: number): number => {
    const rows = range(Math.max(0, top - 4), Math.min(height, top + 6)).filter((row) => row % 2 === 0);
    const within = (from: number, to: number) =>
      rows.flatMap((row) => range(Math.max(0, from), Math.min(width, to)).map((column) => at(image, column, row)));
    const strip = binsOf(within(0, width));
    const only = modeOf(strip);
    const pixels = rows.length * width;
    const isOnly = strip.every((count, bin) => Math.abs(bin - only) <= 1 || count <= 0.05 * pixels);
    if (isOnly && around(strip, only, 1) >= 0.7 * pixels) return meanGrey(strip, only);
    const close = binsOf(within(left - 8, left + 8));
    const here = within(left - 2, left + 2);
    const sides = [within(left - 30, left + 8), within(left - 8, left + 30)].map((greys) => modeOf(binsOf(greys)));
    const [before = 0, after = 0] = sides;
    const mostly = sides.find((bin) => around(binsOf(here), bin, 1) >= 0.7 * here.length);
    return meanGrey(close, mostly ?? (around(close, before, 1) > around(close, after, 1) ? before : after));
  };
  // The pixels of a block of 2 × 2 have one estimate.
  const columns = Math.ceil(width / 2);
  const blocks = drawn(columns, Math.ceil(height / 2), (column, row) => estimate(2 * column, 2 * row));
  return drawn(width, height, (x, y) => blocks[(y >> 1) * columns + (x >> 1)] ?? Number.NaN);
};

/** Sizes with and without pixels beyond the last block of 16. */
const SIZES = [
  [1, 1],
  [2, 3],
  [15, 9],
  [16, 16],
  [33, 8],
  [47, 61],
  [130, 5],
  [18, 300],
] as const;

describe.each(SIZES)('The loops over an image of %i × %i pixels', (width, height) => {
  const image = noise(width, height);

  it.each([1, 1.4, 3, 7.9])('average cells of 1/%d of both sides', (by) => {
    const size = { width: Math.max(1, Math.floor(width / by)), height: Math.max(1, Math.floor(height / by)) };
    expect(bytesOf(averageCells(image, size))).toEqual(bytesOf(cellMeans(image, size)));
  });

  it('halve it', () => {
    expect(bytesOf(halve(image))).toEqual(bytesOf(halfOf(image)));
  });

  it.each([
    [1, 0.2],
    [2, 0.4],
  ])('sharpen it with a reach of %i', (reach, fraction) => {
    const norm = 1 / (2 * reach + 1) ** 2;
    const expected = drawn(width, height, (x, y) => {
      const grey = at(image, x, y);
      if (x < reach || y < reach || x >= width - reach || y >= height - reach) return grey;
      const near = range(-reach, reach + 1);
      const total = sum(near.flatMap((down) => near.map((right) => at(image, x + right, y + down))));
      return Math.max(0, Math.min(255, Math.trunc(grey + fraction * (grey - norm * total) + 0.5)));
    });
    expect(bytesOf(sharpen(image, reach, fraction))).toEqual(bytesOf(expected));
  });

  it.each([
    ['of noise', (grey: number) => grey],
    ['of pale noise', (grey: number) => 192 + (grey >> 2)],
    ['of two greys', (grey: number, x: number) => (x < width / 2 ? 230 : 120) + (grey >> 5)],
    ['that is white', () => 255],
  ])('find the paper %s', (_, greyOf) => {
    const page = { width, height, data: image.data.map((grey, index) => greyOf(grey, index % width)) };
    expect(bytesOf(findPaper(page))).toEqual(bytesOf(paperOf(page)));
  });

  it('take the difference to another', () => {
    const other = noise(width, height + 1).data.subarray(width);
    const expected = drawn(width, height, (x, y) => Math.abs(at(image, x, y) - (other[y * width + x] ?? 0)));
    expect(bytesOf(differences(image.data, other))).toEqual(bytesOf(expected));
  });

  it('compare it with limits of columns and bands', () => {
    const limit = (x: number, band: number) => (37 * x + 101 * band) % 256;
    const limits = range(0, Math.ceil(height / 3)).map((band) =>
      Uint8Array.from(range(0, width), (x) => limit(x, band)),
    );
    const expected = drawn(width, height, (x, y) => (at(image, x, y) >= limit(x, Math.floor(y / 3)) ? 1 : 0));
    expect(bytesOf(atLeast(image, 3, limits))).toEqual(bytesOf(expected));
  });

  it.each([1, 5, 45])('clear rows and columns of more than %i ones', (most) => {
    // Nine tenths are ones, so that there are runs of all lengths; in a part all are.
    const ones = { width, height, data: image.data.map((grey, index) => (grey > 25 || index % width < 3 ? 1 : 0)) };
    const run = (x: number, y: number, right: number, down: number) => {
      let length = 0;
      while (x >= 0 && y >= 0 && x < width && y < height && at(ones, x, y) === 1) {
        length += 1;
        x += right;
        y += down;
      }
      return length;
    };
    const isLong = (x: number, y: number) =>
      run(x, y, 1, 0) + run(x, y, -1, 0) - 1 > most || run(x, y, 0, 1) + run(x, y, 0, -1) - 1 > most;
    const expected = drawn(width, height, (x, y) => (at(ones, x, y) === 1 && !isLong(x, y) ? 1 : 0));
    expect(bytesOf(withoutLongRuns(ones, most))).toEqual(bytesOf(expected));
  });
});

describe.each([
  [5, 4],
  [33, 17],
  [98, 30],
  [160, 90],
])('A line of %i × %i pixels', (width, height) => {
  const line = noise(width, height);

  it.each([1.3, 2, 4.7])('is interpolated to %d times its size', (scale) => {
    const size = { width: Math.floor(width * scale), height: Math.floor(height * scale) };
    const step = (from: number, to: number) => Math.fround((16 * from) / to);
    const position = (index: number, from: number, to: number) => Math.trunc(Math.fround(step(from, to) * index));
    const expected = drawn(size.width, size.height, (x, y) => {
      const [column, row] = [position(x, width, size.width), position(y, height, size.height)];
      const [right, down] = [column & 15, row & 15];
      const along = (source: number) =>
        (16 - right) * at(line, column >> 4, source) + right * at(line, Math.min((column >> 4) + 1, width - 1), source);
      return ((16 - down) * along(row >> 4) + down * along(Math.min((row >> 4) + 1, height - 1)) + 128) >> 8;
    });
    expect(bytesOf(interpolate(line, size))).toEqual(bytesOf(expected));
  });

  it.each([0.6, 0.37, 0.15])('is averaged to %d of its size', (scale) => {
    const size = { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
    const span = (index: number, from: number, to: number) => {
      const step = Math.fround((16 * from) / to);
      return { begin: Math.trunc(step * index), end: Math.trunc(step * (index + 1)) };
    };
    /** Sixteenths of each source pixel that the span covers. */
    const shares = ({ begin, end }: { begin: number; end: number }) =>
      range(begin >> 4, (end >> 4) + 1).map((pixel) => ({
        pixel,
        share: Math.min(end, 16 * (pixel + 1)) - Math.max(begin, 16 * pixel),
      }));
    const expected = drawn(size.width, size.height, (x, y) => {
      const [across, down] = [span(x, width, size.width), span(y, height, size.height)];
      if (across.end >> 4 > width - 2 || down.end >> 4 > height - 2)
        return at(line, across.begin >> 4, down.begin >> 4);
      const weighted = shares(down).flatMap((row) =>
        shares(across).map((column) => ({ weight: row.share * column.share, grey: at(line, column.pixel, row.pixel) })),
      );
      const area = sum(weighted.map(({ weight }) => weight));
      return Math.trunc((sum(weighted.map(({ weight, grey }) => weight * grey)) + 128) / area);
    });
    expect(bytesOf(averageAreas(line, size))).toEqual(bytesOf(expected));
  });
});
