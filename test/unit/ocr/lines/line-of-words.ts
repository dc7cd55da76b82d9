/** Lines as they are read, whose words all have one size. */
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';

/** In pixels; `step` is from the left side of a word to that of the next. */
interface WordSize {
  readonly width: number;
  readonly height: number;
  readonly step: number;
}

/** @returns a function that places a line of such words on a page */
export const lineOfWords =
  ({ width, height, step }: WordSize) =>
  (left: number, top: number, texts: readonly string[], confidence: number): LineReading => {
    const words = texts.map((text, at) => {
      const x1 = left + step * at;
      return { text, confidence, x1, y1: top, x2: x1 + width, y2: top + height, entropy: 0, line: 0, block: 0 };
    });
    const boxes = words.map(({ x1, y1, x2, y2 }) => ({ left: x1, top: y1, right: x2, bottom: y2 }));
    const box = { left, top, right: left + step * texts.length, bottom: top + height };
    return { segment: { rotation: 0, box, words: boxes, line: 0, block: 0 }, words };
  };
