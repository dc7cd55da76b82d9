/** Reads parts of a page with the optional reader. */
import { crop, type Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import type { ReadWord } from './decode-line.ts';
import type { ChooseWords, LineReader } from './line-reader.ts';
import { boxAround, cutOut, partOf, type SlantedBox } from './slanted-box.ts';

/** A word with its box in pixels of the page. */
export interface WordOnPage extends Pick<ReadWord, 'text' | 'confidence' | 'entropy'> {
  readonly box: Box;
}

/** Margin around the picture of a line, as a part of its height: what the reader expects. */
const MARGIN = 0.2;

/**
 * @param boxes tight boxes of single upright lines
 * @param choose as in line-reader.ts
 * @returns the words of each, from left to right
 */
export async function readBoxes(
  reader: LineReader,
  image: RasterImage,
  boxes: readonly Box[],
  choose?: ChooseWords,
): Promise<readonly WordOnPage[][]> {
  const wide = boxes.map(withMargin);
  const read = await reader.read(
    wide.map((box) => ({ ...crop(image, box), channels: 1 })),
    choose,
  );
  return wide.map((box, at) => (read[at] ?? []).map((word) => placeWord(word, box)));
}

/**
 * @param boxes of single lines, with the margin that the reader expects
 * @param choose as in line-reader.ts
 * @returns the words of each, from left to right
 */
export async function readSlantedBoxes(
  reader: LineReader,
  image: RasterImage,
  boxes: readonly SlantedBox[],
  choose?: ChooseWords,
): Promise<readonly WordOnPage[][]> {
  const read = await reader.read(
    boxes.map((box) => cutOut(image, box)),
    choose,
  );
  return boxes.map((box, at) =>
    (read[at] ?? []).map(({ left, right, ...word }) => ({ ...word, box: boxAround(partOf(box, left, right)) })),
  );
}

function withMargin({ left, top, right, bottom }: Box): Box {
  const margin = Math.ceil((bottom - top) * MARGIN);
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

function placeWord({ text, confidence, entropy, ...word }: ReadWord, { left, top, right, bottom }: Box): WordOnPage {
  const x = (part: number) => Math.round(left + part * (right - left));
  const from = x(word.left);
  return { text, confidence, entropy, box: { left: from, top, right: Math.max(from + 1, x(word.right)), bottom } };
}
