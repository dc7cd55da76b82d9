/** Finds the lines of a page with PP-OCRv6's network for it, where it is installed: those that slant, too. */
import sharp from 'sharp';
import type { RasterImage } from '../raster-image.ts';
import { FINDER_MODEL, ModelFilesError } from './model-files.ts';
import type { InferenceSession, OnnxRuntime } from './onnx-runtime.ts';
import type { SlantedBox } from './slanted-box.ts';
import { findTextAreas } from './text-areas.ts';

export interface LineFinder {
  /**
   * @param page in grey, upright
   * @returns the lines of print and handwriting on it, in no particular order
   */
  findLines(page: RasterImage): Promise<SlantedBox[]>;
}

/** Longest side in pixels of the network's input: 1,280 finds as many lines and takes twice the time. */
const MAX_SIDE = 960;
/** Its sides are multiples of this. */
const STEP = 32;
const CHANNELS = 3;

export const lineFinderOf = ({ Tensor }: Pick<OnnxRuntime, 'Tensor'>, session: InferenceSession): LineFinder => {
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  if (input === undefined || output === undefined)
    throw new ModelFilesError(`${FINDER_MODEL.name} is no network that finds lines.`);
  return {
    findLines: async (page) => {
      const { width, height, data } = await inputOf(page);
      const tensor = new Tensor('float32', data, [1, CHANNELS, height, width]);
      const map = (await session.run({ [input]: tensor }))[output];
      if (map?.data.length !== width * height)
        throw new ModelFilesError(`${FINDER_MODEL.name} has other outputs than inputs.`);
      const [right, down] = [page.width / width, page.height / height];
      return findTextAreas({ width, height, data: map.data }).map((box) => scaled(box, right, down));
    },
  };
};

/** The network's input: −1 is black, 1 white. */
async function inputOf({
  width,
  height,
  channels,
  data,
}: RasterImage): Promise<{ width: number; height: number; data: Float32Array }> {
  const scale = Math.min(1, MAX_SIDE / Math.max(width, height));
  const side = (pixels: number) => Math.max(STEP, Math.round((pixels * scale) / STEP) * STEP);
  const [columns, rows] = [side(width), side(height)];
  const pixels = await sharp(data, { raw: { width, height, channels } })
    .greyscale()
    .resize(columns, rows, { fit: 'fill' })
    .raw()
    .toBuffer();
  const values = Float32Array.from(pixels, (grey) => grey / 127.5 - 1);
  const all = new Float32Array(CHANNELS * values.length);
  for (let channel = 0; channel < CHANNELS; channel += 1) all.set(values, channel * values.length);
  return { width: columns, height: rows, data: all };
}

/** The two scales differ by less than a step of the input: the angle stays. */
const scaled = (box: SlantedBox, right: number, down: number): SlantedBox => ({
  ...box,
  x: box.x * right,
  y: box.y * down,
  width: box.width * right,
  height: box.height * down,
});
