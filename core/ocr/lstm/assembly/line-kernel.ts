/**
 * The arithmetic of Tesseract's int8 line networks, in AssemblyScript with SIMD: `npm run build:kernels` compiles it
 * twice. The caller (../line-network.ts) manages the memory: the weights, then the data of a batch of lines. Activations
 * are integers from −127 to 127.
 *
 * - line-kernel.wasm stores weights and activations in 16 bits: one instruction computes two products and their sum.
 * - line-kernel-relaxed.wasm stores them in 8 bits: one relaxed instruction computes four products and adds their sum.
 *   Processors differ in how they take an activation: as signed, or as unsigned. `useZero` selects the coding; the sums
 *   are then exactly those of the other kernel. ../kernel.ts does not load it where the processor does neither.
 *
 * Weights are stored in blocks of 8 outputs; a block has 32 bytes for each group of inputs: 8 outputs × 2 inputs of 16
 * bits, or 8 × 4 of 8 bits. The numbers of inputs and outputs are padded to multiples of 8; the weights of the padding
 * are 0.
 */

/** Binary logarithms of the bytes of an activation and of the inputs of a group. */
const SHIFT: usize = ASC_FEATURE_RELAXED_SIMD ? 0 : 1;
const GROUP: i32 = ASC_FEATURE_RELAXED_SIMD ? 2 : 1;
/** Number of rows that are processed together: their sums (16 × 4 gates × 4 bytes per cell) fit in the cache. */
const TILE: i32 = 16;
/** 1.5 × 2^23: adding it to a float rounds it to an integer, which is then in the low bits of the sum. */
const ROUNDER: f32 = 12582912;
/** A row of the sequence table: address and step of its input and of its output, number of time steps. */
const ROW_BYTES: usize = 20;
/** Bound of the cell state, to which Tesseract clips it. */
const STATE_CLIP: f32 = 100;

/** The first address that the caller may use. */
export function freeMemory(): usize {
  return __heap_base;
}

/** The code of activation 0 in each of four bytes: 0 for signed bytes, 128 for unsigned ones. */
let zero: i32 = 0;

/** Selects the code of activation 0, in bytes: 0 or 128. Biases must allow for it. */
export function useZero(code: i32): void {
  zero = code * 0x01010101;
}

/** The sum of four products of a weight and an activation, both in 8 bits, as this processor computes it. */
export function probe(weight: i32, activation: i32): i32 {
  if (ASC_FEATURE_RELAXED_SIMD)
    return i32x4.extract_lane(dot4(i32x4.splat(0), i8x16.splat(<i8>activation), i8x16.splat(<i8>weight)), 0);
  return 4 * weight * activation;
}

/** Adds the products of a group of activations and the weights of four outputs to their sums. */
// @ts-ignore: decorator
@inline
function dot4(sums: v128, activations: v128, weights: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i32x4.relaxed_dot_i8x16_i7x16_add_s(weights, activations, sums);
  return i32x4.add(sums, i32x4.dot_i16x8_s(activations, weights));
}

/** Bounds and coefficients of tanh, each four times: loading a vector is faster than splatting a constant. */
const TANH = memory.data<f32>([
  7, 7, 7, 7,
  -7, -7, -7, -7,
  0.9999956882916967, 0.9999956882916967, 0.9999956882916967, 0.9999956882916967,
  0.12302177297057544, 0.12302177297057544, 0.12302177297057544, 0.12302177297057544,
  0.0022769833386811623, 0.0022769833386811623, 0.0022769833386811623, 0.0022769833386811623,
  3.9299839008040936e-06, 3.9299839008040936e-06, 3.9299839008040936e-06, 3.9299839008040936e-06,
  0.4563402596475634, 0.4563402596475634, 0.4563402596475634, 0.4563402596475634,
  0.021072155156369354, 0.021072155156369354, 0.021072155156369354, 0.021072155156369354,
  0.00014235020807598208, 0.00014235020807598208, 0.00014235020807598208, 0.00014235020807598208,
], 16);

/** Clamps to the bounds beyond which tanh is ±1. (`pmin` is one instruction, `min` is ten.) */
// @ts-ignore: decorator
@inline
function clamp4(value: v128): v128 {
  return f32x4.pmax(f32x4.pmin(value, v128.load(TANH)), v128.load(TANH, 16));
}

/**
 * The numerator of tanh, a rational approximation with a maximum error of 2e-6, which is that of Tesseract's lookup
 * table.
 */
