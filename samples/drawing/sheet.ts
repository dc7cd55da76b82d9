/** A page to draw on: text, tables and boxes. Coordinates are in points from the top left. */
import { rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';

export interface Typeface {
  readonly regular: PDFFont;
  readonly bold: PDFFont;
  readonly italic: PDFFont;
}

export interface TextStyle {
  /** Points, default 10. */
  readonly size?: number;
  readonly weight?: keyof Typeface;
  /** Whether `x` is the left end, the right end or the centre. */
  readonly align?: 'left' | 'right' | 'center';
  /** 0 is black, 1 is white. */
  readonly grey?: number;
}

export interface Column {
  readonly head: string;
  /** x coordinate of the left end, or of the right end where right-aligned. */
  readonly x: number;
  readonly align?: 'left' | 'right';
}

export class Sheet {
  readonly width: number;
  readonly height: number;
  readonly #page: PDFPage;
  readonly #face: Typeface;

  constructor(page: PDFPage, face: Typeface) {
    this.#page = page;
    this.#face = face;
    this.width = page.getWidth();
    this.height = page.getHeight();
  }

  /** Draws one line of text with its baseline at `y`. */
  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const size = style.size ?? 10;
    const font = this.#face[style.weight ?? 'regular'];
    const wide = font.widthOfTextAtSize(text, size);
    const left = { left: x, right: x - wide, center: x - wide / 2 }[style.align ?? 'left'];
    const grey = style.grey ?? 0.08;
    this.#page.drawText(text, { x: left, y: this.height - y, size, font, color: rgb(grey, grey, grey) });
  }

  /** Draws consecutive lines. Returns the `y` after the last line. */
  lines(x: number, y: number, lines: readonly string[], style: TextStyle & { readonly leading?: number } = {}): number {
    const leading = style.leading ?? (style.size ?? 10) * 1.35;
    for (const [index, line] of lines.entries()) this.text(x, y + index * leading, line, style);
    return y + lines.length * leading;
  }

  /** Draws text broken into lines of at most `width`. Returns the `y` after the last line. */
  paragraph(
    x: number,
    y: number,
    width: number,
    text: string,
    style: TextStyle & { readonly leading?: number } = {},
  ): number {
    return this.lines(x, y, this.#broken(text, width, style), style);
  }

  rule(x1: number, y: number, x2: number, thickness = 0.6, grey = 0.3): void {
    this.#page.drawLine({
      start: { x: x1, y: this.height - y },
      end: { x: x2, y: this.height - y },
      thickness,
      color: rgb(grey, grey, grey),
    });
  }

  box(x: number, y: number, width: number, height: number, fill?: number): void {
    this.#page.drawRectangle({
      x,
      y: this.height - y - height,
      width,
      height,
      ...(fill === undefined
        ? { borderWidth: 0.7, borderColor: rgb(0.3, 0.3, 0.3) }
        : { color: rgb(fill, fill, fill) }),
    });
  }

  /** Draws a logo of nested shapes. */
  mark(x: number, y: number, size: number, grey = 0.25): void {
    this.box(x, y, size, size, grey);
    this.#page.drawCircle({ x: x + size / 2, y: this.height - y - size / 2, size: size * 0.3, color: rgb(1, 1, 1) });
    this.box(x + size * 0.44, y, size * 0.12, size, 1);
  }

  /** Draws a signature: a curve that depends on the seed. */
  signature(x: number, y: number, seed: number): void {
    let path = 'M 0 0';
    for (let step = 1; step <= 7; step += 1) {
      const wave = Math.sin(seed * step * 1.7);
      path += ` q ${5 + 4 * wave} ${-14 + 9 * Math.cos(seed + step)} ${11 + wave * 3} ${3 * Math.sin(seed * 2.3 + step)}`;
    }
    this.#page.drawSvgPath(path, { x, y: this.height - y, borderColor: rgb(0.1, 0.1, 0.35), borderWidth: 1.1 });
  }

  /** Draws a table with a shaded head. Returns the `y` after the last row. */
  table(
    y: number,
    columns: readonly Column[],
    rows: readonly (readonly string[])[],
    style: { readonly size?: number; readonly leading?: number; readonly left: number; readonly right: number },
  ): number {
    const size = style.size ?? 9;
    const leading = style.leading ?? size * 1.75;
    this.box(style.left, y - leading * 0.7, style.right - style.left, leading, 0.88);
    for (const { head, x, align } of columns) this.text(x, y, head, { size, weight: 'bold', align: align ?? 'left' });
    for (const [index, row] of rows.entries()) {
      const at = y + (index + 1) * leading;
      for (const [cell, { x, align }] of columns.entries())
        this.text(x, at, row[cell] ?? '', { size, align: align ?? 'left' });
      this.rule(style.left, at + leading * 0.3, style.right, 0.3, 0.7);
    }
    return y + (rows.length + 1) * leading;
  }

  #broken(text: string, width: number, style: TextStyle): string[] {
    const font = this.#face[style.weight ?? 'regular'];
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && font.widthOfTextAtSize(longer, style.size ?? 10) > width) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  }
}

/** A sample document: its pages are drawn in order. */
export interface SampleDocument {
  /** The title on the first page. */
  readonly title: string;
  readonly face: 'sans' | 'serif' | 'european';
  /** Page size in points; A4 where absent. */
  readonly size?: readonly [number, number];
  readonly pages: readonly ((sheet: Sheet) => void)[];
}
