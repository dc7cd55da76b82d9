/** Recognises images of text lines with the network of one language, several lines at once. */
import { clipToImage } from '../layout/find-ink-box.ts';
import type { RasterImage } from '../raster-image.ts';
import type { Alphabet } from './beam-search.ts';
import { plainCodes, readCharacters, readCodes } from './trained-data/character-set.ts';
import { Dictionary } from './trained-data/dictionary.ts';
import { cropAndScale, invertLine, normaliseLine, type Box, type LineImage } from './line-image.ts';
import { loadLineNetwork, type LineNetwork, type LineOutputs } from './line-network.ts';
import { readLineWords, type LineWord } from './line-words.ts';
import { readNetworkFile } from './trained-data/network-file.ts';
import { splitTrainedData } from './trained-data/trained-data.ts';

export interface RecognisedLineWord extends Omit<LineWord, 'from' | 'to'> {
  /** Horizontal extent in pixels of the page image; right is exclusive. */
  readonly left: number;
  readonly right: number;
}

/** Mean probability of the best codes below which the inverted line is recognised too. */
const INVERT_BELOW = 0.7;
/** Part of a line's pixels that are darker than the middle between its ink and its paper, from which it is inverted. */
const MIN_DARK_SHARE = 0.4;

/** A line as the network takes it: −127 is its black, 127 its white. */
type LineInput = Parameters<LineNetwork['run']>[0][number];

export class LineRecogniser {
  readonly #network: LineNetwork;
  readonly #alphabet: Alphabet;

  constructor(network: LineNetwork, alphabet: Alphabet) {
    this.#network = network;
    this.#alphabet = alphabet;
  }

  /**
   * @param image the page in grey
   * @param boxes boxes of single upright lines, with a margin of a few pixels; a batch of similar widths is fastest
   * @returns the words of each line, from left to right
   */
  read(image: RasterImage, boxes: readonly Box[]): RecognisedLineWord[][] {
    // The margin of a line at the border of the image reaches beyond it, where nothing is cropped.
    const inside = boxes.map((box) => clipToImage(image, box));
    const lines = inside.map((box) => nullIfBlank(cropAndScale(image, box, this.#network.height)));
    const present = lines.filter((line) => line !== null);
    const outputs = this.#runBothWays(present);
    return inside.map((box, index) => {
      const line = lines[index] ?? null;
      const read = line === null ? undefined : outputs[present.indexOf(line)];
      return line === null || read === undefined ? [] : this.#place(readLineWords(read, this.#alphabet), box, line);
    });
  }

  /**
   * Runs the network. Lines with poor outputs that may be light on dark are run again inverted, and the more confident
   * outputs are kept.
   */
  #runBothWays(lines: readonly LineImage[]): LineOutputs[] {
    const inputs = lines.map((line) => ({ width: line.width, data: normaliseLine(line) }));
    const outputs = this.#run(inputs);
    const confidences = outputs.map((output) => meanProbability(output, this.#alphabet));
    const poor = [...lines.keys()].filter(
      (index) =>
        (confidences[index] ?? 0) < INVERT_BELOW && (outputs[index]?.steps ?? 0) > 0 && isDark(inputs[index]?.data),
    );
    const inverted = this.#run(
      poor
        .flatMap((index) => lines[index] ?? [])
        .map(invertLine)
        .map((line) => ({ width: line.width, data: normaliseLine(line) })),
    );
    for (const [at, index] of poor.entries()) {
      const other = inverted[at];
      if (other !== undefined && meanProbability(other, this.#alphabet) > (confidences[index] ?? 0))
        outputs[index] = other;
    }
    return outputs;
  }

  #run(inputs: readonly LineInput[]): LineOutputs[] {
    return inputs.length === 0 ? [] : this.#network.run(inputs);
  }

  /** @param box what the line shows of the page */
  #place(words: readonly LineWord[], box: Box, line: LineImage): RecognisedLineWord[] {
    const scale = (this.#network.xScale * (box.bottom - box.top)) / line.height;
    return words.map(({ from, to, ...word }) => ({
      ...word,
      left: box.left + Math.floor(from * scale),
      right: Math.min(box.right, box.left + Math.ceil(to * scale)),
    }));
  }
}

/**
 * @param data contents of a `.traineddata` file
 * @throws UnsupportedNetworkError if our kernel cannot run its network
 * @throws RangeError if the file is broken
 */
export async function loadLineRecogniser(data: Uint8Array): Promise<LineRecogniser> {
  const parts = splitTrainedData(data);
  const [network, characterList, codeList] = [parts.get('network'), parts.get('characters'), parts.get('recoder')];
  if (network === undefined || characterList === undefined)
    throw new RangeError('this language data holds no line network');
  const file = readNetworkFile(network);
  const characters = readCharacters(characterList);
  const lineNetwork = await loadLineNetwork(file);
  const codes =
    file.recoded && codeList !== undefined
      ? readCodes(codeList, lineNetwork.codes)
      : plainCodes(characters.length, lineNetwork.codes);
  const dictionary =
    parts.has('words') || parts.has('punctuation') || parts.has('numbers') ? new Dictionary(parts, characters) : null;
  return new LineRecogniser(lineNetwork, {
    characters,
    codes,
    nullCode: file.nullCode,
    codeCount: lineNetwork.codes,
    dictionary,
  });
}

/** Whether a line may be light on dark: much of it is dark. */
function isDark(data: Int8Array = new Int8Array(0)): boolean {
  let dark = 0;
  for (let at = 0; at < data.length; at += 1) if ((data[at] ?? 0) < 0) dark += 1;
  return dark >= MIN_DARK_SHARE * data.length;
}

/** Returns null for a line of uniform grey: the network's outputs would be arbitrary and depend on the machine. */
const nullIfBlank = (line: LineImage | null): LineImage | null =>
  line?.data.some((grey) => grey !== line.data[0]) === true ? line : null;

/** The mean probability of the best codes, 0 to 1, without blanks; 0 if all are blanks. */
function meanProbability({ steps, stride, probabilities }: LineOutputs, { nullCode, codeCount }: Alphabet): number {
  let [sum, count] = [0, 0];
  for (let t = 0; t < steps; t += 1) {
    let best = 0;
    for (let code = 1; code < codeCount; code += 1)
      if ((probabilities[t * stride + code] ?? 0) > (probabilities[t * stride + best] ?? 0)) best = code;
    if (best === nullCode) continue;
    sum += probabilities[t * stride + best] ?? 0;
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}