// @ts-ignore: decorator
@inline
function dividend4(x: v128, x2: v128): v128 {
  const low = f32x4.add(f32x4.mul(x2, v128.load(TANH, 48)), v128.load(TANH, 32));
  const high = f32x4.add(f32x4.mul(x2, v128.load(TANH, 80)), v128.load(TANH, 64));
  return f32x4.mul(x, f32x4.add(f32x4.mul(f32x4.mul(x2, x2), high), low));
}

// @ts-ignore: decorator
@inline
function divisor4(x2: v128): v128 {
  const low = f32x4.add(f32x4.mul(x2, v128.load(TANH, 96)), f32x4.splat(1));
  const high = f32x4.add(f32x4.mul(x2, v128.load(TANH, 128)), v128.load(TANH, 112));
  return f32x4.add(f32x4.mul(f32x4.mul(x2, x2), high), low);
}

// @ts-ignore: decorator
@inline
function tanh4(value: v128): v128 {
  const x = clamp4(value);
  const x2 = f32x4.mul(x, x);
  return f32x4.div(dividend4(x, x2), divisor4(x2));
}

/** The exponential of four values between −86 and 0, with a relative error of about 1e-7. */
// @ts-ignore: decorator
@inline
function exp4(value: v128): v128 {
  const rounder = f32x4.splat(ROUNDER);
  const rounded = f32x4.add(f32x4.mul(value, f32x4.splat(1.44269504088896341)), rounder);
  const n = f32x4.sub(rounded, rounder);
  const r = f32x4.sub(f32x4.sub(value, f32x4.mul(n, f32x4.splat(0.693359375))), f32x4.mul(n, f32x4.splat(-2.12194440e-4)));
  let p = f32x4.add(f32x4.mul(r, f32x4.splat(1.9875691500e-4)), f32x4.splat(1.3981999507e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(8.3334519073e-3));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(4.1665795894e-2));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(1.6666665459e-1));
  p = f32x4.add(f32x4.mul(p, r), f32x4.splat(0.5));
  p = f32x4.add(f32x4.add(f32x4.mul(f32x4.mul(p, r), r), r), f32x4.splat(1));
  const power = i32x4.shl(i32x4.add(i32x4.sub(rounded, rounder), i32x4.splat(127)), 23);
  return f32x4.mul(p, power);
}

/** Quantises four values from −1 to 1 to integers from −127 to 127. */
// @ts-ignore: decorator
@inline
function quantised(value: v128): v128 {
  const rounder = f32x4.splat(ROUNDER);
  return i32x4.sub(f32x4.add(f32x4.mul(value, f32x4.splat(127)), rounder), rounder);
}

/** Stores eight integers from −127 to 127, in two vectors, as activations. */
// @ts-ignore: decorator
@inline
function storeActivations(to: usize, first: v128, second: v128): void {
  const narrow = i16x8.narrow_i32x4_s(first, second);
  if (ASC_FEATURE_RELAXED_SIMD)
    v128.store64_lane(to, v128.xor(i8x16.narrow_i16x8_s(narrow, narrow), i32x4.splat(zero)), 0);
  else v128.store(to, narrow);
}

/** Stores an integer from −127 to 127 as an activation. */
// @ts-ignore: decorator
@inline
function storeActivation(to: usize, value: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD) store<u8>(to, <u8>(value ^ zero));
  else store<i16>(to, <i16>value);
}

/** Copies a multiple of 8 bytes inline; `memory.copy` is a function call. */
// @ts-ignore: decorator
@inline
function copyActivations(to: usize, from: usize, bytes: usize): void {
  let at: usize = 0;
  for (; at + 16 <= bytes; at += 16) v128.store(to + at, v128.load(from + at));
  if (ASC_FEATURE_RELAXED_SIMD) {
    if (at < bytes) store<u64>(to + at, load<u64>(from + at));
  }
}

/**
 * Matrix product: `sums[row][output] = bias[output] + Σ inputs[row][i] · weights[output][i]`.
 * The outer loop is over blocks of weights, so that a block stays in the L1 cache for all rows. Eight rows at once have
 * enough sums that none waits for its last product, where each is a vector of 256 bits (../../compile-wide.ts).
 */
