/** Cursors of lists: a position, and digits by which a cursor of another list, or a mistyped one, is recognised. */
import { createHash } from 'node:crypto';
import { ValidationError } from '../../errors.ts';

/** Hexadecimal digits of a cursor that name its list. */
const LIST_DIGITS = 16;

const digitsOf = (list: string, position: string): string =>
  createHash('sha256').update(list).update(position).digest('hex').slice(0, LIST_DIGITS);

/** @param list  names the list */
export const listCursor = (list: string, position: string): string => `${digitsOf(list, position)}${position}`;

export const invalidCursor = (): ValidationError =>
  new ValidationError([
    { loc: ['query', 'cursor'], msg: 'must be the next of a page of this list', type: 'invalid_cursor' },
  ]);

const positionOf = (cursor: string): string => cursor.slice(LIST_DIGITS);

export const isCursorOf = (list: string, cursor: string): boolean => cursor === listCursor(list, positionOf(cursor));

/** Returns the position. @throws ValidationError for a cursor that this list did not give */
export const readCursor = (list: string, cursor: string): string => {
  if (!isCursorOf(list, cursor)) throw invalidCursor();
  return positionOf(cursor);
};
