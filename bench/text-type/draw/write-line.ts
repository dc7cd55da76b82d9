/** Writes a line as a hand does: no two letters are the same, and none stands exactly on the line. */
import type { Random } from '../../../model-container/random.ts';
import type { GlyphFont, PathCommand } from './glyph-fonts.ts';

/** Width of a space in parts of the font size. */
const SPACE = 0.3;

/** How a hand differs from its font: standard deviations, in parts of the font size where no other unit is given. */
export interface Hand {
  readonly font: GlyphFont;
  /** Size in points. */
  readonly size: number;
  /** Factors of the width and height of letters. */
  readonly scale: number;
  /** Tangent of the slant of all letters, and the deviation of each. */
  readonly slant: number;
  readonly slantDeviation: number;
  /** Radians. */
  readonly rotation: number;
  /** Distance of a letter from the baseline, and of the baseline from a straight line. */
  readonly jump: number;
  readonly wander: number;
  /** Bending of the strokes. */
  readonly warp: number;
  readonly spacing: number;
  readonly wordSpace: number;
  /** Width of the pen that is added to outlines, or that draws strokes. */
  readonly pen: number;
  /** Grey of the ink, 0 to 255, and the deviation of each letter. */
  readonly grey: number;
  readonly greyDeviation: number;
}

/** A hand that prints: letters exactly as the font has them. */
export const printer = (font: GlyphFont, size: number, grey: number): Hand => ({
  font,
  size,
  scale: 0,
  slant: 0,
  slantDeviation: 0,
  rotation: 0,
  jump: 0,
  wander: 0,
  warp: 0,
  spacing: 0,
  wordSpace: 0,
  pen: font.strokes ? 0.06 : 0,
  grey,
  greyDeviation: 0,
});

/** A random hand. @param joined whether the letters of the font are joined, which must not be torn apart */
export function randomHand(font: GlyphFont, size: number, joined: boolean, random: Random): Hand {
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const unrest = between(0.5, 1.5) * (joined ? 0.55 : 1);
  return {
    font,
    size,
    scale: 0.06 * unrest,
    slant: 0.15 * random.normal(),
    slantDeviation: 0.05 * unrest,
    rotation: 0.035 * unrest,
    jump: 0.02 * unrest,
    wander: between(0.02, 0.07),
    warp: between(0.012, 0.03) * (joined ? 0.8 : 1),
    spacing: 0.025 * unrest,
    wordSpace: 0.1,
    pen: font.strokes ? between(0.035, 0.1) : random.chance(0.5) ? between(0, 0.035) : 0,
    grey: between(0, 110),
    greyDeviation: between(0, 18),
  };
}

export interface WrittenLine {
  /** SVG elements; coordinates in points. */
  readonly svg: string;
  /** Right end in points. */
  readonly right: number;
}

/** Draws a line. @param x,y left end of the baseline in points @param limit right end in points, at which it stops */
export function writeLine(text: string, x: number, y: number, limit: number, hand: Hand, random: Random): WrittenLine {
  const phase = 2 * Math.PI * random.next();
  const wave = hand.size * (8 + 10 * random.next());
  const paths: string[] = [];
  let [at, right] = [x, x];
  for (const character of text) {
    if (character === ' ') {
      at += hand.size * Math.max(0.15, SPACE + hand.wordSpace * random.normal());
      continue;
    }
    const glyph = hand.font.glyph(character);
    if (glyph === undefined) continue;
    if (at + glyph.advance * hand.size > limit) break;
    const baseline = y + hand.size * (hand.wander * Math.sin(at / wave + phase) + hand.jump * random.normal());
    paths.push(drawGlyph(glyph.commands, at, baseline, hand, random));
    at += hand.size * (glyph.advance + hand.spacing * random.normal());
    right = at;
  }
  return { svg: paths.join(''), right };
}

function drawGlyph(commands: readonly PathCommand[], x: number, y: number, hand: Hand, random: Random): string {
  const move = mover(hand, random);
  const path = commands
    .map(({ type, points }) => {
      const moved = points
        .map(move)
        .map(({ x: dx, y: dy }) => `${(x + dx * hand.size).toFixed(2)} ${(y + dy * hand.size).toFixed(2)}`);
      return `${type}${moved.join(' ')}`;
    })
    .join('');
  const level = Math.round(Math.max(0, Math.min(200, hand.grey + hand.greyDeviation * random.normal())));
  const colour = `rgb(${level},${level},${level})`;
  const pen = hand.pen * hand.size * (1 + (hand.warp === 0 ? 0 : 0.15 * random.normal()));
  const stroke =
    pen <= 0
      ? ''
      : ` stroke="${colour}" stroke-width="${pen.toFixed(2)}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<path d="${path}" fill="${hand.font.strokes ? 'none' : colour}"${stroke}/>`;
}

type Point = PathCommand['points'][number];

/** How the points of one letter move: stretched, slanted, rotated and bent. */
function mover(hand: Hand, random: Random): (point: Point) => Point {
  const [wide, high] = [1 + hand.scale * random.normal(), 1 + hand.scale * random.normal()];
  const slant = hand.slant + hand.slantDeviation * random.normal();
  const angle = hand.rotation * random.normal();
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const bend = () => ({
    across: 4 + 5 * random.next(),
    down: 4 + 5 * random.next(),
    phase: 2 * Math.PI * random.next(),
  });
  const [alongX, alongY] = [bend(), bend()];
  return ({ x, y }) => {
    const bentX = x + hand.warp * Math.sin(alongX.across * x + alongX.down * y + alongX.phase);
    const bentY = y + hand.warp * Math.sin(alongY.across * x + alongY.down * y + alongY.phase);
    const [sx, sy] = [wide * bentX - slant * bentY, high * bentY];
    return { x: cos * sx - sin * sy, y: sin * sx + cos * sy };
  };
}