function multiply(inputs: usize, inputStep: usize, rows: i32, groups: i32, weights: usize, bias: usize, sums: usize, sumStep: usize, outputs: i32): void {
  const blockBytes = <usize>groups << 5;
  for (let output = 0; output < outputs; output += 8) {
    const block = weights + <usize>(output >> 3) * blockBytes;
    const end = block + blockBytes;
    const at = <usize>output << 2;
    const low = v128.load(bias + at);
    const high = v128.load(bias + at, 16);
    let row = 0;
    for (; row + 8 <= rows; row += 8) {
      let a0 = inputs + <usize>row * inputStep;
      let a1 = a0 + inputStep;
      let a2 = a1 + inputStep;
      let a3 = a2 + inputStep;
      let a4 = a3 + inputStep;
      let a5 = a4 + inputStep;
      let a6 = a5 + inputStep;
      let a7 = a6 + inputStep;
      let s00 = low, s01 = high, s10 = low, s11 = high, s20 = low, s21 = high, s30 = low, s31 = high;
      let s40 = low, s41 = high, s50 = low, s51 = high, s60 = low, s61 = high, s70 = low, s71 = high;
      for (let b = block; b < end; b += 64) {
        let b0: v128, b1: v128, x: v128;
        b0 = v128.load(b);
        b1 = v128.load(b, 16);
        x = v128.load32_splat(a0);
        s00 = dot4(s00, x, b0);
        s01 = dot4(s01, x, b1);
        x = v128.load32_splat(a1);
        s10 = dot4(s10, x, b0);
        s11 = dot4(s11, x, b1);
        x = v128.load32_splat(a2);
        s20 = dot4(s20, x, b0);
        s21 = dot4(s21, x, b1);
        x = v128.load32_splat(a3);
        s30 = dot4(s30, x, b0);
        s31 = dot4(s31, x, b1);
        x = v128.load32_splat(a4);
        s40 = dot4(s40, x, b0);
        s41 = dot4(s41, x, b1);
        x = v128.load32_splat(a5);
        s50 = dot4(s50, x, b0);
        s51 = dot4(s51, x, b1);
        x = v128.load32_splat(a6);
        s60 = dot4(s60, x, b0);
        s61 = dot4(s61, x, b1);
        x = v128.load32_splat(a7);
        s70 = dot4(s70, x, b0);
        s71 = dot4(s71, x, b1);
        b0 = v128.load(b, 32);
        b1 = v128.load(b, 48);
        x = v128.load32_splat(a0, 4);
        s00 = dot4(s00, x, b0);
        s01 = dot4(s01, x, b1);
        x = v128.load32_splat(a1, 4);
        s10 = dot4(s10, x, b0);
        s11 = dot4(s11, x, b1);
        x = v128.load32_splat(a2, 4);
        s20 = dot4(s20, x, b0);
        s21 = dot4(s21, x, b1);
        x = v128.load32_splat(a3, 4);
        s30 = dot4(s30, x, b0);
        s31 = dot4(s31, x, b1);
        x = v128.load32_splat(a4, 4);
        s40 = dot4(s40, x, b0);
        s41 = dot4(s41, x, b1);
        x = v128.load32_splat(a5, 4);
        s50 = dot4(s50, x, b0);
        s51 = dot4(s51, x, b1);
        x = v128.load32_splat(a6, 4);
        s60 = dot4(s60, x, b0);
        s61 = dot4(s61, x, b1);
        x = v128.load32_splat(a7, 4);
        s70 = dot4(s70, x, b0);
        s71 = dot4(s71, x, b1);
        a0 += 8;
        a1 += 8;
        a2 += 8;
        a3 += 8;
        a4 += 8;
        a5 += 8;
        a6 += 8;
        a7 += 8;
      }
      let to = sums + <usize>row * sumStep + at;
      v128.store(to, s00);
      v128.store(to, s01, 16);
      to += sumStep;
      v128.store(to, s10);
      v128.store(to, s11, 16);
      to += sumStep;
      v128.store(to, s20);
      v128.store(to, s21, 16);
      to += sumStep;
      v128.store(to, s30);
      v128.store(to, s31, 16);
      to += sumStep;
      v128.store(to, s40);
      v128.store(to, s41, 16);
      to += sumStep;
      v128.store(to, s50);
      v128.store(to, s51, 16);
      to += sumStep;
      v128.store(to, s60);
      v128.store(to, s61, 16);
      to += sumStep;
      v128.store(to, s70);
      v128.store(to, s71, 16);
    }
    for (; row + 4 <= rows; row += 4) {
      let a0 = inputs + <usize>row * inputStep;
      let a1 = a0 + inputStep;
      let a2 = a1 + inputStep;
      let a3 = a2 + inputStep;
      let s00 = low, s01 = high, s10 = low, s11 = high, s20 = low, s21 = high, s30 = low, s31 = high;
      for (let b = block; b < end; b += 64) {
        let b0: v128, b1: v128, x: v128;
        b0 = v128.load(b);
        b1 = v128.load(b, 16);
        x = v128.load32_splat(a0);
        s00 = dot4(s00, x, b0);
        s01 = dot4(s01, x, b1);
        x = v128.load32_splat(a1);
        s10 = dot4(s10, x, b0);
        s11 = dot4(s11, x, b1);
        x = v128.load32_splat(a2);
        s20 = dot4(s20, x, b0);
        s21 = dot4(s21, x, b1);
        x = v128.load32_splat(a3);
        s30 = dot4(s30, x, b0);
        s31 = dot4(s31, x, b1);
        b0 = v128.load(b, 32);
        b1 = v128.load(b, 48);
        x = v128.load32_splat(a0, 4);
        s00 = dot4(s00, x, b0);
        s01 = dot4(s01, x, b1);
        x = v128.load32_splat(a1, 4);
        s10 = dot4(s10, x, b0);
        s11 = dot4(s11, x, b1);
        x = v128.load32_splat(a2, 4);
        s20 = dot4(s20, x, b0);
        s21 = dot4(s21, x, b1);
        x = v128.load32_splat(a3, 4);
        s30 = dot4(s30, x, b0);
        s31 = dot4(s31, x, b1);
        a0 += 8;
        a1 += 8;
        a2 += 8;
        a3 += 8;
      }
      let to = sums + <usize>row * sumStep + at;
      v128.store(to, s00);
      v128.store(to, s01, 16);
      to += sumStep;
      v128.store(to, s10);
      v128.store(to, s11, 16);
      to += sumStep;
      v128.store(to, s20);
      v128.store(to, s21, 16);
      to += sumStep;
      v128.store(to, s30);
      v128.store(to, s31, 16);
    }
    for (; row < rows; row++) {
      let a0 = inputs + <usize>row * inputStep;
      let s0 = low, s1 = high;
      for (let b = block; b < end; b += 32) {
        const x0 = v128.load32_splat(a0);
        s0 = dot4(s0, x0, v128.load(b));
        s1 = dot4(s1, x0, v128.load(b, 16));
        a0 += 4;
      }
      const to = sums + <usize>row * sumStep + at;
      v128.store(to, s0);
      v128.store(to, s1, 16);
    }
  }
}

