/** Reads a page's lines one after the other, each at most once an engine, and stops as soon as enough is known. */
import type { Language } from '../parser-jobs.ts';
import type { RasterImage } from './raster-image.ts';
import { recogniseLine, type RecognisedLine } from './recognise-line.ts';

export interface Reading {
  readonly lines: readonly RecognisedLine[];
  /** The lines' texts, one a line. */
  readonly text: string;
  readonly characters: number;
  /** Mean over the characters, 0 to 100. */
  readonly confidence: number;
}

export class LineReader {
  readonly #crops: readonly RasterImage[];
  readonly #read = new Map<Language, RecognisedLine[]>();

  /** @param crops pictures of single lines, the most telling first */
  constructor(crops: readonly RasterImage[]) {
    this.#crops = crops;
  }

  /** Reads with one engine, from the first line on, until `enough` says so or the lines are at their end. */
  async read(engine: Language, enough: (reading: Reading) => boolean): Promise<Reading> {
    const lines = this.#read.get(engine) ?? [];
    this.#read.set(engine, lines);
    for (let count = 1; count <= this.#crops.length; count += 1) {
      const crop = this.#crops[count - 1];
      if (count > lines.length && crop !== undefined) lines.push(await recogniseLine(engine, crop));
      const reading = sumUp(lines.slice(0, count));
      if (enough(reading)) return reading;
    }
    return sumUp(lines);
  }

  /** Reads one line again with another engine. @param index of the line, from 0 */
  async readAgain(engine: Language, index: number): Promise<RecognisedLine> {
    const crop = this.#crops[index];
    return crop === undefined ? { text: '', confidence: 0 } : recogniseLine(engine, crop);
  }
}

function sumUp(lines: readonly RecognisedLine[]): Reading {
  const characters = lines.reduce((sum, line) => sum + line.text.length, 0);
  const weighted = lines.reduce((sum, line) => sum + line.confidence * line.text.length, 0);
  return {
    lines,
    text: lines.map((line) => line.text).join('\n'),
    characters,
    confidence: characters === 0 ? 0 : weighted / characters,
  };
}
