/** Outlines of letters from the fonts of bench/text-type/fonts, and single strokes from its Hershey fonts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../fonts');
const INSTALL = 'npm ci --prefix bench/text-type/fonts';

/** A command of a path with its coordinates in parts of the font size, y downwards from the baseline. */
export interface PathCommand {
  readonly type: 'M' | 'L' | 'Q' | 'C' | 'Z';
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Glyph {
  readonly commands: readonly PathCommand[];
  /** Width in parts of the font size. */
  readonly advance: number;
}

export interface GlyphFont {
  readonly name: string;
  /** True for a font of strokes without width, which are drawn with a pen. */
  readonly strokes: boolean;
  /** The glyph of a character; of its base letter if it has none; undefined without either. */
  glyph(character: string): Glyph | undefined;
}

interface OpenTypeCommand {
  readonly type: PathCommand['type'];
  readonly x?: number;
  readonly y?: number;
  readonly x1?: number;
  readonly y1?: number;
  readonly x2?: number;
  readonly y2?: number;
}

interface OpenTypeFont {
  readonly unitsPerEm: number;
  charToGlyphIndex(character: string): number;
  charToGlyph(character: string): {
    readonly advanceWidth: number;
    getPath(x: number, y: number, size: number): { readonly commands: readonly OpenTypeCommand[] };
  };
}

interface HersheyFont {
  readonly chars: readonly { readonly d: string; readonly o: string | number }[];
}

const load = createRequire(join(FOLDER, 'package.json'));
const fonts = new Map<string, GlyphFont>();

/**
 * @param name package of @fontsource and style, such as `caveat` or `lora italic`, or `hershey scripts`
 * @throws Error if the fonts are not installed
 */
export function glyphFont(name: string): GlyphFont {
  const known = fonts.get(name);
  if (known !== undefined) return known;
  if (!existsSync(join(FOLDER, 'node_modules'))) throw new Error(`The fonts are not installed: ${INSTALL}`);
  const [family = '', style = 'normal'] = name.split(' ');
  const font = family === 'hershey' ? hersheyFont(name, style) : outlineFont(name, family, style);
  fonts.set(name, font);
  return font;
}

const withoutAccents = (character: string): string => character.normalize('NFD').slice(0, 1);

function outlineFont(name: string, family: string, style: string): GlyphFont {
  const folder = join(FOLDER, 'node_modules/@fontsource', family, 'files');
  const weight = style === 'bold' ? '700-normal' : `400-${style}`;
  const files = readdirSync(folder).filter((file) => file.endsWith(`-${weight}.woff`));
  // The files hold parts of the alphabet; Latin first, because most text needs no other.
  const order = files.toSorted((a, b) => Number(!a.includes('-latin-4')) - Number(!b.includes('-latin-4')));
  const { parse } = load('opentype.js') as { parse: (data: ArrayBuffer) => OpenTypeFont }; // the types of the package are not installed
  const opened = new Map<string, OpenTypeFont | null>();
  /** Null for a file that the package cannot unpack: another font then has the letter, or none. */
  const open = (file: string): OpenTypeFont | null => {
    const known = opened.get(file);
    if (known !== undefined) return known;
    const bytes = readFileSync(join(folder, file));
    const font = parsed(() => parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)));
    opened.set(file, font);
    return font;
  };
  const glyphs = new Map<string, Glyph | undefined>();
  const find = (character: string): Glyph | undefined => {
    for (const file of order) {
      const font = open(file);
      if (font !== null && font.charToGlyphIndex(character) > 0) return outlineGlyph(font, character);
    }
    return undefined;
  };
  return {
    name,
    strokes: false,
    glyph: (character) => {
      if (!glyphs.has(character)) glyphs.set(character, find(character) ?? find(withoutAccents(character)));
      return glyphs.get(character);
    },
  };
}

function parsed(parse: () => OpenTypeFont): OpenTypeFont | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

function outlineGlyph(font: OpenTypeFont, character: string): Glyph {
  const glyph = font.charToGlyph(character);
  const { commands } = glyph.getPath(0, 0, 1);
  return {
    advance: glyph.advanceWidth / font.unitsPerEm,
    commands: commands.map(({ type, x, y, x1, y1, x2, y2 }) => ({
      type,
      points: [
        { x: x1, y: y1 },
        { x: x2, y: y2 },
        { x, y },
      ].flatMap((point) => (point.x === undefined || point.y === undefined ? [] : [{ x: point.x, y: point.y }])),
    })),
  };
}

/** Units of a Hershey font to its size, and its baseline. */
const HERSHEY_SIZE = 28;
const HERSHEY_BASELINE = 21;

function hersheyFont(name: string, style: string): GlyphFont {
  const all = load('hersheytext/hersheytext.json') as Readonly<Record<string, HersheyFont>>; // as its README says
  const font = all[style];
  if (font === undefined) throw new Error(`There is no Hershey font ${style}.`);
  const find = (character: string): Glyph | undefined => {
    const glyph = font.chars[(character.codePointAt(0) ?? 0) - 33];
    return glyph === undefined
      ? undefined
      : { advance: (2 * Number(glyph.o)) / HERSHEY_SIZE, commands: hersheyPath(glyph.d) };
  };
  return { name, strokes: true, glyph: (character) => find(character) ?? find(withoutAccents(character)) };
}

/** A path of "M x,y L x,y x,y …" with absolute coordinates. */
function hersheyPath(path: string): PathCommand[] {
  return path.split('M').flatMap((stroke) => {
    const numbers = (stroke.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number);
    const points = Array.from({ length: Math.floor(numbers.length / 2) }, (_, at) => ({
      x: (numbers[2 * at] ?? 0) / HERSHEY_SIZE,
      y: ((numbers[2 * at + 1] ?? 0) - HERSHEY_BASELINE) / HERSHEY_SIZE,
    }));
    return points.map((point, at) => ({ type: at === 0 ? ('M' as const) : ('L' as const), points: [point] }));
  });
}