/** Rows to multiply for this many: four or eight together take less time than two or five by themselves. */
// @ts-ignore: decorator
@inline
function roundedUp(rows: i32): i32 {
  const rest = rows & 7;
  return rest < 2 ? rows : rows - rest + (rest > 4 ? 8 : 4);
}

/**
 * An LSTM layer over many sequences. The sums of the gates are contiguous: cell input, input gate, forget gate, output
 * gate.
 * @param table sequence table (ROW_BYTES per sequence), the longest first
 * @param scratch TILE × ((inputs + cells) × bytes of an activation + cells × 20) bytes
 */
export function lstm(table: usize, sequences: i32, inputs: i32, cells: i32, weights: usize, bias: usize, scales: usize, scratch: usize): void {
  const rowBytes = <usize>(inputs + cells) << SHIFT;
  const inputBytes = <usize>inputs << SHIFT;
  const cellBytes = <usize>cells << 2;
  const sums = scratch + <usize>TILE * rowBytes;
  const states = sums + <usize>TILE * (cellBytes << 2);
  for (let first = 0; first < sequences; first += TILE) {
    const rows = min(TILE, sequences - first);
    const tile = table + <usize>first * ROW_BYTES;
    memory.fill(scratch, <u8>zero, <usize>TILE * rowBytes);
    memory.fill(states, 0, <usize>TILE * cellBytes);
    const steps = load<i32>(tile, 16);
    let active = rows;
    for (let step = 0; step < steps; step++) {
      while (active > 0 && load<i32>(tile + <usize>(active - 1) * ROW_BYTES, 16) <= step) active--;
      for (let row = 0; row < active; row++) {
        const entry = tile + <usize>row * ROW_BYTES;
        copyActivations(scratch + <usize>row * rowBytes, load<i32>(entry) + step * load<i32>(entry, 4), inputBytes);
      }
      // The sums of a row that has ended are not used.
      multiply(scratch, rowBytes, roundedUp(active), (inputs + cells) >> GROUP, weights, bias, sums, cellBytes << 2, cells << 2);
      for (let row = 0; row < active; row++) {
        const entry = tile + <usize>row * ROW_BYTES;
        const hidden = scratch + <usize>row * rowBytes + inputBytes;
        stepCells(sums + <usize>row * (cellBytes << 2), scales, states + <usize>row * cellBytes, hidden, cellBytes);
        copyActivations(load<i32>(entry, 8) + step * load<i32>(entry, 12), hidden, <usize>cells << SHIFT);
      }
    }
  }
}

