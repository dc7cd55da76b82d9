/**
 * Estimates the grey of the paper around each pixel of a page: of white paper, of a grey band behind a table row, of a
 * black box behind white letters. A part of pixel-kernel.wasm.
 */

/**
 * The window is wide and low, because lines of text are: a band that is barely higher than its line still fills most of
 * it. Pairs of columns, columns and rows to each side of the pixel, in pixels at 75 per inch.
 */
const FAR_PAIRS: usize = 15;
const NEAR_PAIRS: usize = 4;
const HERE: i32 = 2;
const ROWS: i32 = 4;
/** Side of the squares of pixels that share an estimate. */
const STEP: i32 = 2;
/** A bin of the histograms has 8 grey levels; the noise of paper spreads over three bins. */
const BIN_BITS: i32 = 3;
const BIN_WIDTH: i32 = 1 << BIN_BITS;
const BINS: i32 = 256 >> BIN_BITS;

/** Part of a strip's pixels that its paper has at least, and that a second paper would have, if it has only one. */
const MOSTLY: f64 = 0.7;
const SECOND: f64 = 0.05;

/** Bytes of the histogram of a pair of columns: a byte a bin, which is enough for the 190 pixels of the widest window. */
const PAIR_BYTES: usize = 32;

/** The histogram of a strip, in 32 bits, and of the NEAR_PAIRS to each side; with an empty bin at each end. */
const whole: usize = memory.data(136, 16) + 4;
const close: usize = memory.data(64, 16) + 16;

/**
 * The grey of the paper for each pixel. Of the most frequent greys to the left and to the right, it is the one that is
 * more frequent close by: a band's paper begins where the band begins.
 * @param pairs 16 × `width` + 992 bytes
 */
export function findPaper(from: usize, width: i32, height: i32, pairs: usize, to: usize): void {
  memory.fill(pairs, 0, (<usize>((width + 1) / STEP) + 2 * FAR_PAIRS) * PAIR_BYTES);
  memory.fill(whole - 4, 0, 136);
  pairs += FAR_PAIRS * PAIR_BYTES;
  // A strip is every second row of those that the estimates of a row are made of: from row `top` to row `bottom`.
  let top = 0;
  let bottom = 0;
  for (let y = 0; y < height; y += STEP) {
    for (; bottom < min(height, y + ROWS + STEP); bottom += STEP) countRow(from + <usize>(bottom * width), width, pairs, 1);
    for (; top < y - ROWS; top += STEP) countRow(from + <usize>(top * width), width, pairs, -1);
    const rows = (bottom - top) / STEP;
    const row = to + <usize>(y * width);
    const only = onlyPaper(width * rows);
    if (only < 0) estimateRow(pairs, width, rows, row);
    else memory.fill(row, <u8>only, <usize>width);
    if (y + 1 < height) memory.copy(row + <usize>width, row, <usize>width);
  }
}

/** Adds a row to the histograms of the strip and of its columns, or takes it out. */
function countRow(row: usize, width: i32, pairs: usize, by: i32): void {
  for (let x = 0; x < width; x++) {
    const bin = <usize>load<u8>(row + <usize>x) >> BIN_BITS;
    const pair = pairs + <usize>(x / STEP) * PAIR_BYTES + bin;
    store<u8>(pair, <u8>(<i32>load<u8>(pair) + by));
    store<i32>(whole + (bin << 2), load<i32>(whole + (bin << 2)) + by);
  }
}

/** The grey of the paper of a strip that has only one; −1 if it may have several. */
function onlyPaper(pixels: i32): i32 {
  let paper = 0;
  let best = -1;
  for (let bin = 0; bin < BINS; bin++) {
    const weight = inWhole(bin - 1) + 2 * inWhole(bin) + inWhole(bin + 1);
    if (weight > best) {
      best = weight;
      paper = bin;
    }
  }
  const before = inWhole(paper - 1);
  const after = inWhole(paper + 1);
  const mostly = before + inWhole(paper) + after;
  if (<f64>mostly < MOSTLY * <f64>pixels) return -1;
  for (let bin = 0; bin < BINS; bin++) {
    if (abs(bin - paper) > 1 && <f64>inWhole(bin) > SECOND * <f64>pixels) return -1;
  }
  return meanGrey(paper, before, mostly, after);
}

