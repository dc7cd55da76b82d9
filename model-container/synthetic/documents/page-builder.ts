/** Lays out one synthetic document on as many pages as it needs, in its sender's layout. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { Random } from '../../random.ts';
import {
  drawFoot,
  drawLetterhead,
  drawPageNumber,
  drawRunningHead,
  footHeight,
  letterheadHeight,
} from './page-decoration.ts';
import type { DocumentFacts } from './page-decoration.ts';
import type { Layout } from './layout.ts';
import { fit, wrap } from './line-breaking.ts';
import { PageCount } from './page-count.ts';
import { Sheet } from './sheet.ts';
import type { Table, TableColumn } from './table.ts';

export interface TextStyle {
  /** Font size relative to the body text, default 1. */
  readonly scale?: number;
  readonly bold?: boolean;
  readonly align?: 'left' | 'centre' | 'right';
  /** Indent from the left margin, in pixels. */
  readonly indent?: number;
  /** Space before the text, in lines. */
  readonly gap?: number;
}

export class PageBuilder {
  readonly layout: Layout;
  readonly facts: DocumentFacts;
  private readonly random: Random;
  private readonly sheets: Sheet[] = [];
  private readonly blankSheets = new Set<Sheet>();
  private y = 0;
  private column = 0;
  private readonly count = new PageCount();
  private columnTop: number | undefined;

  constructor(layout: Layout, facts: DocumentFacts, random: Random) {
    this.layout = layout;
    this.facts = facts;
    this.random = random;
    this.newPage();
  }

  private get sheet(): Sheet {
    const sheet = this.sheets.at(-1);
    if (sheet === undefined) throw new RangeError('A page builder starts with a page.');
    return sheet;
  }

  get pages(): number {
    return this.sheets.length;
  }

  newPage(): void {
    const { layout } = this;
    this.sheets.push(new Sheet(layout.width, layout.height, layout.face));
    this.column = 0;
    const { on } = layout.letterhead;
    const headed = on === 'all' || (on === 'first' && this.sheets.length === 1);
    this.y =
      layout.margin.top +
      (headed
        ? letterheadHeight(layout)
        : layout.size * (layout.runningHead.on === 'none' && layout.numbers.at === 'bottom' ? 0 : 2));
    if (this.columnTop !== undefined) this.columnTop = this.y;
  }

  /** Adds a blank page without a page number. Text that follows starts on the page after it. */
  blankPage(): void {
    this.newPage();
    this.blankSheets.add(this.sheet);
    this.y = this.layout.height;
    this.column = 1;
  }

  /** Restarts the page numbers: the current page is number 1. */
  startNumbering(): void {
    this.count.start(this.sheets.length - 1);
  }

  /** The pages after the current one have no page numbers. */
  stopNumbering(): void {
    this.count.stop(this.sheets.length);
  }

  private get bottom(): number {
    return this.layout.height - this.layout.margin.bottom - footHeight(this.layout);
  }

  /** Starts the layout's columns at the current position. */
  beginColumns(): void {
    if (this.layout.columns === 2) this.columnTop = this.y;
  }

  endColumns(): void {
    this.columnTop = undefined;
    this.column = 0;
  }

  private get left(): number {
    const { margin } = this.layout;
    return margin.left + (this.columnTop === undefined || this.column === 0 ? 0 : this.wide + this.layout.size * 2);
  }

  private get wide(): number {
    const { width, margin, size } = this.layout;
    const whole = width - margin.left - margin.right;
    return this.columnTop === undefined ? whole : (whole - size * 2) / 2;
  }

  /** Moves to the next column or page where fewer than `height` pixels are left. Returns whether it moved. */
  private need(height: number): boolean {
    if (this.y + height <= this.bottom) return false;
    if (this.columnTop !== undefined && this.column === 0) {
      this.column = 1;
      this.y = this.columnTop;
    } else {
      this.newPage();
    }
    return true;
  }

  /** Keeps the next `lines` lines together in one column or on one page. */
  keep(lines: number): void {
    this.need(lines * this.layout.size * this.layout.pitch);
  }

  space(lines: number): void {
    this.y += lines * this.layout.size * this.layout.pitch;
  }

