import { describe, expect, it } from 'vitest';
import { buildWords } from '../../../../core/documents/pdf/pdf-words.ts';
import type { TextCharacter } from '../../../../core/documents/pdf/pdf-words.ts';

const at = (code: number, x: number, y = 0): TextCharacter => ({ code, x1: x, y1: y, x2: x + 5, y2: y + 10 });

const spell = (text: string, place: (index: number) => [number, number] = (index) => [index * 6, 0]): TextCharacter[] =>
  Array.from(text, (letter, index) => at(letter.codePointAt(0) ?? 0, ...place(index)));

const texts = (characters: readonly TextCharacter[]): string[] => buildWords(characters).words.map((word) => word.text);

describe('The characters of a text layer', () => {
  it('form words between white space of any kind', () => {
    expect(texts(spell('one two\u00a0three\u3000four\nfive'))).toEqual(['one', 'two', 'three', 'four', 'five']);
  });

  it('form two words at a wide gap without a space', () => {
    expect(texts([...spell('net'), ...spell('gross', (index) => [100 + index * 6, 0])])).toEqual(['net', 'gross']);
  });

  it('form one word of a closing quotation mark, which is small and high, and a comma below it', () => {
    const mark = { code: 0x201d, x1: 18, y1: 0, x2: 22, y2: 3 };
    const comma = { code: 0x2c, x1: 22, y1: 9, x2: 24, y2: 12 };
    expect(texts([...spell('abc'), mark, comma])).toEqual(['abc”,']);
  });

  it('give a word the box around its letters', () => {
    expect(buildWords(spell('abc')).words).toEqual([{ text: 'abc', x1: 0, y1: 0, x2: 17, y2: 10 }]);
  });

  it('keep the hyphen at the end of a line', () => {
    expect(texts([...spell('Rech'), at(0x02, 24)])).toEqual(['Rech-']);
  });

  it('are a hyphen where the glyph of a soft hyphen is drawn, as a minus sign too, and nothing where it is not', () => {
    expect(texts(spell('\u00ad1,00 like\u00adkind'))).toEqual(['-1,00', 'like-kind']);
    expect(texts([...spell('Vice'), at(0x2d, 24), at(0xad, 24), at(0x50, 30)])).toEqual(['Vice-P']);
    expect(texts([...spell('Donau'), { code: 0xad, x1: 30, y1: 0, x2: 30, y2: 0 }, at(0x64, 30)])).toEqual(['Donaud']);
  });

  it('form one word of full-width digits, the ink of which is a small part of their cells', () => {
    const cell = (character: string, index: number): TextCharacter => {
      const isThin = '１，'.includes(character);
      const left = 11 * index + (isThin ? 3.8 : 0.5);
      return { code: character.charCodeAt(0), x1: left, y1: 0, x2: left + (isThin ? 2.4 : 10), y2: 7.7 };
    };
    expect(texts(Array.from('２０２４年１１月１１日', cell))).toEqual(['２０２４年１１月１１日']);
    expect(texts(Array.from('１１，１１１', cell))).toEqual(['１１，１１１']);
    expect(texts([cell('１', 0), cell('１', 2)])).toEqual(['１', '１']);
  });

  it('join surrogate halves and combining marks', () => {
    expect(texts([at(0xd842, 0), at(0xdfb7, 6), at(0x65, 12), at(0x301, 13)])).toEqual(['𠮷é']);
  });

  it('never yield lone surrogates, which JSON parsers may reject', () => {
    expect(texts([at(0x61, 0), at(0xd842, 6)])).toEqual(['a\ufffd']);
  });

  describe('that are drawn again at the same place', () => {
    const moved =
      (x: number, y: number) =>
      (index: number): [number, number] => [x + index * 6, y];

    it('form one word: an invisible copy of the page, or heavy type', () => {
      const page = [...spell('net total', moved(0, 0)), at(0x0a, 0), ...spell('due today', moved(0, 20)), at(0x0a, 0)];
      expect(texts([...page, ...page])).toEqual(['net', 'total', 'due', 'today']);
    });

    it('form one word with their shadow', () => {
      expect(texts([...spell('Offer', moved(0, 0)), at(0x0a, 0), ...spell('Offer', moved(1.5, 2))])).toEqual(['Offer']);
    });

    it('form one word also where a copy of the line runs a little wider', () => {
      const line = 'Send all goods to my house or me';
      const wider = spell(line, (index) => [index * 6.3, 0]);
      expect(texts([...spell(line), at(0x0a, 0), ...wider])).toEqual(line.split(' '));
    });

    it('form two words where the text is another, or next to it, or on the line below', () => {
      const separate = [spell('12'), spell('21'), spell('12', moved(13, 0)), spell('12', moved(0, 8))];
      expect(texts(separate.flatMap((word) => [...word, at(0x0a, 0)]))).toEqual(['12', '21', '12', '12']);
    });

    it(
      'are looked for among few, however many equal words of a hostile file stand close together',
      { tags: 'slow' },
      () => {
        const dots = Array.from({ length: 100_000 }, (_, index): TextCharacter[] => [
          { code: 0x2e, x1: index / 1e4, y1: 0, x2: (index + 0.5) / 1e4, y2: 1 },
          at(0x0a, 0),
        ]);
        expect(texts(dots.flat())).toHaveLength(100_000);
      },
    );
  });

  it('written downwards in Japanese form words that run downwards on an upright page', () => {
    const column = spell('株式会社山田商店を甲といい鈴木株式会社を乙といい次のとおり契約する', (index) => [
      0,
      11 * index,
    ]);
    expect(buildWords(column)).toMatchObject({ rotation: 0, words: [{ rotation: 270 }] });
  });

  const sentence = 'sentences that are long enough to tell';
  it.each([
    ['upwards', 90, (index: number): [number, number] => [0, 1000 - index * 6]],
    ['downwards', 270, (index: number): [number, number] => [0, index * 6]],
    ['from right to left', 180, (index: number): [number, number] => [1000 - index * 6, 0]],
    ['from left to right', 0, (index: number): [number, number] => [index * 6, 0]],
  ] as const)('that run %s are upright after a rotation by %i degrees', (_direction, rotation, place) => {
    expect(buildWords(spell(sentence, place)).rotation).toBe(rotation);
  });

  describe('of a word in another direction than the page', () => {
    const upright = spell('a page that is upright');
    const rotations = (characters: readonly TextCharacter[]) =>
      buildWords(characters).words.map(({ rotation }) => rotation);

    it('tell the rotation that makes it upright', () => {
      const upwards = spell('Keep', (index) => [200, 500 - index * 11]);
      const downwards = spell('original', (index) => [300, 500 + index * 11]);
      const words = [...upright, at(0x0a, 0), ...upwards, at(0x0a, 0), ...downwards];
      expect(rotations(words)).toEqual([undefined, undefined, undefined, undefined, undefined, 90, 270]);
    });

    it('tell it on the rotated page', () => {
      const page = spell(`${sentence} all of it`, (index) => [0, 1000 - index * 6]);
      expect(rotations([...page, at(0x0a, 0), ...spell('across', (index) => [100 + index * 6, 0])]).at(-1)).toBe(270);
      expect(new Set(rotations(page))).toEqual(new Set([undefined]));
    });

    it('do not tell it where they are an accent above its letter, or slope', () => {
      const above = spell('e´', (index) => [0, -8 * index]);
      const sloping = spell('COPY', (index) => [index * 10, index * 11]);
      expect(rotations([above, sloping].flatMap((word) => [...word, at(0x0a, 0)]))).toEqual([undefined, undefined]);
    });
  });

  it('of vertical Japanese text do not rotate the page', () => {
    expect(
      buildWords(
        spell('請求書の金額をお支払いください。合計金額は税込みです。よろしくお願いします。', (index) => [
          0,
          index * 11,
        ]),
      ).rotation,
    ).toBe(0);
  });
});
