import { describe, expect, it } from 'vitest';
import { plainCodes, readCodes } from '../../../../core/ocr/lstm/trained-data/character-set.ts';

/** The codes of each character as language data has them. */
function codeList(...characters: readonly (readonly number[])[]): Uint8Array {
  const bytes = Buffer.alloc(4 + characters.reduce((sum, codes) => sum + 5 + 4 * codes.length, 0));
  let at = bytes.writeInt32LE(characters.length);
  for (const codes of characters) {
    at = bytes.writeInt8(1, at);
    at = bytes.writeInt32LE(codes.length, at);
    for (const code of codes) at = bytes.writeInt32LE(code, at);
  }
  return bytes;
}

describe('The codes of characters', () => {
  it('are one or several outputs of the network', () => {
    const root = readCodes(codeList([0], [2, 1], [2, 0]), 3);
    expect([...root.finals]).toEqual([[0, 0]]);
    expect([...(root.nexts.get(2)?.finals ?? [])]).toEqual([
      [1, 1],
      [0, 2],
    ]);
    expect([...plainCodes(3, 4).finals.keys()]).toEqual([0, 1, 2]);
  });

  it.each([
    ['which the network does not have', [3]],
    ['with a negative number', [1, -1]],
  ])('are rejected with an output %s: it would be the probability of something else', (_, codes) => {
    expect(() => readCodes(codeList([0], codes), 3)).toThrow(RangeError);
  });

  it('are rejected where the network has fewer outputs than characters', () => {
    expect(() => plainCodes(5, 4)).toThrow(RangeError);
  });
});
