import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../../core/errors.ts';
import { configureLineReader, installedLineReader } from '../../../../core/ocr/ppocr/installed-reader.ts';
import { lineReaderOf, openLineReader } from '../../../../core/ocr/ppocr/line-reader.ts';
import { LINE_MODEL, ModelFilesError } from '../../../../core/ocr/ppocr/model-files.ts';
import type { InferenceSession, Tensor } from '../../../../core/ocr/ppocr/onnx-runtime.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { PlainTensor } from './plain-tensor.ts';

/** A network with the alphabet "a": it sees an a wherever a column of 8 pixels is dark, and keeps its inputs. */
class DarkColumns implements InferenceSession {
  readonly inputNames = ['x'];
  readonly outputNames = ['y'];
  readonly inputs: Tensor[] = [];
  readonly #codes: number;

  constructor(codes = 2) {
    this.#codes = codes;
  }

  run({ x }: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>> {
    if (x === undefined) throw new Error('It has no input.');
    this.inputs.push(x);
    const steps = (x.dims[3] ?? 0) / 8;
    const isDark = (step: number): boolean => (x.data[step * 8 + 4] ?? 0) < -0.5;
    const data = Float32Array.from({ length: steps * this.#codes }, (_, at) =>
      (at % this.#codes === 1) === isDark(Math.floor(at / this.#codes)) ? 1 : 0,
    );
    return Promise.resolve({ y: new PlainTensor('float32', data, [1, steps, this.#codes]) });
  }
}

/** White, with dark columns from one pixel to another. */
const line = (width: number, height: number, dark: readonly (readonly [number, number])[]): RasterImage => ({
  width,
  height,
  channels: 1,
  data: Uint8Array.from({ length: width * height }, (_, at) =>
    dark.some(([from, to]) => at % width >= from && at % width < to) ? 0 : 255,
  ),
});

describe('The reader of lines', () => {
  it('reads each line, and says where its words are', async () => {
    const reader = lineReaderOf({ Tensor: PlainTensor }, new DarkColumns(), ['a']);
    const [first, second] = await reader.read([line(800, 96, [[80, 160]]), line(96, 48, [])]);
    expect(first?.map(({ text }) => text)).toEqual(['a']);
    expect(first?.[0]?.left).toBeLessThan(0.11);
    expect(first?.[0]?.right).toBeGreaterThan(0.11);
    expect(second).toEqual([]);
  });

  it('has the words that are preferred chosen by what the network reads by itself', async () => {
    const reader = lineReaderOf({ Tensor: PlainTensor }, new DarkColumns(), ['a']);
    const read: string[] = [];
    const lines = await reader.read([line(800, 96, [[80, 160]]), line(800, 96, [[400, 480]])], (words) => {
      read.push(...words.map(({ text }) => text));
      return Promise.resolve(null);
    });
    expect(read).toEqual(['a', 'a']);
    expect(lines.flat().map(({ text }) => text)).toEqual(read);
  });

  it('gives the network lines of 48 pixels, padded to 320, and never wider than 3,200', async () => {
    const network = new DarkColumns();
    await lineReaderOf({ Tensor: PlainTensor }, network, ['a']).read([
      line(40, 20, []),
      line(5000, 10, []),
      line(300, 1, []),
      line(1, 900, []),
    ]);
    expect(network.inputs.map(({ dims }) => dims)).toEqual([
      [1, 3, 48, 320],
      [1, 3, 48, 3200],
      [1, 3, 48, 3200],
      [1, 3, 48, 320],
    ]);
  });

  it('refuses a network whose outputs are not those of its alphabet', async () => {
    const reader = lineReaderOf({ Tensor: PlainTensor }, new DarkColumns(3), ['a']);
    await expect(reader.read([line(100, 48, [])])).rejects.toThrow(
      new ModelFilesError('PP-OCRv6_rec_small.onnx has another alphabet than its outputs.'),
    );
  });
});

describe('A reader that is installed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    ['is missing', undefined, /is not in/],
    ['is cut off', Buffer.alloc(100), /100 bytes instead of 21234383/],
    ['was changed', Buffer.alloc(LINE_MODEL.bytes), /expected SHA-256/],
  ])('is none, and is never opened, with a model that %s', async (_name, bytes, message) => {
    if (bytes !== undefined) await writeFile(join(folder, LINE_MODEL.name), bytes);
    await expect(openLineReader(folder)).rejects.toThrow(message);
    configureLineReader(folder);
    expect(await installedLineReader()).toBeNull();
  });

  it('is not said to be missing where its model is there and cannot be read', async () => {
    // Reading a folder fails with an error of the system, as does any file while too many are open.
    await mkdir(join(folder, LINE_MODEL.name));
    await expect(openLineReader(folder)).rejects.toThrow('EISDIR');
    configureLineReader(folder);
    await expect(installedLineReader()).rejects.toThrow(TemporarilyUnavailableError);
    await rm(join(folder, LINE_MODEL.name), { recursive: true });
    expect(await installedLineReader()).toBeNull();
  });
});
