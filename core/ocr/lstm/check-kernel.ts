/** Compares two compilations of a kernel on a small network of pseudo-random numbers. */
import type { Kernel } from './kernel.ts';

/** Size of the line, a row of −127 to 127 in pixels, and of the field of the convolution. */
const [WIDTH, HEIGHT] = [70, 12];
const [HALF, SCALE] = [1, 3];
/** Inputs of a window, padded to a multiple of 8. */
const WINDOW = 16;
const [FIELDS, CELLS, CODES] = [16, 24, 40];
const GATES = 4;
/** As many sequences as there are blocks of rows: of eight, of four, and single ones. */
const SEQUENCES = 13;
const STEPS = 20;
const SEED = 7n;
/** Magnitude of biases, and of the scales from sums to values. */
const [MOST_BIAS, MOST_SCALE] = [20_000, 2 ** -14];
const WORD = 4;
/** Rows that the kernel takes at once. */
const TILE = 16;

/** Integers of 31 bits, the same in each call (a linear congruential generator). */
const randomIntegers = (): (() => number) => {
  let state = 1;
  return () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff);
};

/** Places weights, biases and scales of a layer. */
const placeLayer = (kernel: Kernel, next: () => number, inputs: number, outputs: number): [number, number, number] => {
  const signed = () => (next() % 255) - 127;
  const length = inputs * outputs;
  return [
    kernel.place(kernel.coding.bytes === 1 ? Int8Array.from({ length }, signed) : Int16Array.from({ length }, signed)),
    kernel.place(Int32Array.from({ length: outputs }, () => (next() % (2 * MOST_BIAS)) - MOST_BIAS)),
    kernel.place(Float32Array.from({ length: outputs }, () => ((next() % 100) / 100) * MOST_SCALE)),
  ];
};

/** The fields of a convolution, sequences of different lengths over them, and the probabilities of their codes. */
const outputsOf = (kernel: Kernel): Uint8Array => {
  const { functions, coding, top } = kernel;
  const next = randomIntegers();
  const image = kernel.place(Int8Array.from({ length: WIDTH * HEIGHT }, () => (next() % 255) - 127));
  const [rows, columns] = [HEIGHT / SCALE, Math.floor(WIDTH / SCALE)];
  const fields = kernel.allocate(rows * columns * FIELDS * coding.bytes);
  const scratch = kernel.allocate(4 * (WIDTH + 1) * (2 * HALF + 1) + 256 + (columns + 1) * FIELDS * WORD);
  const field = placeLayer(kernel, next, WINDOW, FIELDS);
  functions.convolve(image, WIDTH, HEIGHT, HALF, HALF, SCALE, SCALE, FIELDS, ...field, fields, scratch, SEED);
  const from = kernel.top;
  const cellBytes = CELLS * coding.bytes;
  const cells = kernel.allocate(SEQUENCES * STEPS * cellBytes);
  const table = Array.from({ length: SEQUENCES }, (_, sequence) => [
    fields + sequence * FIELDS * coding.bytes,
    FIELDS * coding.bytes,
    cells + sequence * STEPS * cellBytes,
    cellBytes,
    STEPS - sequence,
  ]);
  const states = kernel.allocate(TILE * ((FIELDS + CELLS) * coding.bytes + CELLS * (GATES + 1) * WORD));
  functions.lstm(
    kernel.place(Int32Array.from(table.flat())),
    SEQUENCES,
    FIELDS,
    CELLS,
    ...placeLayer(kernel, next, FIELDS + CELLS, GATES * CELLS),
    states,
  );
  const output = placeLayer(kernel, next, CELLS, CODES);
  const probabilities = kernel.allocate(SEQUENCES * STEPS * CODES * WORD);
  const sums = kernel.allocate(TILE * CODES * WORD);
  functions.softmax(cells, SEQUENCES * STEPS, CELLS, CODES, CODES, ...output, probabilities, sums);
  const bytes = new Uint8Array(kernel.buffer, from, kernel.top - from).slice();
  kernel.release(top);
  return bytes;
};

/** Whether two compilations of one kernel have the same outputs, to the bit. */
export const computeAlike = (one: Kernel, other: Kernel): boolean =>
  Buffer.compare(outputsOf(one), outputsOf(other)) === 0;
