import { describe, expect, it } from 'vitest';
import type { TextLayerStatistics } from '../../../../core/documents/pdf/text-layer-quality.ts';
import { isGarbageCode, assessTextLayer, looksMisencoded } from '../../../../core/documents/pdf/text-layer-quality.ts';

const LETTER =
  'We have sent the goods to your address and ask you to pay the amount within thirty days from today please'.split(
    ' ',
  );

const assess = (statistics: Partial<TextLayerStatistics> = {}) =>
  assessTextLayer({ words: LETTER, visible: 80, garbage: 0, unmapped: 0, invisible: 0, imageShare: 0, ...statistics });

describe('A text layer', () => {
  it('is good with ordinary characters', () => {
    expect(assess()).toEqual({ quality: 'good', doubt: 'no' });
  });

  it('is none without words', () => {
    expect(assess({ words: [], visible: 0 })).toEqual({ quality: 'none', doubt: 'no' });
  });

  it('is bad with many garbage characters', () => {
    expect(assess({ garbage: 20 }).quality).toBe('bad');
  });

  it('is good in spite of a few bullets from a symbol font', () => {
    expect(assess({ garbage: 3 })).toEqual({ quality: 'good', doubt: 'no' });
  });

  describe('with characters that the font does not tell', () => {
    const withWords = (...words: readonly string[]) => assess({ words: [...LETTER, ...words], garbage: words.length });

    it('is bad where words lack letters', () => {
      expect(withWords('aplikacj\ufffd', 'r\ufffdki').quality).toBe('bad');
      expect(withWords('su\ufffdcient', '\ufffdrst').quality).toBe('bad');
      expect(withWords('(zdaj\u0005cego)', 'zw\ue001ar\ue002a,').quality).toBe('bad');
    });

    it('is good where one word does, or fewer than one in a hundred', () => {
      expect(withWords('aplikacj\ufffd').quality).toBe('good');
      const long = Array.from({ length: 100 }, () => LETTER).flat();
      expect(assess({ words: [...long, 'r\ufffdki', 'si\ufffd'], visible: 8000, garbage: 2 }).quality).toBe('good');
    });

    it('is good where these are bullets, check marks, footnote marks and spaces of symbol fonts', () => {
      expect(withWords('\uf0b7', '\uf023Budget', '\ufffd', '\ufffdWork', 'species\uf020', '4\uf0b0').quality).toBe(
        'good',
      );
    });

    it('is good where they are signs of a formula', () => {
      expect(withWords('\ufffdi', 'n\ufffd1', 'd\ufffdk\ufffd/2', 'Pr(M(D\ufffd', 'x\ufffd').quality).toBe('good');
    });
  });

  it('is bad if it is only a stamp over a scan', () => {
    expect(assess({ words: ['Page', '3'], imageShare: 0.9 }).quality).toBe('bad');
  });

  it('is doubted if it is over a scan, also one with wide margins, or invisible', () => {
    for (const statistics of [{ imageShare: 0.6 }, { imageShare: 0.4 }, { invisible: 80 }])
      expect(assess(statistics)).toEqual({ quality: 'good', doubt: 'scan' });
  });

  it('of few words is doubted over an image that may be a picture', () => {
    expect(assess({ words: ['Page', '3'], imageShare: 0.45 })).toEqual({ quality: 'good', doubt: 'scan' });
  });

  it('of few words is doubted beside an image that may be a scanned card, and not beside a logo', () => {
    expect(assess({ words: ['Page', '3'], imageShare: 0.08 })).toEqual({ quality: 'good', doubt: 'scan' });
    expect(assess({ words: ['Page', '3'], imageShare: 0.05 })).toEqual({ quality: 'good', doubt: 'no' });
  });

  it('is not doubted beside a picture', () => {
    expect(assess({ imageShare: 0.35 })).toEqual({ quality: 'good', doubt: 'no' });
  });

  it('is doubted if its fonts have no Unicode mapping', () => {
    expect(assess({ unmapped: 80 })).toEqual({ quality: 'good', doubt: 'encoding' });
  });

  it('is doubted if its words are improbable', () => {
    const shifted = 'Zh kdyh vhqw wkh jrrgv wr brxu dgguhvv dqg dvn brx wr sdb wkh dprxqw zlwklq wkluwb gdbv'.split(
      ' ',
    );
    expect(assess({ words: shifted })).toEqual({ quality: 'good', doubt: 'encoding' });
  });
});

describe('Text that looks misencoded', () => {
  it('does not include Slovak, which has words without vowels', () => {
    expect(
      looksMisencoded(
        'štvrť prst vlk zmluva faktúra dodávateľ odberateľ splatnosť mesiac platba účet banka'.split(' '),
      ),
    ).toBe(false);
  });

  it('does not include tables of numbers', () => {
    expect(looksMisencoded('2023 1.200,00 17,50 3 4.711 0815 12.03.2024 99,90 1.234,56'.split(' '))).toBe(false);
  });

  it('does not include tables of contents with dot leaders', () => {
    expect(
      looksMisencoded([
        'Aiken',
        '.....................................',
        '12',
        'Berkeley',
        '. . . . . . . . . . . . . . . . . . .',
        '14',
      ]),
    ).toBe(false);
  });

  it('does not include Japanese', () => {
    expect(looksMisencoded(['請求書の金額をお支払いください。', '合計金額は税込みです。'])).toBe(false);
  });

  it('includes text that is mostly symbols', () => {
    expect(looksMisencoded(['!"#$%&', "'()*+,-", '../:;<=>', '?@[]^_', 'a1'])).toBe(true);
  });
});

describe('A character code', () => {
  it.each([0xfffd, 0xe000, 0x01, 0x1f, 0x85])('is garbage: %i', (code) => {
    expect(isGarbageCode(code)).toBe(true);
  });

  it.each([0x02, 0x0a, 0x41, 0xe9, 0x3042])('is not garbage: %i', (code) => {
    expect(isGarbageCode(code)).toBe(false);
  });
});
