/**
 * The layers of the network that finds documents in a picture, in AssemblyScript with SIMD. `npm run build:kernels`
 * compiles it to ../edge-kernel.wasm. The caller (../edge-network.ts) manages the memory.
 *
 * Activations, weights and biases are numbers of 32 bits. A feature map has its channels next to each other, then its
 * columns, then its rows. Each row is followed by one pixel of zeros, which pads that row at its right and the next row
 * at its left; a row of zeros is above the map and one is below it. Its address is that of its upper left pixel.
 *
 * Weights of a matrix product are in blocks of 8 outputs, the last of 4 where the number of outputs is no multiple of
 * 8. A block has the weights of each input next to each other.
 */

/** Pixels to each side over which the mean of the grey is taken. */
const REACH: i32 = 7;
/** Half of the greatest grey, and the difference from the mean that becomes 1. */
const HALF: f32 = 127.5;
const CONTRAST: f32 = 16;
/** Inputs of the first layer in one row of its 3 × 3 pixels of 2 channels, in bytes, and in all rows. */
const STEM_ROW: usize = 24;
const STEM_INPUTS: i32 = 18;
/** Outputs of the last layer: 2 × 2 pixels of two maps. */
const HEAD_OUTPUTS: i32 = 8;
/** Entries of the table of probabilities for a difference of 1 in log-odds, and the last entry. */
const TABLE_STEPS: f32 = 256;
const TABLE_LAST: f32 = 4095;

/** The first address that the caller may use. */
export function freeMemory(): usize {
  return __heap_base;
}

/** Writes the zeros that surround a map. */
export function clearBorder(map: usize, width: i32, height: i32, channels: i32): void {
  const pixel = <usize>channels << 2;
  const step = stepOf(width, channels);
  memory.fill(map - step - pixel, 0, step + pixel);
  for (let row = 1; row <= height; row += 1) memory.fill(map + <usize>row * step - pixel, 0, pixel);
  memory.fill(map + <usize>height * step, 0, step);
}

/**
 * Writes the network's two inputs: the grey from -1 to 1, and its difference from the mean of 15 × 15 pixels (those of
 * them that are in the picture), from -1 to 1.
 * @param picture rows of `width` bytes; `width` is a multiple of 8
 * @param map with 2 channels
 * @param sums scratch memory of 2 × `width` bytes
 */
export function prepare(picture: usize, width: i32, height: i32, map: usize, sums: usize): void {
  const step = stepOf(width, 2);
  memory.fill(sums, 0, <usize>width << 1);
  for (let row = 0; row < min(REACH, height); row += 1) addRow(sums, picture + <usize>(row * width), width);
  for (let row = 0; row < height; row += 1) {
    if (row + REACH < height) addRow(sums, picture + <usize>((row + REACH) * width), width);
    if (row > REACH) subtractRow(sums, picture + <usize>((row - REACH - 1) * width), width);
    const rows = min(height - 1, row + REACH) - max(0, row - REACH) + 1;
    let sum: i32 = 0;
    for (let x = 0; x < min(REACH, width); x += 1) sum += load<i16>(sums + (<usize>x << 1));
    let from = picture + <usize>(row * width);
    let to = map + <usize>row * step;
    for (let x = 0; x < width; x += 1, from += 1, to += 8) {
      if (x + REACH < width) sum += load<i16>(sums + (<usize>(x + REACH) << 1));
      if (x > REACH) sum -= load<i16>(sums + (<usize>(x - REACH - 1) << 1));
      const columns = min(width - 1, x + REACH) - max(0, x - REACH) + 1;
      const grey = <f32>load<u8>(from);
      const difference = (grey - <f32>sum / <f32>(rows * columns)) / CONTRAST;
      store<f32>(to, grey / HALF - 1);
      store<f32>(to, min<f32>(1, max<f32>(-1, difference)), 4);
    }
  }
}

/** Adds the bytes of a row to the sums of columns, of 16 bits. */
// @ts-ignore: decorator
@inline
function addRow(sums: usize, row: usize, width: i32): void {
  for (const end = row + <usize>width; row < end; row += 8, sums += 16)
    v128.store(sums, i16x8.add(v128.load(sums), i16x8.extend_low_i8x16_u(v128.load64_zero(row))));
}

// @ts-ignore: decorator
@inline
function subtractRow(sums: usize, row: usize, width: i32): void {
  for (const end = row + <usize>width; row < end; row += 8, sums += 16)
    v128.store(sums, i16x8.sub(v128.load(sums), i16x8.extend_low_i8x16_u(v128.load64_zero(row))));
}

