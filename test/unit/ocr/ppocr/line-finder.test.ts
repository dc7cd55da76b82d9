import { describe, expect, it } from 'vitest';
import { lineFinderOf } from '../../../../core/ocr/ppocr/line-finder.ts';
import { ModelFilesError } from '../../../../core/ocr/ppocr/model-files.ts';
import type { InferenceSession, Tensor } from '../../../../core/ocr/ppocr/onnx-runtime.ts';
import type { RasterImage } from '../../../../core/ocr/raster-image.ts';
import { PlainTensor } from './plain-tensor.ts';

/** A network that takes all that is dark for text, and keeps its inputs. */
class DarkIsText implements InferenceSession {
  readonly inputNames = ['x'];
  readonly outputNames = ['y'];
  readonly inputs: Tensor[] = [];

  run({ x }: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>> {
    if (x === undefined) throw new Error('It has no input.');
    this.inputs.push(x);
    const [, , height = 0, width = 0] = x.dims;
    const data = Float32Array.from(x.data.subarray(0, width * height), (value) => (value < 0 ? 0.9 : 0));
    return Promise.resolve({ y: new PlainTensor('float32', data, [1, 1, height, width]) });
  }
}

/** White, with a dark bar. */
const pageWith = (width: number, height: number, bar: (x: number, y: number) => boolean): RasterImage => ({
  width,
  height,
  channels: 1,
  data: Uint8Array.from({ length: width * height }, (_, at) => (bar(at % width, Math.floor(at / width)) ? 0 : 255)),
});

describe('The finder of lines', () => {
  it('gives the network 960 pixels at most, and places lines in pixels of the page', async () => {
    const network = new DarkIsText();
    const page = pageWith(2000, 1000, (x, y) => x >= 400 && x < 1600 && y >= 460 && y < 540);
    const found = await lineFinderOf({ Tensor: PlainTensor }, network).findLines(page);
    expect(network.inputs.map(({ dims }) => dims)).toEqual([[1, 3, 480, 960]]);
    expect(found).toHaveLength(1);
    const [line] = found;
    expect(Math.abs((line?.x ?? 0) - 1000)).toBeLessThan(4);
    expect(Math.abs((line?.y ?? 0) - 500)).toBeLessThan(4);
    expect(line?.width).toBeGreaterThan(1200);
  });

  it.each([
    [5000, 1, [1, 3, 32, 960]],
    [1, 900, [1, 3, 896, 32]],
    [1, 1, [1, 3, 32, 32]],
  ])('takes pages of %s × %s pixels', async (width, height, dims) => {
    const network = new DarkIsText();
    const finder = lineFinderOf({ Tensor: PlainTensor }, network);
    expect(await finder.findLines(pageWith(width, height, () => false))).toEqual([]);
    expect(await finder.findLines(pageWith(width, height, () => true))).toHaveLength(1);
    expect(network.inputs[0]?.dims).toEqual(dims);
  });

  it('refuses a network whose outputs are not those of a map', async () => {
    const wrong: InferenceSession = {
      inputNames: ['x'],
      outputNames: ['y'],
      run: () => Promise.resolve({ y: new PlainTensor('float32', new Float32Array(4), [1, 1, 2, 2]) }),
    };
    const finder = lineFinderOf({ Tensor: PlainTensor }, wrong);
    await expect(finder.findLines(pageWith(64, 64, () => false))).rejects.toThrow(
      new ModelFilesError('PP-OCRv6_det_small.onnx has other outputs than inputs.'),
    );
    const none: InferenceSession = { ...wrong, outputNames: [] };
    expect(() => lineFinderOf({ Tensor: PlainTensor }, none)).toThrow(
      new ModelFilesError('PP-OCRv6_det_small.onnx is no network that finds lines.'),
    );
  });
});
