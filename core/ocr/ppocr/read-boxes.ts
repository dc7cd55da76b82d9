/** Reads parts of a page with the optional reader. */
import { clipToImage } from '../layout/find-ink-box.ts';
import { crop, type Box } from '../lstm/line-image.ts';
import type { RasterImage } from '../raster-image.ts';
import type { ReadWord } from './decode-line.ts';
import type { ChooseWords, LineReader } from './line-reader.ts';
import { boxAround, cutOut, partOf, type SlantedBox } from './slanted-box.ts';

/** A word with its box in pixels of the page, on which it lies. */
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
  const wide = boxes.map((box) => clipToImage(image, withMargin(box)));
  const read = await reader.read(
    wide.map((box) => ({ ...crop(image, box), channels: 1 })),
    choose,
  );
  return wide.map((box, at) => (read[at] ?? []).map((word) => placeWord(image, word, box)));
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
    (read[at] ?? []).map(({ left, right, ...word }) => ({
      ...word,
      box: onPage(image, boxAround(partOf(box, left, right))),
    })),
  );
}

function withMargin({ left, top, right, bottom }: Box): Box {
  const margin = Math.ceil((bottom - top) * MARGIN);
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

function placeWord(
  image: RasterImage,
  { text, confidence, entropy, ...word }: ReadWord,
  { left, top, right, bottom }: Box,
): WordOnPage {
  const x = (part: number) => Math.round(left + part * (right - left));
  return { text, confidence, entropy, box: onPage(image, { left: x(word.left), top, right: x(word.right), bottom }) };
}

/** The part of a box that lies on the page; a pixel of it at least. */
function onPage({ width, height }: RasterImage, box: Box): Box {
  const left = Math.max(0, Math.min(width - 1, box.left));
  const top = Math.max(0, Math.min(height - 1, box.top));
  const right = Math.max(left + 1, Math.min(width, box.right));
  return { left, top, right, bottom: Math.max(top + 1, Math.min(height, box.bottom)) };
}
