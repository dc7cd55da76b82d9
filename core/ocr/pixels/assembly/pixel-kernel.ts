/**
 * The loops over the pixels of grey images that take most time, in AssemblyScript with SIMD: `npm run build:kernels`
 * compiles it to ../pixel-kernel.wasm. The caller (../pixel-kernel.ts) manages the memory. A grey image is rows of
 * `width` bytes. Loads may reach 16 bytes beyond the end of an image, and stores 16 bytes beyond that of a result.
 */
export { findPaper } from './paper-tone';

/** The first address that the caller may use. */
export function freeMemory(): usize {
  return __heap_base;
}

/**
 * The mean of each cell of one row of cells, rounded.
 * @param rows of pixels that a cell covers
 * @param columns `cells` + 1 columns in 32 bits: the first of each cell, and the end of the last
 * @param sums 4 bytes a column, of which the first are at the address `sums`
 */
export function averageCells(from: usize, width: i32, rows: i32, columns: usize, cells: i32, sums: usize, to: usize): void {
  memory.fill(sums, 0, <usize>width << 2);
  for (let row = 0; row < rows; row++) addRow(from + <usize>(row * width), width, sums);
  let left = load<i32>(columns);
  for (let cell = 0; cell < cells; cell++) {
    const right = load<i32>(columns + (<usize>cell << 2), 4);
    const pixels = (right - left) * rows;
    let total: i32 = 0;
    for (; left < right; left++) total += load<i32>(sums + (<usize>left << 2));
    store<u8>(to + <usize>cell, <u8>(<f64>total / <f64>pixels + 0.5));
  }
}

function addRow(from: usize, width: i32, sums: usize): void {
  let x = 0;
  for (; x + 16 <= width; x += 16) {
    const pixels = v128.load(from + <usize>x);
    const low = i16x8.extend_low_i8x16_u(pixels);
    const high = i16x8.extend_high_i8x16_u(pixels);
    const at = sums + (<usize>x << 2);
    v128.store(at, i32x4.add(v128.load(at), i32x4.extend_low_i16x8_u(low)));
    v128.store(at, i32x4.add(v128.load(at, 16), i32x4.extend_high_i16x8_u(low)), 16);
    v128.store(at, i32x4.add(v128.load(at, 32), i32x4.extend_low_i16x8_u(high)), 32);
    v128.store(at, i32x4.add(v128.load(at, 48), i32x4.extend_high_i16x8_u(high)), 48);
  }
  for (; x < width; x++) {
    const at = sums + (<usize>x << 2);
    store<i32>(at, load<i32>(at) + <i32>load<u8>(from + <usize>x));
  }
}

/** The mean of each 2 × 2 pixels, rounded down, of which an image of `width` has `toWidth` in a row. */
export function halve(from: usize, width: i32, toWidth: i32, toHeight: i32, to: usize): void {
  for (let y = 0; y < toHeight; y++) {
    let upper = from + <usize>(2 * y * width);
    let lower = upper + <usize>width;
    const end = to + <usize>toWidth;
    for (; to + 16 <= end; to += 16) {
      v128.store(to, i8x16.narrow_i16x8_u(meansOfFour(upper, lower), meansOfFour(upper + 16, lower + 16)));
      upper += 32;
      lower += 32;
    }
    for (; to < end; to++) {
      const sum = <i32>load<u8>(upper) + <i32>load<u8>(upper, 1) + <i32>load<u8>(lower) + <i32>load<u8>(lower, 1);
      store<u8>(to, <u8>(sum >> 2));
      upper += 2;
      lower += 2;
    }
  }
}

// @ts-ignore: decorator
@inline
function meansOfFour(upper: usize, lower: usize): v128 {
  const above = i16x8.extadd_pairwise_i8x16_u(v128.load(upper));
  const below = i16x8.extadd_pairwise_i8x16_u(v128.load(lower));
  return i16x8.shr_u(i16x8.add(above, below), 2);
}

/**
 * Bilinear interpolation in sixteenths of a pixel.
 * @param columns `toWidth` source columns in sixteenths of a pixel, in 32 bits
 * @param yStep source rows of a target row, in sixteenths of a pixel
 * @param scratch 2 × (2 × `toWidth` + 16) bytes
 */