// @ts-ignore: decorator
@inline
function inWhole(bin: i32): i32 {
  return load<i32>(whole + (<usize>bin << 2));
}

/** The histograms of the three windows are in two registers each; `a` has the darker half of the bins. */
function estimateRow(pairs: usize, width: i32, rows: i32, row: usize): void {
  const zero = i8x16.splat(0);
  let aLeft = zero;
  let bLeft = zero;
  let aRight = zero;
  let bRight = zero;
  for (let pair: usize = 0; pair < NEAR_PAIRS; pair++) {
    aLeft = i8x16.add(aLeft, v128.load(pairs + pair * PAIR_BYTES));
    bLeft = i8x16.add(bLeft, v128.load(pairs + pair * PAIR_BYTES, 16));
  }
  for (let pair: usize = 0; pair < FAR_PAIRS; pair++) {
    aRight = i8x16.add(aRight, v128.load(pairs + pair * PAIR_BYTES));
    bRight = i8x16.add(bRight, v128.load(pairs + pair * PAIR_BYTES, 16));
  }
  let aClose = aLeft;
  let bClose = bLeft;
  for (let x = 0; x < width; x += STEP, pairs += PAIR_BYTES) {
    v128.store(close, aClose);
    v128.store(close, bClose, 16);
    const paper = <u8>paperAt(mode(aLeft, bLeft), mode(aRight, bRight), pairs, width, rows, x);
    store<u8>(row + <usize>x, paper);
    if (x + 1 < width) store<u8>(row + <usize>x, paper, 1);
    const farLeft = pairs - FAR_PAIRS * PAIR_BYTES;
    const nearLeft = pairs - NEAR_PAIRS * PAIR_BYTES;
    const nearRight = pairs + NEAR_PAIRS * PAIR_BYTES;
    const farRight = pairs + FAR_PAIRS * PAIR_BYTES;
    aLeft = i8x16.add(i8x16.sub(aLeft, v128.load(farLeft)), v128.load(nearRight));
    bLeft = i8x16.add(i8x16.sub(bLeft, v128.load(farLeft, 16)), v128.load(nearRight, 16));
    aClose = i8x16.add(i8x16.sub(aClose, v128.load(nearLeft)), v128.load(nearRight));
    bClose = i8x16.add(i8x16.sub(bClose, v128.load(nearLeft, 16)), v128.load(nearRight, 16));
    aRight = i8x16.add(i8x16.sub(aRight, v128.load(nearLeft)), v128.load(farRight));
    bRight = i8x16.add(i8x16.sub(bRight, v128.load(nearLeft, 16)), v128.load(farRight, 16));
  }
}

/** @param left the most frequent bin to the left, `right` that to the right */
// @ts-ignore: decorator
@inline
function paperAt(left: i32, right: i32, pairs: usize, width: i32, rows: i32, x: i32): i32 {
  if (left === right) return meanGreyClose(left);
  const most = MOSTLY * <f64>(min(width, x + HERE) - max(0, x - HERE)) * <f64>rows;
  if (<f64>countHere(pairs, left) >= most) return meanGreyClose(left);
  if (<f64>countHere(pairs, right) >= most) return meanGreyClose(right);
  return meanGreyClose(countAt(close, left) > countAt(close, right) ? left : right);
}

/** Number of pixels of a bin and its neighbours in the columns from −HERE to HERE. */
// @ts-ignore: decorator
@inline
function countHere(pairs: usize, bin: i32): i32 {
  return countInPair(pairs - PAIR_BYTES, bin) + countInPair(pairs, bin);
}

