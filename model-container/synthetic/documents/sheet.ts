/** A page that text and marks are drawn on, and the page record that OCR of it would give. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import { PAGE_DPI } from '../../../core/documents/page-record.ts';

/**
 * `narrow` scales the letter widths (1 is a usual book typeface), `mono` gives all letters the same width, `weight` is
 * their darkness.
 */
export interface Typeface {
  readonly narrow: number;
  readonly mono: boolean;
  readonly weight: number;
}

export interface Pen {
  /** Font size in pixels, without leading. */
  readonly size: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'centre' | 'right';
}

type Layer = 'head' | 'body' | 'foot';

interface Mark {
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  /** 0 (white) to 1 (black). */
  readonly darkness: number;
}

interface Written extends Mark {
  readonly text: string;
  readonly line: number;
  readonly block: number;
  readonly layer: Layer;
}

/** Long side of a thumbnail in pixels, as in the records of real pages. */
const THUMBNAIL_PIXELS = 96;
/**
 * Share of a word's box that its letters cover, and share that counts as ink at the resolution of `ink`; measured on
 * real page records.
 */
const COVERED = 0.3;
const INKED = 0.66;
/** A mark counts as ink above this darkness. */
const INK_DARKNESS = 0.16;

export class Sheet {
  layer: Layer = 'body';
  readonly width: number;
  readonly height: number;
  readonly face: Typeface;
  private readonly written: Written[] = [];
  private readonly marks: Mark[] = [];
  private line = 0;
  private block = 0;

  constructor(width: number, height: number, face: Typeface) {
    this.width = width;
    this.height = height;
    this.face = face;
  }

  /**
   * Writes one line of text between `y` and `y + size`, in pixels. `x` is its left end, centre or right end, according
   * to `align`. Returns the x coordinate where the line ends.
   * @param sameLine  whether the text continues the previous line
   */
  write(text: string, x: number, y: number, { size, bold = false, align = 'left' }: Pen, sameLine = false): number {
    if (!sameLine) this.line += 1;
    const whole = align === 'left' ? 0 : widthOf(text, size, this.face);
    let left = align === 'left' ? x : align === 'right' ? x - whole : x - whole / 2;
    const blank = widthOf(' ', size, this.face);
    for (const part of text.split(' ')) {
      if (part === '') continue;
      const wide = widthOf(part, size, this.face) * (bold ? 1.06 : 1);
      const [top, bottom] = inkOf(part);
      this.written.push({
        x1: left,
        x2: left + wide,
        y1: y + top * size,
        y2: y + bottom * size,
        text: part,
        layer: this.layer,
        line: this.line,
        block: this.block,
        darkness: Math.min(0.8, COVERED * this.face.weight * (bold ? 1.5 : 1)),
      });
      left += wide + blank;
    }
    return left;
  }

  /** Starts a new block for the text that follows. */
  nextBlock(): void {
    this.block += 1;
  }

  /** Draws a filled rectangle: a rule, a shading, a picture. @param darkness  0 (white) to 1 (black) */
  mark(x1: number, y1: number, x2: number, y2: number, darkness: number): void {
    this.marks.push({ x1, y1, x2, y2, darkness });
  }

  /** @param language  ISO 639-1 code; null in the record of a page with fewer than 6 words, as OCR gives it */
  toRecord(page: number, language: string): PageRecord {
    const words = this.readWords();
    const thumbnail = this.drawThumbnail();
    return {
      schema_version: 1,
      page,
      width: this.width,
      height: this.height,
      dpi: PAGE_DPI,
      rotation: 0,
      skew: 0,
      text_source: words.length === 0 ? 'none' : 'text_layer',
      language: words.length < 6 ? null : language,
      words,
      fulltext: fullText(words),
      ink: this.shareOfInk(),
      thumbnail,
    };
  }

  /**
   * The words of head, body and foot in this order, with lines and blocks renumbered. Boxes are clipped to the page;
   * words outside are dropped.
   */
  private readWords(): Word[] {
    const lines = new Map<number, number>();
    const blocks = new Map<string, number>();
    return (['head', 'body', 'foot'] as const)
      .flatMap((layer) => this.written.filter((word) => word.layer === layer))
      .flatMap((word) => {
        const [x1, y1] = [Math.max(0, Math.round(word.x1)), Math.max(0, Math.round(word.y1))];
        const [x2, y2] = [Math.min(this.width, Math.round(word.x2)), Math.min(this.height, Math.round(word.y2))];
        if (x2 <= x1 || y2 <= y1) return [];
        return [
          {
            x1,
            y1,
            x2,
            y2,
            text: word.text,
            entropy: 0,
            line: numberIn(lines, word.line),
            block: numberIn(blocks, `${word.layer}${word.block}`),
          },
        ];
      });
  }

