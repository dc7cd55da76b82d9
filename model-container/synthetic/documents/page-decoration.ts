/** Page decoration: letterhead, running head, footer and page number. */
import type { Layout } from './layout.ts';
import { standsOn } from './layout.ts';
import type { PageNumber } from './page-count.ts';
import type { Pen, Sheet } from './sheet.ts';

/** Facts about a document that its running heads can show. */
export interface DocumentFacts {
  readonly title: string;
  readonly reference: string;
  readonly date: string;
}

/** Height of the letterhead below the top margin, in pixels. */
export function letterheadHeight({ letterhead, size, height }: Layout): number {
  const logo = letterhead.logo === undefined ? 0 : letterhead.logo.high * height;
  return logoStandsAbove(letterhead)
    ? logo + textHeight(letterhead.lines.length, letterhead.scale, size)
    : Math.max(logo, textHeight(letterhead.lines.length, letterhead.scale, size));
}

const textHeight = (lines: number, scale: number, size: number): number =>
  size * 1.3 * (scale + 0.85 * (lines - 1)) + size * 1.5;
const logoStandsAbove = ({ logo, align }: Layout['letterhead']): boolean => logo?.at === align;

export function drawLetterhead(sheet: Sheet, layout: Layout, at: number, count: number): void {
  const { letterhead, margin, size } = layout;
  if (!standsOn(letterhead.on, at, count)) return;
  sheet.layer = 'head';
  sheet.nextBlock();
  const { logo } = letterhead;
  let y = margin.top;
  if (logo !== undefined) {
    const x =
      across(logo.at, layout) -
      (logo.at === 'left' ? 0 : logo.at === 'right' ? logo.wide * layout.width : (logo.wide * layout.width) / 2);
    // A logo consists of a dark and a lighter rectangle.
    sheet.mark(x, y, x + logo.wide * layout.width * 0.4, y + logo.high * layout.height, logo.darkness);
    sheet.mark(
      x + logo.wide * layout.width * 0.5,
      y + logo.high * layout.height * 0.3,
      x + logo.wide * layout.width,
      y + logo.high * layout.height * 0.7,
      logo.darkness * 0.6,
    );
    if (logoStandsAbove(letterhead)) y += logo.high * layout.height + size * 0.3;
  }
  for (const [line, text] of letterhead.lines.entries()) {
    const scale = line === 0 ? letterhead.scale : 0.85;
    sheet.write(text, across(letterhead.align, layout), y, {
      size: size * scale,
      bold: line === 0,
      align: letterhead.align,
    });
    y += size * 1.3 * scale;
  }
  if (letterhead.rule) sheet.mark(margin.left, y + size * 0.3, layout.width - margin.right, y + size * 0.3 + 4, 0.8);
}

export function drawRunningHead(sheet: Sheet, layout: Layout, facts: DocumentFacts, at: number, count: number): void {
  const { runningHead, margin, size } = layout;
  if (!standsOn(runningHead.on, at, count) || standsOn(layout.letterhead.on, at, count)) return;
  sheet.layer = 'head';
  sheet.nextBlock();
  const text = {
    sender: layout.sender,
    date: `${layout.sender} ${facts.date}`,
    title: facts.title,
    reference: facts.reference,
    document: `${facts.title} ${facts.reference} ${facts.date}`,
  }[runningHead.shows];
  sheet.write(text, across(runningHead.align, layout), margin.top * 0.7, {
    size: size * 0.85,
    align: runningHead.align,
  });
}

/** Height of the footer above the bottom margin, in pixels. */
export const footHeight = ({ foot, numbers, size }: Layout): number =>
  (foot.on === 'none' ? 0 : size * 0.8 * 1.25 * (foot.columns[0]?.length ?? 0) + size) +
  (numbers.on === 'none' || numbers.at === 'top' ? 0 : size * 0.5);

export function drawFoot(sheet: Sheet, layout: Layout, at: number, count: number): void {
  const { foot, margin, size } = layout;
  if (!standsOn(foot.on, at, count)) return;
  sheet.layer = 'foot';
  sheet.nextBlock();
  const small = size * 0.8;
  const lines = foot.columns[0]?.length ?? 0;
  const top = layout.height - margin.bottom - lines * small * 1.25;
  const wide = (layout.width - margin.left - margin.right) / foot.columns.length;
  if (foot.rule) sheet.mark(margin.left, top - small * 0.5, layout.width - margin.right, top - small * 0.5 + 3, 0.7);
  for (let line = 0; line < lines; line += 1) {
    for (const [column, texts] of foot.columns.entries()) {
      const centred = foot.columns.length === 1;
      const x = margin.left + column * wide + (centred ? wide / 2 : 0);
      sheet.write(
        shorten(texts[line] ?? '', wide, small),
        x,
        top + line * small * 1.25,
        { size: small, align: centred ? 'centre' : 'left' },
        column > 0,
      );
    }
  }
}

const shorten = (text: string, wide: number, size: number): string =>
  text.slice(0, Math.max(4, Math.floor(wide / (size * 0.6))));

/**
 * @param at  position of the page in the document, from 0: odd and even pages may have their numbers on opposite sides
 */
export function drawPageNumber(sheet: Sheet, layout: Layout, page: PageNumber | undefined, at: number): void {
  const { numbers, margin, size } = layout;
  if (page === undefined || !standsOn(numbers.on, page.number - 1, page.total)) return;
  sheet.layer = numbers.at === 'top' ? 'head' : 'foot';
  sheet.nextBlock();
  const side = numbers.across === 'outside' ? (at % 2 === 0 ? 'right' : 'left') : numbers.across;
  const text =
    `${numbers.before} ${numbers.format.replace('{n}', String(page.number)).replace('{m}', String(page.total))}`.trim();
  const pen: Pen = { size: size * 0.9, align: side };
  sheet.write(
    text,
    across(side, layout),
    numbers.at === 'top' ? margin.top * 0.4 : layout.height - margin.bottom * 0.75,
    pen,
  );
}

const across = (at: 'left' | 'centre' | 'right', { width, margin }: Layout): number =>
  at === 'left' ? margin.left : at === 'right' ? width - margin.right : width / 2;
