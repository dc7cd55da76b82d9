/**
 * Rotates and scales a grey image in one step, by bicubic interpolation, in AssemblyScript with SIMD: `npm run
 * build:kernels` compiles it to ../resample-kernel.wasm. The caller (../resample.ts) manages the memory.
 */

/** Fractional bits of a coordinate, and of those the ones that select weights. */
const FRACTION: i32 = 16;
const PHASE_BITS: i32 = 5;
/** Bytes of the 16 weights of a phase in 16 bits, as a power of two, and their sum, likewise. */
const WEIGHTS_SHIFT: i32 = 5;
const SUM_BITS: i32 = 12;
/** White: the colour of pixels that lie outside the source. */
const OUTSIDE: u8 = 255;

/** The first address that the caller may use. */
export function freeMemory(): usize {
  return __heap_base;
}

/**
 * @param from rows of `width` bytes
 * @param x column of the upper left pixel of the first target pixel's neighbourhood of 4 × 4, times 65,536; `y` likewise
 * @param xRight by how much it changes from a target pixel to the one on its right; `xDown` to the one below it
 * @param weights for each of 32 × 32 phases (those of y outside), 4 rows of 4 weights with the sum 4096
 */
export function resample(from: usize, width: i32, height: i32, to: usize, toWidth: i32, toHeight: i32, x: i32, y: i32, xRight: i32, yRight: i32, xDown: i32, yDown: i32, weights: usize): void {
  const step = <usize>width;
  const mask = (1 << PHASE_BITS) - 1;
  for (let row = 0; row < toHeight; row++) {
    let atX = x + row * xDown;
    let atY = y + row * yDown;
    for (let end = to + <usize>toWidth; to < end; to++) {
      const left = atX >> FRACTION;
      const top = atY >> FRACTION;
      // As unsigned numbers, those left of the image or above it are large.
      if (<u32>left < <u32>(width - 3) && <u32>top < <u32>(height - 3)) {
        const phase = (((atY >> (FRACTION - PHASE_BITS)) & mask) << PHASE_BITS) | ((atX >> (FRACTION - PHASE_BITS)) & mask);
        store<u8>(to, interpolate(from + <usize>(top * width + left), step, weights + (<usize>phase << WEIGHTS_SHIFT)));
      } else store<u8>(to, OUTSIDE);
      atX += xRight;
      atY += yRight;
    }
  }
}

/** The weighted sum of 4 × 4 pixels. */
// @ts-ignore: decorator
@inline
function interpolate(at: usize, step: usize, weights: usize): u8 {
  let pixels = v128.load32_zero(at);
  pixels = v128.load32_lane(at + step, pixels, 1);
  pixels = v128.load32_lane(at + 2 * step, pixels, 2);
  pixels = v128.load32_lane(at + 3 * step, pixels, 3);
  const upper = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), v128.load(weights));
  const lower = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), v128.load(weights, 16));
  const four = i32x4.add(upper, lower);
  const two = i32x4.add(four, v128.shuffle<i32>(four, four, 2, 3, 0, 1));
  const sum = (i32x4.extract_lane(two, 0) + i32x4.extract_lane(two, 1) + (1 << (SUM_BITS - 1))) >> SUM_BITS;
  return <u8>min(255, max(0, sum));
}