  /** Moves down to this share of the page's height; does nothing where the position is already below it. */
  pin(down: number): void {
    this.y = Math.max(this.y, down * this.layout.height);
  }

  /** A paragraph, broken into lines. */
  text(text: string, style: TextStyle = {}): void {
    const { layout } = this;
    const size = layout.size * (style.scale ?? 1);
    const indent = style.indent ?? 0;
    this.space(style.gap ?? layout.paragraphGap);
    this.sheet.nextBlock();
    let first = style.align === undefined || style.align === 'left' ? layout.indent : 0;
    if (style.scale !== undefined) first = 0;
    for (const line of wrap(text, this.wide - indent, first, size, layout)) {
      this.need(size * layout.pitch);
      const x =
        style.align === 'centre'
          ? this.left + this.wide / 2
          : style.align === 'right'
            ? this.left + this.wide
            : this.left + indent + first;
      this.sheet.write(line, x, this.y, {
        size,
        ...(style.bold === true ? { bold: true } : {}),
        align: style.align ?? 'left',
      });
      this.y += size * layout.pitch;
      first = 0;
    }
  }

  /** Consecutive lines without space between them, such as an address. */
  lines(lines: readonly string[], style: TextStyle = {}): void {
    for (const [at, line] of lines.entries())
      this.text(line, { scale: 1, ...style, gap: at === 0 ? (style.gap ?? 0.3) : 0 });
  }

  heading(text: string): void {
    const { headingScale, headingBold } = this.layout;
    this.keep(4);
    this.text(text, { scale: headingScale, bold: headingBold, gap: 1 });
  }

  title(text: string): void {
    const { titleScale, titleAlign } = this.layout;
    this.text(text, { scale: titleScale, bold: this.layout.headingBold, align: titleAlign, gap: 0.8 });
  }

  /** The recipient's address, and labels with values beside or below it, as the layout places them. */
  addressAndFacts(recipient: readonly string[], pairs: readonly (readonly [string, string])[]): void {
    const { layout } = this;
    const top = this.y;
    this.lines(recipient, { gap: 0.5 });
    const afterAddress = this.y;
    if (layout.facts === 'right') {
      this.y = top;
      const indent = this.wide * 0.6;
      this.sheet.nextBlock();
      for (const [label, value] of pairs) this.pair(label, value, indent, this.wide * 0.2);
      this.y = Math.max(this.y, afterAddress);
    } else if (layout.facts === 'left') {
      this.space(1);
      this.sheet.nextBlock();
      for (const [label, value] of pairs) this.pair(label, value, 0, this.wide * 0.3);
    } else if (layout.facts === 'line') {
      this.text(pairs.map(([label, value]) => `${label} ${value}`).join('   '), { gap: 1 });
    }
    this.space(1);
  }

  /** A label and its value on one line. */
  pair(label: string, value: string, indent = 0, valueAt = this.wide * 0.35): void {
    const { size, pitch } = this.layout;
    this.need(size * pitch);
    const end = this.sheet.write(label, this.left + indent, this.y, { size });
    this.sheet.write(value, Math.max(end + size, this.left + indent + valueAt), this.y, { size }, true);
    this.y += size * pitch;
  }

  table(table: Table): void {
    const { layout } = this;
    const high = layout.size * layout.pitch * 1.1;
    this.space(0.6);
    this.keep(3);
    this.sheet.nextBlock();
    this.row(table.columns, table.head, layout.table.rules !== 'none', true);
    for (const [at, row] of table.rows.entries()) {
      if (table.carried !== undefined && this.y + 2 * high > this.bottom)
        this.row(table.columns, table.carried(at), false, false);
      if (this.need(high)) {
        if (layout.table.repeatHead) this.row(table.columns, table.head, layout.table.rules !== 'none', true);
        if (table.brought !== undefined) this.row(table.columns, table.brought(at), false, false);
      }
      this.row(table.columns, row, layout.table.rules === 'all' || layout.table.rules === 'rows', false);
    }
  }

