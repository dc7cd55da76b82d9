/** Whether words are as page-record.ts says. A document has tens of thousands: to check each with its schema takes half as long as to score the pages. */
import type { Word } from '../../core/documents/page-record.ts';

const MEMBERS = 8;
const isPlace = (value: unknown): boolean => Number.isSafeInteger(value);
const isCount = (value: unknown): boolean => isPlace(value) && (value as number) >= 0; // a number: the line before says so

function isWord(value: unknown): value is Word {
  if (typeof value !== 'object' || value === null) return false;
  // Every member of it is looked at.
  const { x1, y1, x2, y2, text, entropy, line, block } = value as Record<keyof Word, unknown>;
  if (typeof text !== 'string' || typeof entropy !== 'number' || !(entropy >= 0 && entropy < Infinity)) return false;
  return (
    isPlace(x1) &&
    isPlace(y1) &&
    isPlace(x2) &&
    isPlace(y2) &&
    isCount(line) &&
    isCount(block) &&
    Object.keys(value).length === MEMBERS
  );
}

export const areWords = (value: unknown): value is Word[] => Array.isArray(value) && value.every(isWord);