/**
 * A 3 × 3 convolution of 2 channels that halves both sides, with ReLU.
 * @param width of `from`, an even number; `height` likewise
 * @param weights for inputs by row, column and channel
 * @param scratch memory for 18 numbers for each pixel of a row of `to`
 */
export function stem(from: usize, width: i32, height: i32, outputs: i32, weights: usize, bias: usize, to: usize, scratch: usize): void {
  const step = stepOf(width, 2);
  const toWidth = width >> 1;
  const toStep = stepOf(toWidth, outputs);
  for (let row = 0; row < height >> 1; row += 1) {
    let at = from + <usize>(2 * row) * step - step - 8;
    let inputs = scratch;
    for (let x = 0; x < toWidth; x += 1, at += 16) {
      let line = at;
      for (let y = 0; y < 3; y += 1, line += step, inputs += STEM_ROW) {
        v128.store(inputs, v128.load(line));
        store<u64>(inputs, load<u64>(line, 16), 16);
      }
    }
    multiply(scratch, toWidth, STEM_INPUTS, outputs, weights, bias, to + <usize>row * toStep, 0, 0);
  }
}

/**
 * A depthwise 3 × 3 convolution with ReLU, then a matrix product with ReLU.
 * @param width of `from`, a multiple of `stride`; `height` likewise
 * @param inputs channels of `from`, a multiple of 4; `outputs` channels of `to`, likewise
 * @param stride 1, or 2 to halve both sides
 * @param adds whether `from` is added to the result; then stride is 1 and inputs are as many as outputs
 * @param depthwise for each of 3 × 3 pixels, the weights of the channels
 * @param to another map than `from`
 * @param scratch memory for a row of `to` with the channels of `from`
 */
export function block(from: usize, width: i32, height: i32, inputs: i32, outputs: i32, stride: i32, adds: bool, depthwise: usize, depthwiseBias: usize, weights: usize, bias: usize, to: usize, scratch: usize): void {
  const step = stepOf(width, inputs);
  const pixel = <usize>inputs << 2;
  const toWidth = width / stride;
  const toStep = stepOf(toWidth, outputs);
  const rows = height / stride;
  for (let row = 0; row < rows; row += 1) {
    const at = from + <usize>(row * stride) * step;
    convolveRow(at - step - pixel, step, pixel, <usize>stride * pixel, toWidth, depthwise, depthwiseBias, scratch);
    multiply(scratch, toWidth, inputs, outputs, weights, bias, to + <usize>row * toStep, adds ? at : 0, 0);
  }
}

/**
 * One row of a depthwise convolution with ReLU.
 * @param from the upper left of the first 3 × 3 pixels
 * @param step bytes from a row to the next; `pixel` from a pixel to the next, `stride` from one 3 × 3 to the next
 */
// @ts-ignore: decorator
@inline
function convolveRow(from: usize, step: usize, pixel: usize, stride: usize, width: i32, weights: usize, bias: usize, to: usize): void {
  const zero = f32x4.splat(0);
  for (let channel: usize = 0; channel < pixel; channel += 16) {
    let weight = weights + channel;
    const w0 = v128.load(weight), w1 = v128.load(weight += pixel), w2 = v128.load(weight += pixel);
    const w3 = v128.load(weight += pixel), w4 = v128.load(weight += pixel), w5 = v128.load(weight += pixel);
    const w6 = v128.load(weight += pixel), w7 = v128.load(weight += pixel), w8 = v128.load(weight += pixel);
    const first = v128.load(bias + channel);
    let upper = from + channel;
    let result = to + channel;
    for (let x = 0; x < width; x += 1) {
      const middle = upper + step;
      const lower = middle + step;
      let sum = f32x4.add(first, f32x4.mul(v128.load(upper), w0));
      sum = f32x4.add(sum, f32x4.mul(v128.load(upper + pixel), w1));
      sum = f32x4.add(sum, f32x4.mul(v128.load(upper + 2 * pixel), w2));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle), w3));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle + pixel), w4));
      sum = f32x4.add(sum, f32x4.mul(v128.load(middle + 2 * pixel), w5));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower), w6));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower + pixel), w7));
      sum = f32x4.add(sum, f32x4.mul(v128.load(lower + 2 * pixel), w8));
      v128.store(result, f32x4.max(sum, zero));
      upper += stride;
      result += pixel;
    }
  }
}

/**
 * Adds to a map the matrix product, with ReLU, of a map of half its sides; each pixel of it to 2 × 2 pixels.
 * @param width of `from`; `height` likewise
 * @param outputs channels of `to`, a multiple of 4
 * @param scratch memory for a row of `from` with the channels of `to`
 */