/**
 * One time step of one sequence: gates → new state → new output. A gate is (1 + tanh(x / 2)) / 2; the caller has halved
 * its scale. Cells are computed in two vectors whose results are stored side by side, which V8 makes one vector of 256
 * bits. The outputs take the place of the first sums until they are stored as activations.
 */
// @ts-ignore: decorator
@inline
function stepCells(sums: usize, scales: usize, state: usize, hidden: usize, cellBytes: usize): void {
  const gate = cellBytes;
  for (let at: usize = 0; at < cellBytes; at += 32) {
    const input = sums + at;
    const open = input + gate;
    const keep = open + gate;
    const show = keep + gate;
    const inputScale = scales + at;
    const openScale = inputScale + gate;
    const keepScale = openScale + gate;
    const showScale = keepScale + gate;
    const last = state + at;
    const show0 = scaled(v128.load(show), v128.load(showScale));
    const show1 = scaled(v128.load(show, 16), v128.load(showScale, 16));
    const state0 = nextState(
      scaled(v128.load(input), v128.load(inputScale)),
      scaled(v128.load(open), v128.load(openScale)),
      scaled(v128.load(keep), v128.load(keepScale)),
      v128.load(last),
    );
    const state1 = nextState(
      scaled(v128.load(input, 16), v128.load(inputScale, 16)),
      scaled(v128.load(open, 16), v128.load(openScale, 16)),
      scaled(v128.load(keep, 16), v128.load(keepScale, 16)),
      v128.load(last, 16),
    );
    const output0 = outputOf(state0, show0);
    const output1 = outputOf(state1, show1);
    // After all loads: V8 does not join what a store stands between.
    v128.store(last, state0);
    v128.store(last, state1, 16);
    v128.store(input, output0);
    v128.store(input, output1, 16);
  }
  for (let at: usize = 0; at < cellBytes; at += 32)
    storeActivations(hidden + (at >> (2 - SHIFT)), v128.load(sums + at), v128.load(sums + at, 16));
}

/** The values of four sums, within the bounds of tanh. */
// @ts-ignore: decorator
@inline
function scaled(sum: v128, scale: v128): v128 {
  return clamp4(f32x4.mul(f32x4.convert_i32x4_s(sum), scale));
}

/** The new state of four cells. Because every tanh is a quotient, it needs only one division. */
// @ts-ignore: decorator
@inline
function nextState(x: v128, open: v128, keep: v128, state: v128): v128 {
  const x2 = f32x4.mul(x, x);
  const open2 = f32x4.mul(open, open);
  const openDivisor = divisor4(open2);
  const added = f32x4.mul(dividend4(x, x2), f32x4.add(openDivisor, dividend4(open, open2)));
  const addedDivisor = f32x4.mul(divisor4(x2), openDivisor);
  const keep2 = f32x4.mul(keep, keep);
  const keepDivisor = divisor4(keep2);
  const kept = f32x4.mul(state, f32x4.add(keepDivisor, dividend4(keep, keep2)));
  const both = f32x4.add(f32x4.mul(kept, addedDivisor), f32x4.mul(added, keepDivisor));
  const value = f32x4.mul(f32x4.splat(0.5), f32x4.div(both, f32x4.mul(keepDivisor, addedDivisor)));
  return f32x4.pmax(f32x4.pmin(value, f32x4.splat(STATE_CLIP)), f32x4.splat(-STATE_CLIP));
}