// @ts-ignore: decorator
@inline
function countInPair(pair: usize, bin: i32): i32 {
  const at = pair + <usize>bin;
  const before = bin === 0 ? 0 : <i32>load<u8>(at - 1);
  const after = bin === BINS - 1 ? 0 : <i32>load<u8>(at, 1);
  return before + <i32>load<u8>(at) + after;
}

/** The bin with the most pixels in it and, with half the weight, in its neighbours: the first of several. */
// @ts-ignore: decorator
@inline
function mode(a: v128, b: v128): i32 {
  const zero = i8x16.splat(0);
  const aBefore = v128.shuffle<i8>(zero, a, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const aAfter = v128.shuffle<i8>(a, b, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  const bBefore = v128.shuffle<i8>(a, b, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  const bAfter = v128.shuffle<i8>(b, zero, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  const behind = i16x8(31, 30, 29, 28, 27, 26, 25, 24);
  let best = i16x8.max_u(
    i16x8.max_u(lowWeights(aBefore, a, aAfter, behind), highWeights(aBefore, a, aAfter, i16x8.sub(behind, i16x8.splat(8)))),
    i16x8.max_u(
      lowWeights(bBefore, b, bAfter, i16x8.sub(behind, i16x8.splat(16))),
      highWeights(bBefore, b, bAfter, i16x8.sub(behind, i16x8.splat(24))),
    ),
  );
  best = i16x8.max_u(best, v128.shuffle<i64>(best, best, 1, 0));
  best = i16x8.max_u(best, v128.shuffle<i32>(best, best, 1, 0, 3, 2));
  best = i16x8.max_u(best, v128.shuffle<i16>(best, best, 1, 0, 3, 2, 5, 4, 7, 6));
  return 31 - (i16x8.extract_lane_u(best, 0) & 31);
}

/** The weights of the first eight of sixteen bins, each with the number of the bins behind it in its lowest five bits. */
// @ts-ignore: decorator
@inline
function lowWeights(before: v128, here: v128, after: v128, behind: v128): v128 {
  const sides = i16x8.add(i16x8.extend_low_i8x16_u(before), i16x8.extend_low_i8x16_u(after));
  return withBehind(sides, i16x8.extend_low_i8x16_u(here), behind);
}

// @ts-ignore: decorator
@inline
function highWeights(before: v128, here: v128, after: v128, behind: v128): v128 {
  const sides = i16x8.add(i16x8.extend_high_i8x16_u(before), i16x8.extend_high_i8x16_u(after));
  return withBehind(sides, i16x8.extend_high_i8x16_u(here), behind);
}

// @ts-ignore: decorator
@inline
function withBehind(sides: v128, here: v128, behind: v128): v128 {
  return i16x8.add(i16x8.shl(i16x8.add(sides, i16x8.shl(here, 1)), 5), behind);
}

/** Number of pixels of a bin and its neighbours. */
// @ts-ignore: decorator
@inline
function countAt(histogram: usize, bin: i32): i32 {
  const at = histogram + <usize>bin;
  return <i32>load<u8>(at - 1) + <i32>load<u8>(at) + <i32>load<u8>(at, 1);
}

// @ts-ignore: decorator
@inline
function meanGreyClose(bin: i32): i32 {
  const at = close + <usize>bin;
  return meanGrey(bin, <i32>load<u8>(at - 1), countAt(close, bin), <i32>load<u8>(at, 1));
}

/** The mean grey of a bin and its neighbours, which have `pixels` in all, to within a quarter of a bin, rounded down. */
// @ts-ignore: decorator
@inline
function meanGrey(bin: i32, before: i32, pixels: i32, after: i32): i32 {
  const centre = bin * BIN_WIDTH + BIN_WIDTH / 2;
  return pixels === 0 ? centre : (centre * pixels + BIN_WIDTH * (after - before)) / pixels;
}
