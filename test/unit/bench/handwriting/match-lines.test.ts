import { describe, expect, it } from 'vitest';
import type { KnownLine } from '../../../../bench/handwriting/known-lines.ts';
import { matchLines } from '../../../../bench/handwriting/match-lines.ts';

/** A line 40 pixels high that rises or falls from the left to the right. */
const lineAt = (top: number, fall = 0): KnownLine => ({
  outline: [
    { x: 100, y: top },
    { x: 900, y: top + fall },
    { x: 900, y: top + fall + 40 },
    { x: 100, y: top + 40 },
  ],
  text: '',
});

const wordAt = (text: string, x: number, y: number) => ({ text, x1: x - 20, x2: x + 20, y1: y - 20, y2: y + 20 });

describe('Words that were read', () => {
  it('belong to the line that they stand in, from left to right', () => {
    const words = [wordAt('below', 200, 165), wordAt('second', 400, 120), wordAt('first', 150, 118)];
    expect(matchLines([lineAt(100), lineAt(145)], words)).toEqual(['first second', 'below']);
  });

  it('belong to a slanted line where it runs, not where its box lies', () => {
    const words = [wordAt('one', 150, 122), wordAt('two', 850, 218), wordAt('other', 850, 122)];
    expect(matchLines([lineAt(100, 100), lineAt(0, 100)], words)).toEqual(['one two', 'other']);
  });

  it('belong to no line where they are far from all', () => {
    expect(matchLines([lineAt(100)], [wordAt('stamp', 400, 300), wordAt('margin', 20, 120)])).toEqual(['']);
  });
});