export function addEnlarged(from: usize, width: i32, height: i32, inputs: i32, outputs: i32, weights: usize, bias: usize, to: usize, scratch: usize): void {
  const step = stepOf(width, inputs);
  const toStep = stepOf(2 * width, outputs);
  const pixel = <usize>outputs << 2;
  for (let row = 0; row < height; row += 1) {
    multiply(from + <usize>row * step, width, inputs, outputs, weights, bias, scratch, 0, 0);
    let upper = to + <usize>(2 * row) * toStep;
    let product = scratch;
    for (let x = 0; x < width; x += 1, upper += pixel) {
      for (const end = product + pixel; product < end; product += 16, upper += 16) {
        const value = v128.load(product);
        const lower = upper + toStep;
        v128.store(upper, f32x4.add(v128.load(upper), value));
        v128.store(upper + pixel, f32x4.add(v128.load(upper + pixel), value));
        v128.store(lower, f32x4.add(v128.load(lower), value));
        v128.store(lower + pixel, f32x4.add(v128.load(lower + pixel), value));
      }
    }
  }
}

/**
 * A matrix product with 8 outputs: the log-odds of 2 × 2 pixels of a first and of a second map, whose sides are twice
 * as long. Writes their probabilities as bytes.
 * @param table the bytes of log-odds from -8 in steps of 1/256, 4096 of them
 * @param scratch memory for 8 numbers for each pixel of a row
 */
export function head(from: usize, width: i32, height: i32, inputs: i32, weights: usize, bias: usize, table: usize, first: usize, second: usize, scratch: usize): void {
  const step = stepOf(width, inputs);
  const toStep = <usize>width << 1;
  for (let row = 0; row < height; row += 1) {
    multiply(from + <usize>row * step, width, inputs, HEAD_OUTPUTS, weights, bias, scratch, 0, -f32.MAX_VALUE);
    const at = <usize>(2 * row) * toStep;
    for (let x: usize = 0; x < <usize>width; x += 1) {
      const odds = scratch + (x << 5);
      storeSquare(v128.load(odds), table, first + at + 2 * x, toStep);
      storeSquare(v128.load(odds, 16), table, second + at + 2 * x, toStep);
    }
  }
}

/** Writes the probabilities of 2 × 2 pixels. */
// @ts-ignore: decorator
@inline
function storeSquare(odds: v128, table: usize, to: usize, toStep: usize): void {
  const middle = f32x4.splat((TABLE_LAST + 1) / 2);
  const entry = f32x4.add(f32x4.mul(odds, f32x4.splat(TABLE_STEPS)), middle);
  const at = i32x4.trunc_sat_f32x4_u(f32x4.min(f32x4.max(entry, f32x4.splat(0)), f32x4.splat(TABLE_LAST)));
  store<u8>(to, load<u8>(table + <usize>i32x4.extract_lane(at, 0)));
  store<u8>(to, load<u8>(table + <usize>i32x4.extract_lane(at, 1)), 1);
  store<u8>(to + toStep, load<u8>(table + <usize>i32x4.extract_lane(at, 2)));
  store<u8>(to + toStep, load<u8>(table + <usize>i32x4.extract_lane(at, 3)), 1);
}

/**
 * `to[pixel][output] = max(least, bias[output] + Σ from[pixel][input] · weights[input][output]) + added[pixel][output]`.
 * The order of summation is the same for every pixel. The outer loop is over blocks, so that a block stays in the L1
 * cache for all pixels.
 * @param count pixels
 * @param outputs a multiple of 4
 * @param added 0: nothing is added
 */
export function multiply(from: usize, count: i32, inputs: i32, outputs: i32, weights: usize, bias: usize, to: usize, added: usize, least: f32): void {
  const pixel = <usize>inputs << 2;
  const toPixel = <usize>outputs << 2;
  const floor = f32x4.splat(least);
  for (let output: usize = 0; output < toPixel; output += 32) {
    const isWhole = output + 32 <= toPixel;
    const end = weights + pixel * (isWhole ? 8 : 4);
    for (let at = 0; at < count; ) {
      // The last four pixels overlap those before them.
      const isFour = count >= 4;
      if (isFour) at = min(at, count - 4);
      const values = from + <usize>at * pixel;
      const result = output + <usize>at * toPixel;
      const more = added === 0 ? <usize>0 : added + result;
      if (isWhole && isFour) multiplyFourByEight(values, pixel, weights, end, bias + output, to + result, toPixel, more, floor);
      else if (isFour) multiplyFourByFour(values, pixel, weights, end, bias + output, to + result, toPixel, more, floor);
      else multiplyOne(values, weights, end, isWhole, bias + output, to + result, more, floor);
      at += isFour ? 4 : 1;
    }
    weights = end;
  }
}

