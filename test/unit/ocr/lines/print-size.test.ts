import { describe, expect, it } from 'vitest';
import { dpiByPrint } from '../../../../core/ocr/lines/print-size.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';

/** Lines of one word of this height in pixels. */
const linesOf = (height: number, texts: readonly string[], confidence = 95): LineReading[] =>
  texts.map((text, at) => {
    const [top, bottom] = [100 * at, 100 * at + height];
    const box = { left: 0, top, right: 200, bottom };
    const word = { text, confidence, x1: 0, y1: top, x2: 200, y2: bottom, entropy: 0, line: at, block: 0 };
    return { segment: { rotation: 0, box, words: [box], line: at, block: 0 }, words: [word] };
  });

const WORDS = ['Total', 'Bleifrei', 'Betrag', '47.10', 'MasterCard', 'Brutto'];

describe('The pixels per inch of a page by its print', () => {
  it('are those stated where its print is of usual size', () => {
    expect(dpiByPrint(150, linesOf(17, WORDS))).toBe(150);
  });

  it('are more where letters would be a centimetre high, as on a photograph of a till receipt that was taken for an A4 page', () => {
    expect(dpiByPrint(150, linesOf(50, WORDS))).toBeCloseTo(363, 0);
  });

  it('are those of its print where some of it is larger, such as headings', () => {
    const headings = linesOf(50, WORDS.slice(0, 2));
    expect(dpiByPrint(150, [...headings, ...linesOf(17, WORDS)])).toBe(150);
  });

  it('are those stated where too little is legible: single letters and what was read poorly may be texture', () => {
    expect(dpiByPrint(150, linesOf(50, WORDS.slice(0, 4)))).toBe(150);
    expect(dpiByPrint(150, linesOf(50, ['I', 'l', '11', 'N', '-', 'w']))).toBe(150);
    expect(dpiByPrint(150, linesOf(50, WORDS, 60))).toBe(150);
  });
});