export function interpolate(from: usize, width: i32, height: i32, columns: usize, toWidth: i32, toHeight: i32, yStep: f32, scratch: usize, to: usize): void {
  // The two source rows around a target row, interpolated horizontally; most serve several target rows.
  let upper = scratch;
  let lower = scratch + ((<usize>toWidth << 1) + 16);
  let upperRow = -1;
  let lowerRow = -1;
  for (let y = 0; y < toHeight; y++) {
    const at = <i32>(yStep * <f32>y);
    const row = at >> 4;
    const next = min(row + 1, height - 1);
    if (row === lowerRow) {
      const swapped = upper;
      upper = lower;
      lower = swapped;
      upperRow = lowerRow;
      lowerRow = -1;
    }
    if (row !== upperRow) interpolateRow(from + <usize>(row * width), width, columns, toWidth, upper);
    if (next !== lowerRow) interpolateRow(from + <usize>(next * width), width, columns, toWidth, lower);
    upperRow = row;
    lowerRow = next;
    mixRows(upper, lower, at & 15, to + <usize>(y * toWidth), toWidth);
  }
}

/** @param to sixteen times the grey at each column, in 16 bits */
function interpolateRow(from: usize, width: i32, columns: usize, count: i32, to: usize): void {
  const last = width - 1;
  for (const end = to + (<usize>count << 1); to < end; to += 2) {
    const column = load<i32>(columns);
    const right = column & 15;
    const left = column >> 4;
    const grey = (16 - right) * <i32>load<u8>(from + <usize>left) + right * <i32>load<u8>(from + <usize>min(left + 1, last));
    store<u16>(to, <u16>grey);
    columns += 4;
  }
}

/** @param down sixteenths of the lower row */
function mixRows(upper: usize, lower: usize, down: i32, to: usize, count: i32): void {
  const ofUpper = i16x8.splat(<i16>(16 - down));
  const ofLower = i16x8.splat(<i16>down);
  const half = i16x8.splat(128);
  for (const end = to + <usize>count; to < end; to += 8) {
    const sum = i16x8.add(i16x8.mul(v128.load(upper), ofUpper), i16x8.mul(v128.load(lower), ofLower));
    const grey = i16x8.shr_u(i16x8.add(sum, half), 8);
    v128.store64_lane(to, i8x16.narrow_i16x8_u(grey, grey), 0);
    upper += 16;
    lower += 16;
  }
}

/**
 * Unsharp masking: adds `fraction` of the difference between a pixel and the mean of its neighbourhood of `reach` pixels
 * to either side. A margin of `reach` pixels is not changed.
 * @param norm one divided by the pixels of a neighbourhood
 * @param sums 2 × `width` + 16 bytes
 */
export function sharpen(from: usize, width: i32, height: i32, reach: i32, norm: f64, fraction: f64, sums: usize, to: usize): void {
  memory.copy(to, from, <usize>(width * height));
  memory.fill(sums, 0, (<usize>width << 1) + 16);
  for (let row = 0; row < min(2 * reach, height); row++) changeSums(sums, from + <usize>(row * width), width, 1);
  for (let y = reach; y < height - reach; y++) {
    changeSums(sums, from + <usize>((y + reach) * width), width, 1);
    sharpenRow(from + <usize>(y * width), width, reach, norm, fraction, sums, to + <usize>(y * width));
    changeSums(sums, from + <usize>((y - reach) * width), width, -1);
  }
}

/** Adds a row to the sums of the columns, or takes it out. */
// @ts-ignore: decorator
@inline
function changeSums(sums: usize, row: usize, width: i32, by: i16): void {
  const factor = i16x8.splat(by);
  for (let x = 0; x < width; x += 8) {
    const at = sums + (<usize>x << 1);
    v128.store(at, i16x8.add(v128.load(at), i16x8.mul(v128.load8x8_u(row + <usize>x), factor)));
  }
}