/** Four pixels and a block of 8 outputs. */
// @ts-ignore: decorator
@inline
function multiplyFourByEight(a: usize, pixel: usize, from: usize, end: usize, bias: usize, to: usize, toPixel: usize, added: usize, least: v128): void {
  let a0 = v128.load(bias), a1 = v128.load(bias, 16);
  let b0 = a0, b1 = a1, c0 = a0, c1 = a1, d0 = a0, d1 = a1;
  let b = a + pixel;
  let c = b + pixel;
  let d = c + pixel;
  for (let at = from; at < end; at += 32) {
    const low = v128.load(at);
    const high = v128.load(at, 16);
    let x = v128.load32_splat(a);
    a0 = f32x4.add(a0, f32x4.mul(x, low));
    a1 = f32x4.add(a1, f32x4.mul(x, high));
    x = v128.load32_splat(b);
    b0 = f32x4.add(b0, f32x4.mul(x, low));
    b1 = f32x4.add(b1, f32x4.mul(x, high));
    x = v128.load32_splat(c);
    c0 = f32x4.add(c0, f32x4.mul(x, low));
    c1 = f32x4.add(c1, f32x4.mul(x, high));
    x = v128.load32_splat(d);
    d0 = f32x4.add(d0, f32x4.mul(x, low));
    d1 = f32x4.add(d1, f32x4.mul(x, high));
    a += 4;
    b += 4;
    c += 4;
    d += 4;
  }
  const more = added === 0 ? <usize>0 : toPixel;
  finish(a0, to, added, least);
  finish(a1, to + 16, added === 0 ? 0 : added + 16, least);
  to += toPixel;
  added += more;
  finish(b0, to, added, least);
  finish(b1, to + 16, added === 0 ? 0 : added + 16, least);
  to += toPixel;
  added += more;
  finish(c0, to, added, least);
  finish(c1, to + 16, added === 0 ? 0 : added + 16, least);
  to += toPixel;
  added += more;
  finish(d0, to, added, least);
  finish(d1, to + 16, added === 0 ? 0 : added + 16, least);
}

/** Four pixels and a block of 4 outputs. */
// @ts-ignore: decorator
@inline
function multiplyFourByFour(a: usize, pixel: usize, from: usize, end: usize, bias: usize, to: usize, toPixel: usize, added: usize, least: v128): void {
  let sumA = v128.load(bias);
  let sumB = sumA, sumC = sumA, sumD = sumA;
  let b = a + pixel;
  let c = b + pixel;
  let d = c + pixel;
  for (let at = from; at < end; at += 16) {
    const weight = v128.load(at);
    sumA = f32x4.add(sumA, f32x4.mul(v128.load32_splat(a), weight));
    sumB = f32x4.add(sumB, f32x4.mul(v128.load32_splat(b), weight));
    sumC = f32x4.add(sumC, f32x4.mul(v128.load32_splat(c), weight));
    sumD = f32x4.add(sumD, f32x4.mul(v128.load32_splat(d), weight));
    a += 4;
    b += 4;
    c += 4;
    d += 4;
  }
  const more = added === 0 ? <usize>0 : toPixel;
  finish(sumA, to, added, least);
  finish(sumB, to + toPixel, added + more, least);
  finish(sumC, to + 2 * toPixel, added + 2 * more, least);
  finish(sumD, to + 3 * toPixel, added + 3 * more, least);
}

/** One pixel and a block of 8 or 4 outputs. */
function multiplyOne(value: usize, from: usize, end: usize, isWhole: bool, bias: usize, to: usize, added: usize, least: v128): void {
  const outputs: usize = isWhole ? 32 : 16;
  for (let output: usize = 0; output < outputs; output += 16) {
    let sum = v128.load(bias + output);
    let x = value;
    for (let at = from + output; at < end; at += outputs, x += 4) sum = f32x4.add(sum, f32x4.mul(v128.load32_splat(x), v128.load(at)));
    finish(sum, to + output, added === 0 ? 0 : added + output, least);
  }
}

/** Writes 4 outputs, not less than `least`, with what is at the address `added` unless that is 0. */
// @ts-ignore: decorator
@inline
function finish(sum: v128, to: usize, added: usize, least: v128): void {
  const value = f32x4.max(sum, least);
  v128.store(to, added === 0 ? value : f32x4.add(value, v128.load(added)));
}

/** Bytes from a row of a map to the next. */
// @ts-ignore: decorator
@inline
function stepOf(width: i32, channels: i32): usize {
  return <usize>((width + 1) * channels) << 2;
}
