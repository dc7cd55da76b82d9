/** Inserts lines that were found later into the reading order of a page. */
import { BoxIndex } from '../box-index.ts';
import { OrderedList, type ListItem } from '../lines/ordered-list.ts';
import type { LineReading } from '../lines/read-lines.ts';
import type { Box } from '../lstm/line-image.ts';
import { unrotateBox } from './rotate-image.ts';

/** Minimum vertical overlap of segments of one line, as a fraction of the lower one. */
const SAME_ROW = 0.5;
/** Maximum gap between segments of one line, and between lines of one block, in multiples of the line height. */
const MAX_GAP = 3;
const MAX_LINE_GAP = 1.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A line, which is on the page or still to be inserted. */
interface Line {
  readonly reading: LineReading;
  readonly box: Box;
}

/** A line on the page. */
type Placed = ListItem<Line>;

/**
 * @param lines the lines of a page, in reading order
 * @param found lines to insert, each of which overlaps none of them; those without words are left out
 * @param image size of the image that the boxes refer to
 * @returns all lines: a found one continues the line to its left if that is close, else it follows the nearest line
 * above it
 */
export function insertLines(lines: readonly LineReading[], found: readonly LineReading[], image: Size): LineReading[] {
  const lineOf = (reading: LineReading): Line => ({ reading, box: boxOf(reading, image) });
  const before = lines.map(lineOf);
  const inserted = byRow(found.filter(({ words }) => words.length > 0).map(lineOf));
  const page = new PageOfLines(before, inserted);
  /** The found lines by the number of the line above each: cells of a row follow the same line, however far apart. */
  const below = new Map<number, Placed[]>();
  let next = Math.max(-1, ...lines.map(({ segment }) => segment.line)) + 1;
  let nextBlock = Math.max(-1, ...lines.map(({ segment }) => segment.block)) + 1;
  for (const item of inserted) {
    const above = page.nearestAbove(item.box);
    const mates = matesUnder(above, below);
    const left = page.leftNeighbour(item.box) ?? leftNeighbour(mates, item.box, Infinity);
    let placed: Placed;
    if (left !== null) {
      const { line, block } = left.value.reading.segment;
      placed = page.insertAfter(left, item, line, block);
    } else {
      const close = above !== null && isCloseBelow(item.box, above.value.box);
      const block = close ? above.value.reading.segment.block : nextBlock++;
      const previous = above === null ? page.lastBefore(item.box) : page.lastOfLine(above);
      placed = page.insertAfter(previous, item, next++, block);
    }
    mates.push(placed);
  }
  return page.readings();
}

/** The found lines that follow the same line as one below `above` does, to which that one is added. */
function matesUnder(above: Placed | null, below: Map<number, Placed[]>): Placed[] {
  const mates = (above === null ? undefined : below.get(numberOf(above))) ?? [];
  if (above !== null) below.set(numberOf(above), mates);
  return mates;
}

const numberOf = ({ value }: Placed): number => value.reading.segment.line;

const isCloseBelow = (box: Box, above: Box): boolean =>
  box.top - above.bottom <= MAX_LINE_GAP * (above.bottom - above.top);

/** The lines that are on a page, in reading order and by where they lie. */
class PageOfLines {
  readonly #order = new OrderedList<Line>();
  /** Of all lines, those that are still to be inserted too. */
  readonly #index: BoxIndex;
  readonly #places: ReadonlyMap<Line, number>;
  /** By their place in the index; undefined for a line that is not inserted yet. */
  readonly #placed: (Placed | undefined)[];
  readonly #lastOfLine = new Map<number, Placed>();
  readonly #top: number;

  constructor(lines: readonly Line[], inserted: readonly Line[]) {
    const all = [...lines, ...inserted];
    this.#index = new BoxIndex(all.map(({ box }) => fromLeftToRight(box)));
    this.#places = new Map(all.map((line, place) => [line, place]));
    this.#placed = all.map(() => undefined);
    this.#top = all.reduce((top, { box }) => Math.min(top, box.top), Infinity);
    let last: Placed | undefined;
    for (const [place, line] of lines.entries()) last = this.#place(last, line, place);
  }

  /** Puts a line after another one, or before all, with the number of its line and block. */
  insertAfter(previous: Placed | undefined, item: Line, line: number, block: number): Placed {
    return this.#place(previous, withNumbers(item, line, block), this.#places.get(item) ?? 0);
  }

