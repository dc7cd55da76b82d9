/** Reads pictures of lines with PP-OCRv6, where it is installed: handwriting, and print that Tesseract does not read. */
import sharp from 'sharp';
import type { WordList } from '../languages/word-list.ts';
import type { RasterImage } from '../raster-image.ts';
import { decodeLine, type ReadWord } from './decode-line.ts';
import { Codes, decodeWithWords } from './decode-with-words.ts';
import { LINE_MODEL, ModelFilesError, readModelFile } from './model-files.ts';
import { readModelMetadata } from './model-metadata.ts';
import { loadOnnxRuntime, ONE_CORE, type InferenceSession, type OnnxRuntime } from './onnx-runtime.ts';
import { stepOutputs, type StepOutputs } from './step-outputs.ts';

/**
 * Chooses the words that are preferred where lines are read.
 * @param read the words of the lines as the network reads them by itself
 * @returns null: these words stay
 */
export type ChooseWords = (read: readonly ReadWord[]) => Promise<WordList | null>;

export interface LineReader {
  /**
   * @param lines  pictures of single upright lines, dark on light, with a margin of about a fifth of their height
   * @param choose  leaves the text as the network reads it if absent
   * @returns the words of each line, from left to right; none for a line without text
   */
  read(lines: readonly RasterImage[], choose?: ChooseWords): Promise<ReadWord[][]>;
}

/** What the network saw on a line, and the time steps that it has without its padding. */
interface SeenLine {
  readonly outputs: readonly StepOutputs[];
  readonly width: number;
}

/** Height in pixels of the network's input. */
const HEIGHT = 48;
/** Widths of its input: narrower lines are padded, as in training; wider ones are compressed, to bound the memory. */
const MIN_WIDTH = 320;
const MAX_WIDTH = 3200;
const CHANNELS = 3;
/** Key of the model's metadata with its alphabet, a character a line. */
const ALPHABET_KEY = 'character';

/** @throws ModelFilesError where the reader's files are missing, damaged, another version, or not for this machine */
export const openLineReader = async (folder: string): Promise<LineReader> => {
  const model = await readModelFile(folder, LINE_MODEL);
  const alphabet = readModelMetadata(model, ALPHABET_KEY)?.split('\n');
  if (alphabet === undefined) throw new ModelFilesError(`${LINE_MODEL.name} has no alphabet.`);
  const runtime = loadOnnxRuntime(folder);
  const session = await runtime.InferenceSession.create(model, ONE_CORE);
  return lineReaderOf(runtime, session, [...alphabet, ' ']);
};

/** @param alphabet  the characters of the network's codes from 1; code 0 is the blank */
export const lineReaderOf = (
  { Tensor }: Pick<OnnxRuntime, 'Tensor'>,
  session: InferenceSession,
  alphabet: readonly string[],
): LineReader => {
  const [input, output] = [session.inputNames[0], session.outputNames[0]];
  if (input === undefined || output === undefined) throw new ModelFilesError(`${LINE_MODEL.name} is no line network.`);
  const codesOfAlphabet = new Codes(alphabet);
  const see = async (line: RasterImage): Promise<SeenLine> => {
    const { width, padded, data } = await inputOf(line);
    const result = (await session.run({ [input]: new Tensor('float32', data, [1, CHANNELS, HEIGHT, padded]) }))[output];
    const [, steps = 0, codes = 0] = result?.dims ?? [];
    if (result === undefined || codes !== alphabet.length + 1)
      throw new ModelFilesError(`${LINE_MODEL.name} has another alphabet than its outputs.`);
    return {
      outputs: stepOutputs({ steps, codes, probabilities: result.data }),
      width: (steps * width) / padded,
    };
  };
  return {
    read: async (lines, choose) => {
      const seen: SeenLine[] = [];
      // One after another: the outputs of a long line take 30 MB.
      for (const line of lines) seen.push(await see(line));
      const read = seen.map(({ outputs, width }) => decodeLine(outputs, alphabet, width));
      const words = (await choose?.(read.flat())) ?? null;
      return words === null
        ? read
        : seen.map(({ outputs, width }) => decodeWithWords(outputs, codesOfAlphabet, width, words));
    },
  };
};

/** The network's input: −1 is black, 1 white, and 0 the padding on the right. */
const inputOf = async (line: RasterImage): Promise<{ width: number; padded: number; data: Float32Array }> => {
  const width = Math.min(MAX_WIDTH, Math.max(1, Math.round((line.width * HEIGHT) / line.height)));
  const { channels, width: rawWidth, height: rawHeight } = line;
  const pixels = await sharp(line.data, { raw: { width: rawWidth, height: rawHeight, channels } })
    .greyscale()
    .resize(width, HEIGHT, { fit: 'fill' })
    .raw()
    .toBuffer();
  const padded = Math.max(MIN_WIDTH, width);
  const data = new Float32Array(CHANNELS * HEIGHT * padded);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < width; x += 1) {
      const value = (pixels[y * width + x] ?? 0) / 127.5 - 1;
      for (let channel = 0; channel < CHANNELS; channel += 1) data[(channel * HEIGHT + y) * padded + x] = value;
    }
  return { width, padded, data };
};
