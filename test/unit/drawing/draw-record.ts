/** Page records for tests, drawn from lines of text on an A4 page at 220 dpi. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';

export interface DrawnLine {
  readonly text: string;
  /** Top of the text in pixels. Default: 60 below the previous line. */
  readonly y?: number;
  /** Left end in pixels, default 200. */
  readonly x?: number;
  /** Font size in pixels, default 34. */
  readonly size?: number;
}

/** Letters are half a font size wide, Japanese characters one font size. */
export function drawRecord(lines: readonly (DrawnLine | string)[], page: Partial<PageRecord> = {}): PageRecord {
  const words: Word[] = [];
  let nextY = 200;
  for (const [line, drawn] of lines.entries()) {
    const { text, x = 200, size = 34, y = nextY } = typeof drawn === 'string' ? { text: drawn } : drawn;
    let left = x;
    for (const part of text.split(/( {2,}| )/u)) {
      const wide = Math.round(
        Array.from(part).reduce((sum, character) => sum + size * (character > '\u3000' ? 1 : 0.5), 0),
      );
      if (part.trim() !== '')
        words.push({
          x1: left,
          y1: y,
          x2: left + wide,
          y2: y + Math.round(size * inkShare(part)),
          text: part,
          entropy: 0,
          line,
          block: 0,
        });
      left += wide;
    }
    nextY = y + Math.max(60, Math.round(size * 1.5));
  }
  return {
    schema_version: 1,
    page: 1,
    width: 1819,
    height: 2573,
    dpi: 220,
    rotation: 0,
    skew: 0,
    text_source: words.length > 0 ? 'text_layer' : 'none',
    language: 'en',
    words,
    fulltext: lines.map((line) => (typeof line === 'string' ? line : line.text)).join('\n'),
    ink: 0.1,
    thumbnail: { width: 1, height: 1, grey: '/w==' },
    ...page,
  };
}

/** Boxes are tight around the ink: "acne" is half a font size high, "Ably" almost one font size. */
function inkShare(text: string): number {
  if (text > '\u3000') return 0.88;
  return 0.5 + (/[^acegmnopqrsuvwxyz]/u.test(text) ? 0.22 : 0) + (/[gjpqyQ,;]/u.test(text) ? 0.21 : 0);
}