  #place(previous: Placed | undefined, line: Line, place: number): Placed {
    const placed = this.#order.insertAfter(previous, line);
    this.#placed[place] = placed;
    const last = this.#lastOfLine.get(numberOf(placed));
    if (last === undefined || this.#order.isBefore(last, placed)) this.#lastOfLine.set(numberOf(placed), placed);
    return placed;
  }

  readings(): LineReading[] {
    return [...this.#order.items()].map(({ value }) => value.reading);
  }

  /** The last segment of a segment's line. */
  lastOfLine(segment: Placed): Placed | undefined {
    return this.#lastOfLine.get(numberOf(segment));
  }

  /** The last of the lines before the first one that begins below the box's top. */
  lastBefore({ top }: Box): Placed | undefined {
    let last: Placed | undefined;
    for (const item of this.#order.items()) {
      if (item.value.box.top > top) break;
      last = item;
    }
    return last;
  }

  /** The segment in the same row that ends closest to the left of the box. */
  leftNeighbour(box: Box): Placed | null {
    const { left, top, bottom } = box;
    const reach = (MAX_GAP + 1) * (bottom - top);
    return leftNeighbour(this.#meeting({ left: left - reach, top, right: left + reach, bottom }), box, MAX_GAP);
  }

  /** The lowest line above the box that it overlaps horizontally. */
  nearestAbove(box: Box): Placed | null {
    const middle = (box.top + box.bottom) / 2;
    for (let reach = Math.max(1, box.bottom - box.top); ; reach *= 2) {
      const candidates = this.#meeting({ ...box, top: middle - reach, bottom: middle }).filter(
        ({ value: { box: other } }) =>
          other.top + other.bottom < box.top + box.bottom && other.left < box.right && other.right > box.left,
      );
      const best = bestOf(candidates, (one, other) => one.box.bottom > other.box.bottom);
      // All that end below the top of what was looked at are among them.
      if ((best !== null && best.value.box.bottom >= middle - reach) || middle - reach <= this.#top) return best;
    }
  }

  /** The lines on the page that meet a box, in reading order. */
  #meeting(box: Box): Placed[] {
    const met = this.#index.meeting(box).flatMap((place) => this.#placed[place] ?? []);
    return met.sort((a, b) => (this.#order.isBefore(a, b) ? -1 : 1));
  }
}

/** A line without words has its left side at the end of its segment, and its right side at the beginning. */
const fromLeftToRight = ({ left, top, right, bottom }: Box): Box => ({
  left: Math.min(left, right),
  top,
  right: Math.max(left, right),
  bottom,
});

/** The best of the lines, and the first of several that are as good; null without lines. */
const bestOf = (lines: readonly Placed[], isBetter: (one: Line, other: Line) => boolean): Placed | null =>
  lines.reduce<Placed | null>((best, line) => (best === null || isBetter(line.value, best.value) ? line : best), null);

/** From the top; those that overlap the first one of their row vertically from left to right. */
function byRow(found: readonly Line[]): Line[] {
  const rows: Line[][] = [];
  for (const item of found.toSorted((a, b) => a.box.top - b.box.top)) {
    const first = rows.at(-1)?.[0];
    if (first !== undefined && sharesRow(first.box, item.box)) rows.at(-1)?.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.box.left - b.box.left));
}

const sharesRow = (a: Box, b: Box): boolean =>
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) >= SAME_ROW * Math.min(a.bottom - a.top, b.bottom - b.top);

function boxOf({ segment, words }: LineReading, image: Size): Box {
  const box = unrotateBox(segment.box, image, segment.rotation);
  return {
    left: Math.min(box.right, ...words.map(({ x1 }) => x1)),
    top: box.top,
    right: Math.max(box.left, ...words.map(({ x2 }) => x2)),
    bottom: box.bottom,
  };
}

function withNumbers({ reading, box }: Line, line: number, block: number): Line {
  const words = reading.words.map((word) => ({ ...word, line, block }));
  return { box, reading: { segment: { ...reading.segment, line, block }, words } };
}

/** The line in the same row that ends closest to the left of the box, at most `maxGap` of its heights away. */
function leftNeighbour(lines: readonly Placed[], box: Box, maxGap: number): Placed | null {
  const candidates = lines.filter(
    ({ value: { box: other } }) =>
      other.right <= box.left + (box.bottom - box.top) / 2 &&
      box.left - other.right <= maxGap * (box.bottom - box.top) &&
      sharesRow(box, other),
  );
  return bestOf(candidates, (one, other) => one.box.right > other.box.right);
}
