/**
 * Matrix products of a network's layers, in AssemblyScript with SIMD. `npm run build:kernels` compiles it to
 * network-kernel.wasm. The caller (../network-kernel.ts) manages the memory. All numbers have 32 bits. Weights are in
 * blocks of 8 outputs; a block has the 8 weights of each input next to each other.
 */

/** First address of the memory that the caller may use. */
export function freeMemory(): usize {
  return __heap_base;
}

/**
 * `sums[row][output] = Σ values[row][input] · weights[input][output]`. The order of summation is the same for every
 * row, whichever other rows there are. The outer loop is over blocks, so that a block stays in the L1 cache for all
 * rows.
 * @param width  inputs of a row
 * @param blocks  blocks of 8 outputs; a row of `sums` has 8 × blocks numbers
 */
export function multiply(values: usize, rows: i32, width: i32, weights: usize, blocks: i32, sums: usize): void {
  const rowBytes = <usize>width << 2;
  const sumBytes = <usize>blocks << 5;
  const blockBytes = <usize>width << 5;
  for (let block = 0; block < blocks; block += 1) {
    const from = weights + <usize>block * blockBytes;
    const end = from + blockBytes;
    const to = sums + (<usize>block << 5);
    let row = 0;
    for (; row + 4 <= rows; row += 4) multiplyFour(values + <usize>row * rowBytes, rowBytes, from, end, to + <usize>row * sumBytes, sumBytes);
    for (; row < rows; row += 1) multiplyOne(values + <usize>row * rowBytes, from, end, to + <usize>row * sumBytes);
  }
}

/** Multiplies four rows by a block. */
// @ts-ignore: decorator
@inline
function multiplyFour(row: usize, rowBytes: usize, from: usize, end: usize, to: usize, sumBytes: usize): void {
  const zero = f32x4.splat(0);
  let a0 = zero, a1 = zero, b0 = zero, b1 = zero, c0 = zero, c1 = zero, d0 = zero, d1 = zero;
  let a = row;
  let b = a + rowBytes;
  let c = b + rowBytes;
  let d = c + rowBytes;
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
  v128.store(to, a0);
  v128.store(to, a1, 16);
  to += sumBytes;
  v128.store(to, b0);
  v128.store(to, b1, 16);
  to += sumBytes;
  v128.store(to, c0);
  v128.store(to, c1, 16);
  to += sumBytes;
  v128.store(to, d0);
  v128.store(to, d1, 16);
}

/** Multiplies one row by a block. */
// @ts-ignore: decorator
@inline
function multiplyOne(row: usize, from: usize, end: usize, to: usize): void {
  let low = f32x4.splat(0), high = f32x4.splat(0);
  let value = row;
  for (let at = from; at < end; at += 32) {
    const x = v128.load32_splat(value);
    low = f32x4.add(low, f32x4.mul(x, v128.load(at)));
    high = f32x4.add(high, f32x4.mul(x, v128.load(at, 16)));
    value += 4;
  }
  v128.store(to, low);
  v128.store(to, high, 16);
}