  private row(columns: readonly TableColumn[], cells: readonly string[], ruled: boolean, head: boolean): void {
    const { size, pitch, table } = this.layout;
    const high = size * pitch * 1.1;
    if (head && table.shaded)
      this.sheet.mark(this.left, this.y - size * 0.1, this.left + this.wide, this.y + high - size * 0.1, 0.18);
    let from = this.left;
    let sameLine = false;
    for (const [at, { share, align }] of columns.entries()) {
      const to = from + share * this.wide;
      const text = fit(cells[at] ?? '', to - from - size * 0.6, size, this.layout);
      if (text !== '') {
        this.sheet.write(
          text,
          align === 'left' ? from + size * 0.2 : to - size * 0.3,
          this.y,
          { size, align, bold: head },
          sameLine,
        );
        sameLine = true;
      }
      if (table.rules === 'all') this.sheet.mark(from, this.y - size * 0.1, from + 2, this.y + high - size * 0.1, 0.6);
      from = to;
    }
    this.y += high;
    if (ruled) this.sheet.mark(this.left, this.y - size * 0.1, this.left + this.wide, this.y - size * 0.1 + 2, 0.6);
  }

  /** A grey picture or figure of random width, `lines` lines high. @param darkness  0 (white) to 1 (black) */
  picture(lines: number, darkness: number): void {
    const high = lines * this.layout.size * this.layout.pitch;
    this.space(0.5);
    this.need(high);
    this.sheet.mark(
      this.left + this.wide * 0.05 * this.random.next(),
      this.y,
      this.left + this.wide * (0.5 + 0.5 * this.random.next()),
      this.y + high,
      darkness,
    );
    this.y += high;
  }

  /** Ruled lines to write answers on. */
  answerLines(count: number): void {
    const high = this.layout.size * this.layout.pitch * 1.4;
    for (let at = 0; at < count; at += 1) {
      this.need(high);
      this.y += high;
      this.sheet.mark(this.left, this.y - 3, this.left + this.wide, this.y, 0.5);
    }
    this.space(0.4);
  }

  /** A form field: a label with a line or a box, and possibly an answer. */
  field(label: string, boxed: boolean, answer = ''): void {
    const { size, pitch } = this.layout;
    const high = size * pitch * 1.5;
    this.need(high);
    const end = this.sheet.write(label, this.left, this.y, { size });
    const from = Math.max(end + size, this.left + this.wide * 0.35);
    if (answer !== '') this.sheet.write(answer, from + size * 0.3, this.y, { size: size * 1.05 }, true);
    if (boxed)
      for (const [y1, y2] of [
        [this.y - size * 0.2, this.y - size * 0.2 + 3],
        [this.y + size * 1.1, this.y + size * 1.1 + 3],
      ] as const)
        this.sheet.mark(from, y1, this.left + this.wide, y2, 0.5);
    else this.sheet.mark(from, this.y + size, this.left + this.wide, this.y + size + 3, 0.5);
    this.y += high;
  }

  /** Signature lines side by side, each with a name below. @param signed  whether a signature stands above each line */
  signatures(names: readonly string[], signed: boolean): void {
    const { size, pitch } = this.layout;
    this.keep(5);
    this.space(3);
    const wide = this.wide / Math.max(2, names.length);
    for (const [at, name] of names.entries()) {
      const x = this.left + at * wide;
      if (signed)
        this.sheet.mark(
          x + size,
          this.y - size * 1.6,
          x + wide * (0.3 + 0.3 * this.random.next()),
          this.y - size * 0.3,
          0.12,
        );
      this.sheet.mark(x, this.y, x + wide * 0.8, this.y + 3, 0.6);
      this.sheet.write(name, x, this.y + size * 0.4, { size: size * 0.9 }, at > 0);
    }
    this.y += size * pitch * 1.5;
  }

  /** The page records of all pages, with letterheads, running heads, footers and page numbers. */
  finish(): PageRecord[] {
    return this.sheets.map((sheet, at) => {
      if (!this.blankSheets.has(sheet)) {
        drawLetterhead(sheet, this.layout, at, this.sheets.length);
        drawRunningHead(sheet, this.layout, this.facts, at, this.sheets.length);
        drawFoot(sheet, this.layout, at, this.sheets.length);
        drawPageNumber(sheet, this.layout, this.count.numberOf(at, this.sheets.length), at);
      }
      return sheet.toRecord(at + 1, this.layout.language.code);
    });
  }
}
