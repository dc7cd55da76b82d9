/** Reads a page's lines in order, each at most once per engine, and stops as soon as the caller has enough. */
import type { LineEngine } from '../languages/tesseract-languages.ts';
import type { RasterImage } from '../raster-image.ts';
import { recogniseLine, type RecognisedLine } from './recognise-line.ts';

export interface Reading {
  readonly lines: readonly RecognisedLine[];
  /** The texts of the lines, separated by line feeds. */
  readonly text: string;
  /** Number of characters; of those that a line repeats, a few count. */
  readonly characters: number;
  /** Mean confidence over the characters, 0 to 100; 0 without characters. */
  readonly confidence: number;
}

export class LineReader {
  readonly #crops: readonly RasterImage[];
  readonly #read = new Map<LineEngine, RecognisedLine[]>();

  /** @param crops images of single lines, the most informative first */
  constructor(crops: readonly RasterImage[]) {
    this.#crops = crops;
  }

  /** Reads with one engine from the first line on, until `enough` returns true or all lines are read. */
  async read(engine: LineEngine, enough: (reading: Reading) => boolean): Promise<Reading> {
    const lines = this.#read.get(engine) ?? [];
    this.#read.set(engine, lines);
    for (let count = 1; count <= this.#crops.length; count += 1) {
      const crop = this.#crops[count - 1];
      if (count > lines.length && crop !== undefined) lines.push(await recogniseLine(engine, crop));
      const reading = summarise(lines.slice(0, count));
      if (enough(reading)) return reading;
    }
    return summarise(lines);
  }

  /** Reads one line again with another engine. @param index index of the line, from 0 */
  async readAgain(engine: LineEngine, index: number): Promise<RecognisedLine> {
    const crop = this.#crops[index];
    return crop === undefined ? { text: '', confidence: 0 } : recogniseLine(engine, crop);
  }
}

/** Times that a character of a line counts at most: ornaments are read as one letter over and over. */
const MAX_REPETITIONS = 4;

/** Number of characters of a line that count. */
const lengthOf = ({ text }: RecognisedLine): number =>
  Math.min(text.length, MAX_REPETITIONS * new Set(text.replaceAll(' ', '')).size);

function summarise(lines: readonly RecognisedLine[]): Reading {
  const characters = lines.reduce((sum, line) => sum + lengthOf(line), 0);
  const weighted = lines.reduce((sum, line) => sum + line.confidence * lengthOf(line), 0);
  return {
    lines,
    text: lines.map((line) => line.text).join('\n'),
    characters,
    confidence: characters === 0 ? 0 : weighted / characters,
  };
}
