import { describe, expect, it } from 'vitest';
import type { LayerSigns } from '../../core/documents/pdf/text-layer-quality.ts';
import { isGarbageCode, judgeTextLayer, readsOddly } from '../../core/documents/pdf/text-layer-quality.ts';

const LETTER =
  'We have sent the goods to your address and ask you to pay the amount within thirty days from today please'.split(
    ' ',
  );

const judge = (signs: Partial<LayerSigns> = {}) =>
  judgeTextLayer({ words: LETTER, visible: 80, garbage: 0, unmapped: 0, invisible: 0, pictureShare: 0, ...signs });

describe('a text layer', () => {
  it('is good where its characters read well', () => {
    expect(judge()).toEqual({ quality: 'good', doubt: 'no' });
  });

  it('is none without words', () => {
    expect(judge({ words: [], visible: 0 })).toEqual({ quality: 'none', doubt: 'no' });
  });

  it('is bad where much of it is garbage', () => {
    expect(judge({ garbage: 20 }).quality).toBe('bad');
  });

  it('is good though a few bullets come from a symbol font', () => {
    expect(judge({ garbage: 3 })).toEqual({ quality: 'good', doubt: 'no' });
  });

  it('is bad where a scan has only a stamp of text over it', () => {
    expect(judge({ words: ['Page', '3'], pictureShare: 0.9 }).quality).toBe('bad');
  });

  it('is compared with the pixels where it lies over a scan', () => {
    expect(judge({ pictureShare: 0.9 })).toEqual({ quality: 'good', doubt: 'scan' });
  });

  it('is compared with the pixels where it is invisible', () => {
    expect(judge({ invisible: 80 })).toEqual({ quality: 'good', doubt: 'scan' });
  });

  it('is compared with the pixels where its fonts have no Unicode mapping', () => {
    expect(judge({ unmapped: 80 })).toEqual({ quality: 'good', doubt: 'encoding' });
  });

  it('is compared with the pixels where its letters make no words', () => {
    const shifted = 'Zh kdyh vhqw wkh jrrgv wr brxu dgguhvv dqg dvn brx wr sdb wkh dprxqw zlwklq wkluwb gdbv'.split(
      ' ',
    );
    expect(judge({ words: shifted })).toEqual({ quality: 'good', doubt: 'encoding' });
  });
});

describe('words', () => {
  it('do not read oddly in Slovak, which has words without vowels', () => {
    expect(
      readsOddly('štvrť prst vlk zmluva faktúra dodávateľ odberateľ splatnosť mesiac platba účet banka'.split(' ')),
    ).toBe(false);
  });

  it('do not read oddly as a table of numbers', () => {
    expect(readsOddly('2023 1.200,00 17,50 3 4.711 0815 12.03.2024 99,90 1.234,56'.split(' '))).toBe(false);
  });

  it('do not read oddly with dots that lead to page numbers', () => {
    expect(
      readsOddly([
        'Aiken',
        '.....................................',
        '12',
        'Berkeley',
        '. . . . . . . . . . . . . . . . . . .',
        '14',
      ]),
    ).toBe(false);
  });

  it('do not read oddly in Japanese', () => {
    expect(readsOddly(['請求書の金額をお支払いください。', '合計金額は税込みです。'])).toBe(false);
  });

  it('read oddly where most of them are signs', () => {
    expect(readsOddly(['!"#$%&', "'()*+,-", './:;<=>', '?@[]^_', 'a1'])).toBe(true);
  });
});

describe('a character code', () => {
  it.each([0xfffd, 0xe000, 0x01, 0x1f, 0x85])('is garbage: %i', (code) => {
    expect(isGarbageCode(code)).toBe(true);
  });

  it.each([0x02, 0x0a, 0x41, 0xe9, 0x3042])('is not garbage: %i', (code) => {
    expect(isGarbageCode(code)).toBe(false);
  });
});