  private shareOfInk(): number {
    const area = ({ x1, y1, x2, y2 }: Mark) =>
      Math.max(0, Math.min(x2, this.width) - Math.max(x1, 0)) *
      Math.max(0, Math.min(y2, this.height) - Math.max(y1, 0));
    const letters = this.written.reduce((sum, word) => sum + INKED * area(word), 0);
    const marks = this.marks.reduce((sum, mark) => sum + (mark.darkness > INK_DARKNESS ? area(mark) : 0), 0);
    return Math.min(1, (letters + marks) / (this.width * this.height));
  }

  private drawThumbnail(): PageRecord['thumbnail'] {
    const scale = THUMBNAIL_PIXELS / Math.max(this.width, this.height);
    const [width, height] = [Math.max(1, Math.round(this.width * scale)), Math.max(1, Math.round(this.height * scale))];
    const dark = new Float32Array(width * height);
    for (const mark of this.marks) shade(dark, width, height, mark, scale, mark.darkness);
    for (const word of this.written) shade(dark, width, height, word, scale, word.darkness * unevenness(word.text));
    const grey = Buffer.alloc(width * height);
    for (let at = 0; at < grey.length; at += 1) grey[at] = Math.round(255 * (1 - Math.min(1, dark[at] ?? 0)));
    return { width, height, grey: grey.toString('base64') };
  }
}

function numberIn<Key>(known: Map<Key, number>, key: Key): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}

/** Draws a box with anti-aliasing: each pixel gets darker by the share that the box covers. */
function shade(dark: Float32Array, width: number, height: number, box: Mark, scale: number, darkness: number): void {
  const [x1, x2, y1, y2] = [
    Math.max(0, box.x1 * scale),
    Math.min(width, box.x2 * scale),
    Math.max(0, box.y1 * scale),
    Math.min(height, box.y2 * scale),
  ];
  for (let y = Math.floor(y1); y < y2; y += 1) {
    const down = Math.min(y + 1, y2) - Math.max(y, y1);
    for (let x = Math.floor(x1); x < x2; x += 1) {
      const at = y * width + x;
      dark[at] = (dark[at] ?? 0) + darkness * down * (Math.min(x + 1, x2) - Math.max(x, x1));
    }
  }
}

/** Factor of a word's darkness, 0.8 to 1.2: words differ in how dark they print. */
const unevenness = (text: string): number =>
  0.8 + ((text.charCodeAt(0) * 7 + text.charCodeAt(text.length - 1) * 13 + text.length * 5) % 17) / 40;

const IDEOGRAPH = /[\u3000-\u9fff\uf900-\uff60]/u;

/** Width of the text in pixels. @param size  font size in pixels */
export function widthOf(text: string, size: number, face: Typeface): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += letterWidth(text.charCodeAt(at), face);
  return sum * size;
}

/** Width relative to the font size, in the width classes of a usual book typeface. */
function letterWidth(code: number, face: Typeface): number {
  if (code >= 0x3000 && IDEOGRAPH.test(String.fromCharCode(code))) return 0.98;
  if (face.mono) return 0.6;
  if (code === 32) return 0.27 * face.narrow;
  return (WIDTHS.get(code) ?? (code >= 65 && code <= 90 ? 0.68 : 0.51)) * face.narrow;
}

const WIDTHS: ReadonlyMap<number, number> = new Map([
  ...Array.from("iljtfrI.,;:'|!()[]/-", (letter) => [letter.charCodeAt(0), 0.3] as const),
  ...Array.from('mwMW', (letter) => [letter.charCodeAt(0), 0.82] as const),
  ...Array.from('0123456789', (letter) => [letter.charCodeAt(0), 0.54] as const),
]);

/** Top and bottom of a word's ink below the top of the line, relative to the font size: "acne" is lower than "Ably". */
function inkOf(text: string): [number, number] {
  if (IDEOGRAPH.test(text)) return [0.06, 0.94];
  return [/[^acegmnopqrsuvwxyz.,;:_-]/u.test(text) ? 0.05 : 0.27, /[gjpqyQ,;()[\]]/u.test(text) ? 1 : 0.78];
}

function fullText(words: readonly Word[]): string {
  let text = '';
  for (const [at, word] of words.entries()) {
    const before = words[at - 1];
    if (before !== undefined) text += before.line === word.line ? ' ' : before.block === word.block ? '\n' : '\n\n';
    text += word.text;
  }
  return text;
}
