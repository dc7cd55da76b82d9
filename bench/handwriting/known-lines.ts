/**
 * Reads the lines of a page and their text from ALTO (https://www.loc.gov/standards/alto/) and PAGE XML
 * (https://github.com/PRImA-Research-Lab/PAGE-XML), as eScriptorium and Transkribus write them.
 */
import type { Point } from '../../core/documents/sheets/quadrilateral.ts';
import type { Box } from '../../core/ocr/lstm/line-image.ts';
import { outlineOfLetters } from './line-extent.ts';

export interface KnownLine {
  /** Corners of the part of the page that the line's ink lies in, in pixels of the known page; at least three. */
  readonly outline: readonly Point[];
  readonly text: string;
}

export interface KnownPage {
  /** Size in pixels that the outlines refer to; the picture may have another. */
  readonly width: number;
  readonly height: number;
  readonly lines: readonly KnownLine[];
}

/**
 * @param outlineScale pixels of the stated page for each unit of the outlines. More than 1 where the outlines were drawn
 *   on a smaller picture than the file states.
 * @throws RangeError where the text is neither ALTO nor PAGE XML
 */
export function readKnownPage(xml: string, outlineScale = 1): KnownPage {
  const page = /<Page\b([^>]*)>/.exec(xml)?.[1];
  if (page === undefined) throw new RangeError('This file has no page of ALTO or PAGE XML.');
  const isAlto = xml.includes('<alto');
  const read = isAlto ? readAltoLine : readPageLine;
  return {
    width: numberOf(page, isAlto ? 'WIDTH' : 'imageWidth'),
    height: numberOf(page, isAlto ? 'HEIGHT' : 'imageHeight'),
    lines: [...xml.matchAll(/<TextLine\b([^>]*)>(.*?)<\/TextLine>/gs)]
      .map(([, attributes = '', contents = '']) => read(attributes, contents))
      .filter(({ outline }) => outline.length >= 3)
      .map((line) => ({ ...line, outline: outlineOfLetters(scaled(line.outline, outlineScale), line.text) })),
  };
}

const scaled = (outline: readonly Point[], scale: number): Point[] =>
  outline.map(({ x, y }) => ({ x: x * scale, y: y * scale }));

function readAltoLine(attributes: string, contents: string): KnownLine {
  const polygon = /<Polygon\b[^>]*\bPOINTS="([^"]*)"/.exec(contents)?.[1];
  const words = [...contents.matchAll(/<String\b[^>]*\bCONTENT="([^"]*)"/g)].map(([, word = '']) => word);
  return {
    outline: polygon === undefined ? rectangleOf(attributes) : pointsOf(polygon),
    text: plainText(words.join(' ')),
  };
}

/** The text of the line itself follows the texts of its words. */
function readPageLine(_attributes: string, contents: string): KnownLine {
  const text = [...contents.matchAll(/<Unicode>([^<]*)<\/Unicode>/g)].at(-1)?.[1] ?? '';
  return { outline: pointsOf(/<Coords\b[^>]*\bpoints="([^"]*)"/.exec(contents)?.[1] ?? ''), text: plainText(text) };
}

const numberOf = (attributes: string, name: string): number =>
  Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(attributes)?.[1] ?? 0);

function rectangleOf(attributes: string): Point[] {
  const [x, y] = [numberOf(attributes, 'HPOS'), numberOf(attributes, 'VPOS')];
  const [right, bottom] = [x + numberOf(attributes, 'WIDTH'), y + numberOf(attributes, 'HEIGHT')];
  return right <= x || bottom <= y
    ? []
    : [
        { x, y },
        { x: right, y },
        { x: right, y: bottom },
        { x, y: bottom },
      ];
}

/** Reads both `x,y x,y` and `x y x y`. */
function pointsOf(text: string): Point[] {
  const numbers = (text.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  return Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => ({
    x: numbers[2 * at] ?? 0,
    y: numbers[2 * at + 1] ?? 0,
  }));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const plainText = (text: string): string =>
  text
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Characters below which a line is not scored: a page number, or a mark. */
const MIN_CHARACTERS = 4;
/** Marks of the transcribers for what is crossed out, illegible, raised or added, and formulas that were not copied. */
const MARKS = /[<>^[\]{}*#⟦⟧⋎→←]/;

/** Whether a line can be scored: its text is what stands there. */
export const canBeScored = ({ text }: Pick<KnownLine, 'text'>): boolean =>
  text.length >= MIN_CHARACTERS && !MARKS.test(text);

/** The smallest box of whole pixels around an outline. */
export const boxOf = (outline: readonly Point[]): Box => ({
  left: Math.floor(Math.min(...outline.map(({ x }) => x))),
  top: Math.floor(Math.min(...outline.map(({ y }) => y))),
  right: Math.ceil(Math.max(...outline.map(({ x }) => x))),
  bottom: Math.ceil(Math.max(...outline.map(({ y }) => y))),
});
