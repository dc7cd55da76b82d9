/** Draws A4 pages with printed and handwritten lines: letters, filled-in forms, and printed pages with notes. */
import sharp from 'sharp';
import { rasterOf, type RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';
import type { Sheet } from '../../ocr/damage/damage.ts';
import { glyphFont } from './glyph-fonts.ts';
import { randomHand, printer, writeLine, type Hand } from './write-line.ts';

const [WIDTH, HEIGHT] = [595, 842] as const;
const POINTS_PER_INCH = 72;

/** A line that was drawn, with its box in points from the top left. */
export interface DrawnLine {
  readonly kind: 'printed' | 'handwritten';
  readonly font: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface MixedPage {
  readonly sheet: Sheet;
  readonly lines: readonly DrawnLine[];
}

export interface PageFonts {
  readonly printed: readonly string[];
  readonly handwritten: readonly string[];
  /** Those of the handwritten ones whose letters are joined. */
  readonly joined: ReadonlySet<string>;
}

/** @param words words to draw text from, in their order */
export function drawMixedPage(words: readonly string[], fonts: PageFonts, random: Random): MixedPage {
  const page = new DrawnPage(words, fonts, random);
  random.pick([letter, letter, form, notes])(page, random);
  const svg = page.svg();
  const draw = (dpi: number, channels: 1 | 3): Promise<RasterImage> => rasterise(svg, dpi, channels);
  const wordCentres = page.lines.map(({ left, right, top, bottom }) => ({
    x: (left + right) / 2 / POINTS_PER_INCH,
    y: (top + bottom) / 2 / POINTS_PER_INCH,
  }));
  return { sheet: { draw, drawReverse: (dpi) => draw(dpi, 1), wordCentres }, lines: page.lines };
}

const rasterise = (svg: string, dpi: number, channels: 1 | 3): Promise<RasterImage> =>
  rasterOf(sharp(Buffer.from(svg), { density: dpi }).flatten({ background: 'white' }), channels);

class DrawnPage {
  readonly lines: DrawnLine[] = [];
  readonly #parts: string[] = [];
  readonly #words: readonly string[];
  readonly #random: Random;
  readonly #hand: Hand;
  readonly #print: Hand;

  constructor(words: readonly string[], { printed, handwritten, joined }: PageFonts, random: Random) {
    this.#words = words;
    this.#random = random;
    const font = random.pick(handwritten);
    this.#hand = randomHand(glyphFont(font), 13 + 11 * random.next(), joined.has(font), random);
    this.#print = printer(glyphFont(random.pick(printed)), 7.5 + 5 * random.next(), 60 * random.next());
  }

  /** Writes words from `x` on, as many as fit. @returns the right end, in points */
  write(kind: DrawnLine['kind'], count: number, x: number, y: number, limit = WIDTH - 50): number {
    const hand = kind === 'printed' ? this.#print : this.#hand;
    const from = this.#random.below(Math.max(1, this.#words.length - count));
    const text = this.#words.slice(from, from + count).join(' ');
    const { svg, right } = writeLine(text, x, y, limit, hand, this.#random);
    this.#parts.push(svg);
    if (right > x)
      this.lines.push({
        kind,
        font: hand.font.name,
        left: x,
        top: y - 0.9 * hand.size,
        right,
        bottom: y + 0.3 * hand.size,
      });
    return right;
  }

  rule(x1: number, x2: number, y: number): void {
    this.#parts.push(`<path d="M${x1} ${y}L${x2} ${y}" stroke="#555" stroke-width="0.6"/>`);
  }

  get handSize(): number {
    return this.#hand.size;
  }

  get printSize(): number {
    return this.#print.size;
  }

  svg(): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}pt" height="${HEIGHT}pt" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>${this.#parts.join('')}</svg>`;
  }
}

const MANY_WORDS = 40;

/** A handwritten letter, perhaps on ruled paper and under a printed letterhead. */
function letter(page: DrawnPage, random: Random): void {
  let y = 60;
  if (random.chance(0.5))
    for (let line = 0; line < 3; line += 1) page.write('printed', 4, 60, (y += page.printSize * 1.3));
  const step = page.handSize * (1.3 + 0.5 * random.next());
  const ruled = random.chance(0.25);
  for (y += 40; y < HEIGHT - 60; y += step) {
    page.write('handwritten', random.chance(0.15) ? 3 : MANY_WORDS, 50 + 20 * random.next(), y);
    if (ruled) page.rule(40, WIDTH - 40, y + 0.28 * page.handSize);
    if (random.chance(0.05)) y += step;
  }
}

/** Printed labels with handwritten values beside or below them, on rules, dots or in frames. */
function form(page: DrawnPage, random: Random): void {
  let y = 60;
  page.write('printed', 5, 60, y);
  const columns = random.chance(0.4) ? [50, 310] : [50];
  const ruled = random.chance(0.6);
  for (y += 40; y < HEIGHT - 60; y += Math.max(page.handSize, page.printSize) * (1.5 + random.next())) {
    if (random.chance(0.2)) {
      for (let line = 0; line < 3; line += 1) page.write('printed', MANY_WORDS, 50, (y += page.printSize * 1.35));
      continue;
    }
    for (const x of columns) {
      const limit = columns.length === 1 ? WIDTH - 50 : x + 240;
      const right = page.write('printed', 1 + random.below(3), x, y, x + 140);
      if (random.chance(0.8))
        page.write('handwritten', 1 + random.below(5), right + 6 + 30 * random.next(), y - 1, limit);
      if (ruled) page.rule(right + 4, limit, y + 2);
    }
  }
}

/** Printed paragraphs with handwritten lines between them. */
function notes(page: DrawnPage, random: Random): void {
  let y = 50;
  while (y < HEIGHT - 80) {
    for (let line = 1 + random.below(4); line > 0 && y < HEIGHT - 60; line -= 1)
      page.write('printed', MANY_WORDS, 55, (y += page.printSize * 1.35));
    y += page.handSize * 0.6;
    for (let line = 1 + random.below(4); line > 0 && y < HEIGHT - 60; line -= 1)
      page.write('handwritten', 2 + random.below(10), 55 + 200 * random.next(), (y += page.handSize * 1.4));
    y += 15;
  }
}
