import { describe, expect, it } from 'vitest';
import { findWordBounds } from '../../../core/ocr/word-bounds.ts';

const HEIGHT = 40;
/** Ink per column from a drawing: "##" is a stroke of two pixels, "." is paper. */
const inkOf = (drawing: string) => Uint8Array.from(drawing, (column) => Number(column === '#'));
const letters = (count: number) => Array.from({ length: count }, () => '##########').join('...');
const SPACE = '............';

describe('The bounds of the words of a line', () => {
  const two = letters(2);
  const line = `....${two}${SPACE}${two}....`;
  const [firstLeft, firstRight] = [4, 4 + two.length];
  const [secondLeft, secondRight] = [firstRight + SPACE.length, firstRight + SPACE.length + two.length];

  it.each([
    ['cuts through the last letter of the first word', firstRight - 8, secondLeft - 5],
    ['cuts through the first letter of the second word', firstRight + 5, secondLeft + 8],
    ['lies in the space', firstRight + 3, secondLeft - 3],
    ['lies between the last two letters of the first word', firstRight - 13, firstRight - 10],
  ])('are those of the ink if the extents of the network %s', (_what, right, left) => {
    const bounds = findWordBounds(
      inkOf(line),
      [
        { left: 0, right },
        { left, right: line.length },
      ],
      HEIGHT,
    );
    expect(bounds).toEqual([
      { left: firstLeft, right: firstRight },
      { left: secondLeft, right: secondRight },
    ]);
  });

  it('stay at the time steps of the network if two words have no space between them, as in Japanese', () => {
    const kanji = `..${letters(4)}..`;
    expect(
      findWordBounds(
        inkOf(kanji),
        [
          { left: 0, right: 27 },
          { left: 27, right: kanji.length },
        ],
        HEIGHT,
      ),
    ).toEqual([
      { left: 2, right: 25 },
      { left: 28, right: 51 },
    ]);
  });

  it('do not include a rule that is separate from the word', () => {
    const table = `.${two}${SPACE}#${SPACE}${two}.`;
    const bounds = findWordBounds(
      inkOf(table),
      [
        { left: 0, right: two.length },
        { left: table.length - two.length - 2, right: table.length },
      ],
      HEIGHT,
    );
    expect(bounds).toEqual([
      { left: 1, right: 1 + two.length },
      { left: table.length - two.length - 1, right: table.length - 1 },
    ]);
  });

  it('are those of the network if there is no ink', () => {
    expect(findWordBounds(inkOf('..........'), [{ left: 2, right: 8 }], HEIGHT)).toEqual([{ left: 2, right: 8 }]);
  });
});