function sharpenRow(from: usize, width: i32, reach: i32, norm: f64, fraction: f64, sums: usize, to: usize): void {
  const end = width - reach;
  let x = reach;
  for (; x + 8 <= end; x += 8) {
    let sum = i16x8.splat(0);
    for (let near = x - reach; near <= x + reach; near++) sum = i16x8.add(sum, v128.load(sums + (<usize>near << 1)));
    const grey = v128.load8x8_u(from + <usize>x);
    const low = sharpFour(i32x4.extend_low_i16x8_u(grey), i32x4.extend_low_i16x8_u(sum), norm, fraction);
    const high = sharpFour(i32x4.extend_high_i16x8_u(grey), i32x4.extend_high_i16x8_u(sum), norm, fraction);
    const sharp = i16x8.narrow_i32x4_s(low, high);
    v128.store64_lane(to + <usize>x, i8x16.narrow_i16x8_u(sharp, sharp), 0);
  }
  for (; x < end; x++) {
    let sum: i32 = 0;
    for (let near = x - reach; near <= x + reach; near++) sum += <i32>load<u16>(sums + (<usize>near << 1));
    const grey = <f64>load<u8>(from + <usize>x);
    const sharp = <i32>(grey + fraction * (grey - norm * <f64>sum) + 0.5);
    store<u8>(to + <usize>x, <u8>min(255, max(0, sharp)));
  }
}

// @ts-ignore: decorator
@inline
function sharpFour(grey: v128, sum: v128, norm: f64, fraction: f64): v128 {
  const first = sharpTwo(grey, sum, norm, fraction);
  const second = sharpTwo(v128.shuffle<i64>(grey, grey, 1, 0), v128.shuffle<i64>(sum, sum, 1, 0), norm, fraction);
  return v128.shuffle<i64>(first, second, 0, 2);
}

/** In 64 bits, as the rounding towards 0 (which is black) depends on it. */
// @ts-ignore: decorator
@inline
function sharpTwo(grey: v128, sum: v128, norm: f64, fraction: f64): v128 {
  const value = f64x2.convert_low_i32x4_s(grey);
  const mean = f64x2.mul(f64x2.splat(norm), f64x2.convert_low_i32x4_s(sum));
  const added = f64x2.mul(f64x2.splat(fraction), f64x2.sub(value, mean));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.add(value, added), f64x2.splat(0.5)));
}

/** Bytes of the table of a target column or row: its first and last source pixel, the sixteenths of both that it covers. */
const SPAN_BYTES: usize = 16;

/**
 * Area averaging: each target pixel is the mean of the source pixels that it covers, rounded to the nearest 1 / area.
 * @param columns spans of the target columns
 * @param rows spans of the target rows
 * @param sums 4 × `toWidth` bytes
 */
export function averageAreas(from: usize, width: i32, height: i32, columns: usize, toWidth: i32, rows: usize, toHeight: i32, sums: usize, to: usize): void {
  for (let y = 0; y < toHeight; y++, rows += SPAN_BYTES) {
    const first = load<i32>(rows);
    const last = load<i32>(rows, 4);
    const edge = last > height - 2;
    if (!edge) {
      memory.fill(sums, 0, <usize>toWidth << 2);
      for (let row = first; row <= last; row++) addShares(from + <usize>(row * width), columns, toWidth, shareOf(rows, row), sums);
    }
    const tall = lengthOf(rows);
    for (let x = 0; x < toWidth; x++, to++) {
      const column = columns + <usize>x * SPAN_BYTES;
      // At the right and lower edge leptonica uses the source pixel without averaging.
      if (edge || load<i32>(column, 4) > width - 2) store<u8>(to, load<u8>(from + <usize>(first * width + load<i32>(column))));
      else store<u8>(to, <u8>((load<u32>(sums + (<usize>x << 2)) + 128) / <u32>(tall * lengthOf(column))));
    }
  }
}

/** Adds a row to the sums of the target pixels, as many sixteenths of it as `share`. */
function addShares(row: usize, columns: usize, count: i32, share: i32, sums: usize): void {
  for (const end = columns + <usize>count * SPAN_BYTES; columns < end; columns += SPAN_BYTES, sums += 4) {
    const first = load<i32>(columns);
    const last = load<i32>(columns, 4);
    let sum = load<i32>(columns, 8) * <i32>load<u8>(row + <usize>first);
    for (let x = first + 1; x < last; x++) sum += <i32>load<u8>(row + <usize>x) << 4;
    if (last > first) sum += load<i32>(columns, 12) * <i32>load<u8>(row + <usize>last);
    store<i32>(sums, load<i32>(sums) + share * sum);
  }
}