/** The outputs of four cells, with one division, as integers from −127 to 127. */
// @ts-ignore: decorator
@inline
function outputOf(state: v128, show: v128): v128 {
  const show2 = f32x4.mul(show, show);
  const showDivisor = divisor4(show2);
  const y = clamp4(state);
  const y2 = f32x4.mul(y, y);
  const shown = f32x4.mul(f32x4.mul(f32x4.splat(0.5), dividend4(y, y2)), f32x4.add(showDivisor, dividend4(show, show2)));
  return quantised(f32x4.div(shown, f32x4.mul(divisor4(y2), showDivisor)));
}

/**
 * A fully connected layer with softmax.
 * @param from rows of `inputs` activations, one after the other
 * @param to rows of `outputs` probabilities (32 bits each)
 * @param used number of outputs without the padding, over which the softmax is computed
 * @param scratch TILE × outputs × 4 bytes
 */
export function softmax(from: usize, rows: i32, inputs: i32, outputs: i32, used: i32, weights: usize, bias: usize, scales: usize, to: usize, scratch: usize): void {
  const outputBytes = <usize>outputs << 2;
  for (let first = 0; first < rows; first += TILE) {
    const count = min(TILE, rows - first);
    multiply(from + (<usize>(first * inputs) << SHIFT), <usize>inputs << SHIFT, count, inputs >> GROUP, weights, bias, scratch, outputBytes, outputs);
    for (let row = 0; row < count; row++) {
      softmaxRow(scratch + <usize>row * outputBytes, scales, to + <usize>(first + row) * outputBytes, outputBytes, <usize>used << 2);
    }
  }
}

// @ts-ignore: decorator
@inline
function softmaxRow(sums: usize, scales: usize, to: usize, outputBytes: usize, usedBytes: usize): void {
  let greatest: f32 = -f32.MAX_VALUE;
  for (let at: usize = 0; at < outputBytes; at += 16) {
    v128.store(to + at, f32x4.mul(f32x4.convert_i32x4_s(v128.load(sums + at)), v128.load(scales + at)));
  }
  for (let at: usize = 0; at < usedBytes; at += 4) greatest = max(greatest, load<f32>(to + at));
  for (let at: usize = usedBytes; at < outputBytes; at += 4) store<f32>(to + at, -f32.MAX_VALUE);
  const top = f32x4.splat(greatest);
  for (let at: usize = 0; at < outputBytes; at += 16) {
    v128.store(to + at, exp4(f32x4.pmax(f32x4.sub(v128.load(to + at), top), f32x4.splat(-86))));
  }
  let total: f32 = 0;
  for (let at: usize = 0; at < usedBytes; at += 4) total += load<f32>(to + at);
  const share = f32x4.splat(1 / total);
  for (let at: usize = 0; at < outputBytes; at += 16) v128.store(to + at, f32x4.mul(v128.load(to + at), share));
}

/**
 * State of Tesseract's noise generator (a linear congruential generator). Noise replaces the pixels outside the image.
 */
let noiseState: u64 = 0;

// @ts-ignore: decorator
@inline
function noise(): i32 {
  noiseState = noiseState * 6364136223846793005 + 1442695040888963407;
  const value = 127.0 * 2.0 * <f64>(noiseState >> 33) / 2147483647.0 - 127.0;
  return <i32>(value >= 0 ? floor(value + 0.5) : -floor(0.5 - value));
}

/**
 * Convolution, max-pooling and tanh in one pass. tanh is monotonic, so the maximum is taken of the sums before tanh.
 * @param image rows of `width` bytes, signed
 * @param weights weights of a window's values, column by column from the left, each from top to bottom
 * @param to fields, row by row, `outputs` activations each
 * @param scratch 2 × (width + 1) × (2 halfY + 1) + 64 + 4 × (2 halfX + 1) × (2 halfY + 1) + (width / xScale + 1) × outputs × 4
 *   bytes
 * @param seed state of the noise generator before the first value is drawn
 */
