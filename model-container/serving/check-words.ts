/**
 * Validates the words of page records by the rules of page-record.ts. A document has tens of thousands of words;
 * checking each with its zod schema would add half of the time of scoring the pages.
 */
import type { Word } from '../../core/documents/page-record.ts';

/** Of a word without and with its kind. */
const MEMBERS = 8;
const isCoordinate = (value: unknown): boolean => Number.isSafeInteger(value);
/** Cast: a coordinate is a number. */
const isCount = (value: unknown): boolean => isCoordinate(value) && (value as number) >= 0;

const isKind = (value: unknown): boolean => value === 'printed' || value === 'handwritten';

function isWord(value: unknown): value is Word {
  if (typeof value !== 'object' || value === null) return false;
  // Cast: every member is checked below.
  const { x1, y1, x2, y2, text, entropy, line, block, kind } = value as Record<keyof Word, unknown>;
  if (typeof text !== 'string' || typeof entropy !== 'number' || !(entropy >= 0 && entropy < Infinity)) return false;
  return (
    isCoordinate(x1) &&
    isCoordinate(y1) &&
    isCoordinate(x2) &&
    isCoordinate(y2) &&
    isCount(line) &&
    isCount(block) &&
    Object.keys(value).length === MEMBERS + (isKind(kind) ? 1 : 0)
  );
}

export const areWords = (value: unknown): value is Word[] => Array.isArray(value) && value.every(isWord);