/** Sixteenths of a source pixel that a span covers. */
// @ts-ignore: decorator
@inline
function shareOf(span: usize, pixel: i32): i32 {
  return pixel === load<i32>(span) ? load<i32>(span, 8) : pixel === load<i32>(span, 4) ? load<i32>(span, 12) : 16;
}

/** Length of a span in sixteenths of a pixel. */
// @ts-ignore: decorator
@inline
function lengthOf(span: usize): i32 {
  const apart = load<i32>(span, 4) - load<i32>(span);
  return apart === 0 ? load<i32>(span, 8) : load<i32>(span, 8) + load<i32>(span, 12) + ((apart - 1) << 4);
}

/** The differences of two images, without sign. `count` is rounded up to a multiple of 16. */
export function differences(one: usize, other: usize, count: i32, to: usize): void {
  for (const end = to + <usize>count; to < end; to += 16) {
    const a = v128.load(one);
    const b = v128.load(other);
    v128.store(to, v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a)));
    one += 16;
    other += 16;
  }
}

/**
 * 1 for each value that is at least the limit of its column, else 0.
 * @param limits `width` + 16 bytes
 */
export function atLeast(from: usize, width: i32, rows: i32, limits: usize, to: usize): void {
  const one = i8x16.splat(1);
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < width; x += 16) {
      const isLess = i8x16.lt_u(v128.load(from + <usize>x), v128.load(limits + <usize>x));
      v128.store(to + <usize>x, v128.andnot(one, isLess));
    }
    from += <usize>width;
    to += <usize>width;
  }
}

/**
 * Clears the ones of a mask that stand in rows or columns of more than `most` ones.
 * @param mask ones and zeros, which stay
 * @param to a copy of the mask
 * @param most at most 254
 * @param runs `width` + 16 bytes
 */
export function clearLongRuns(mask: usize, width: i32, height: i32, most: i32, runs: usize, to: usize): void {
  for (let y = 0; y < height; y++) clearLongRows(mask + <usize>(y * width), width, most, to + <usize>(y * width));
  memory.fill(runs, 0, <usize>width + 16);
  const one = i8x16.splat(1);
  const limit = i8x16.splat(<i8>most);
  for (let y = 0; y < height; y++) {
    const row = mask + <usize>(y * width);
    for (let x = 0; x < width; x += 16) {
      const before = v128.load(runs + <usize>x);
      const isOne = i8x16.eq(v128.load(row + <usize>x), one);
      const ended = v128.andnot(i8x16.gt_u(before, limit), isOne);
      if (v128.any_true(ended)) clearColumns(i8x16.bitmask(ended), x, y, width, mask, to);
      v128.store(runs + <usize>x, v128.and(i8x16.add_sat_u(before, one), isOne));
    }
  }
  for (let x = 0; x < width; x++) {
    if (<i32>load<u8>(runs + <usize>x) > most) clearAbove(x, height, width, mask, to);
  }
}

function clearLongRows(mask: usize, width: i32, most: i32, to: usize): void {
  let run = 0;
  let x = 0;
  while (x < width) {
    if (run === 0 && x + 16 <= width && !v128.any_true(v128.load(mask + <usize>x))) {
      x += 16;
      continue;
    }
    if (load<u8>(mask + <usize>x)) run++;
    else {
      if (run > most) memory.fill(to + <usize>(x - run), 0, <usize>run);
      run = 0;
    }
    x++;
  }
  if (run > most) memory.fill(to + <usize>(x - run), 0, <usize>run);
}

/** @param ended a bit for each of 16 columns from `x` */
function clearColumns(ended: i32, x: i32, y: i32, width: i32, mask: usize, to: usize): void {
  for (let lane = 0; lane < 16; lane++) {
    if (((ended >> lane) & 1) && x + lane < width) clearAbove(x + lane, y, width, mask, to);
  }
}

/** Clears the ones of a column that end above row `y`. */
function clearAbove(x: i32, y: i32, width: i32, mask: usize, to: usize): void {
  for (let row = y - 1; row >= 0; row--) {
    const at = <usize>(row * width + x);
    if (!load<u8>(mask + at)) break;
    store<u8>(to + at, 0);
  }
}