export function convolve(image: usize, width: i32, height: i32, halfX: i32, halfY: i32, xScale: i32, yScale: i32, outputs: i32, weights: usize, bias: usize, scales: usize, to: usize, scratch: usize, seed: u64): void {
  noiseState = seed;
  const tall = 2 * halfY + 1;
  const wide = 2 * halfX + 1;
  const groups = (wide * tall + (1 << GROUP) - 1) >> GROUP;
  const fields = width / xScale;
  const outputBytes = <usize>outputs << 2;
  const columns = scratch;
  const window = columns + (<usize>((width + 1) * tall) << SHIFT);
  const sums = (window + (<usize>groups << 2) + 31) & ~15;
  for (let y = 0; y < height; y++) {
    if (y % yScale === 0) fillSums(sums, <usize>fields * outputBytes);
    stackColumns(image, width, height, y - halfY, tall, columns);
    const cut = y < halfY || y >= height - halfY;
    for (let x = 0; x < width; x++) {
      let values = columns + (<usize>((x - halfX) * tall) << SHIFT);
      if (cut || x < halfX || x >= width - halfX) {
        drawWindow(image, width, height, x - halfX, y - halfY, wide, tall, window);
        values = window;
      }
      const field = x / xScale;
      if (field < fields && y / yScale < height / yScale) takeWindow(values, groups, weights, sums + <usize>field * outputBytes, outputs);
    }
    if (y % yScale === yScale - 1) finishFields(sums, fields, outputs, bias, scales, to + ((<usize>((y / yScale) * fields) * outputBytes) >> (2 - SHIFT)));
  }
}

function fillSums(sums: usize, bytes: usize): void {
  for (let at: usize = 0; at < bytes; at += 16) v128.store(sums + at, i32x4.splat(i32.MIN_VALUE));
}

/**
 * Stores each column's `tall` pixels from `top` down contiguously, so that the values of a window are contiguous too.
 */
function stackColumns(image: usize, width: i32, height: i32, top: i32, tall: i32, columns: usize): void {
  for (let row = 0; row < tall; row++) {
    const y = top + row;
    if (y < 0 || y >= height) continue;
    const from = image + <usize>(y * width);
    for (let x = 0; x < width; x++) storeActivation(columns + (<usize>(x * tall + row) << SHIFT), load<i8>(from + <usize>x));
  }
  for (let row = 0; row < tall; row++) storeActivation(columns + (<usize>(width * tall + row) << SHIFT), 0);
}

/** Fills a window that extends beyond the edge of the image: noise outside, drawn in Tesseract's order. */
function drawWindow(image: usize, width: i32, height: i32, left: i32, top: i32, wide: i32, tall: i32, window: usize): void {
  let at = window;
  for (let column = left; column < left + wide; column++) {
    const outside = column < 0 || column >= width;
    for (let row = top; row < top + tall; row++) {
      const value = outside || row < 0 || row >= height ? noise() : <i32>load<i8>(image + <usize>(row * width + column));
      storeActivation(at, value);
      at += 1 << SHIFT;
    }
  }
}

// @ts-ignore: decorator
@inline
function takeWindow(values: usize, groups: i32, weights: usize, sums: usize, outputs: i32): void {
  // The inputs of a block are padded to a multiple of 8.
  const blockBytes = <usize>((groups + (8 >> GROUP) - 1) & ~((8 >> GROUP) - 1)) << 5;
  for (let output = 0; output < outputs; output += 8) {
    let low = i32x4.splat(0);
    let high = i32x4.splat(0);
    let a = values;
    let b = weights + <usize>(output >> 3) * blockBytes;
    for (let group = 0; group < groups; group++) {
      const x = v128.load32_splat(a);
      low = dot4(low, x, v128.load(b));
      high = dot4(high, x, v128.load(b, 16));
      a += 4;
      b += 32;
    }
    const to = sums + (<usize>output << 2);
    low = i32x4.max_s(v128.load(to), low);
    high = i32x4.max_s(v128.load(to, 16), high);
    v128.store(to, low);
    v128.store(to, high, 16);
  }
}

/** The values of four sums at an address, with their biases. */
// @ts-ignore: decorator
@inline
function biased(sums: usize, bias: usize, scales: usize): v128 {
  const sum = i32x4.add(v128.load(sums), v128.load(bias));
  return f32x4.mul(f32x4.convert_i32x4_s(sum), v128.load(scales));
}

function finishFields(sums: usize, fields: i32, outputs: i32, bias: usize, scales: usize, to: usize): void {
  const outputBytes = <usize>outputs << 2;
  for (let field = 0; field < fields; field++) {
    const from = sums + <usize>field * outputBytes;
    const target = to + ((<usize>field * outputBytes) >> (2 - SHIFT));
    for (let at: usize = 0; at < outputBytes; at += 32) {
      const first = tanh4(biased(from + at, bias + at, scales + at));
      const second = tanh4(biased(from + at + 16, bias + at + 16, scales + at + 16));
      storeActivations(target + (at >> (2 - SHIFT)), quantised(first), quantised(second));
    }
  }
}
