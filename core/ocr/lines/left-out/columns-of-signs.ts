/**
 * Finds columns of upright signs that the layout analysis takes for vertical lines: the numbers of the lines of a pleading,
 * the letters of a name that is written downwards. Lying down, they are read as other letters.
 */
import { medianOf } from '../../median.ts';
import { textOf } from '../../read-words.ts';
import type { LineReading } from '../read-lines.ts';

/**
 * Advance of a letter as a multiple of the height of its line, from which the letters do not follow each other: in print it is
 * about 0.6, and 2 for numbers at the distance of lines of text.
 */
const MIN_ADVANCE = 1.2;

/** The lines without such columns, whose ink counts as unread then. */
export function withoutColumnsOfSigns(lines: readonly LineReading[]): readonly LineReading[] {
  return lines.some(isColumnOfSigns) ? lines.filter((line) => !isColumnOfSigns(line)) : lines;
}

function isColumnOfSigns({ segment, words }: LineReading): boolean {
  if (segment.rotation === 0) return false;
  const letters = textOf(words).replaceAll(/\s/gu, '').length;
  const height = medianOf(segment.words.map(({ top, bottom }) => bottom - top)) ?? 0;
  const length =
    Math.max(...segment.words.map(({ right }) => right)) - Math.min(...segment.words.map(({ left }) => left));
  return length > MIN_ADVANCE * height * letters;
}
