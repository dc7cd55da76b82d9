import { describe, expect, it } from 'vitest';
import { settleNumbering } from '../../../../model-container/features/pages/settle-numbering.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { drawPage } from './draw-pages.ts';

const settle = (feet: readonly (string | undefined)[]) =>
  settleNumbering(
    feet.map(
      (foot) => viewPage(drawPage({ body: ['some text here'], ...(foot === undefined ? {} : { foot }) })).numbering,
    ),
  );
const numbers = (feet: readonly (string | undefined)[]) => settle(feet).map(({ number }) => number);

describe('Page numbers disambiguated by the pages around', () => {
  it('are those that increase by one in the same place, whatever text is next to them', () => {
    expect(numbers(['Annual report 48', 'Annual report 49', 'Annual report 50'])).toEqual([48, 49, 50]);
    expect(numbers(['A-5', 'A-6', 'A-7'])).toEqual([5, 6, 7]);
  });

  it('are the smaller ones where a fax machine numbers all documents', () => {
    const page = (fax: number, own: number | undefined) =>
      viewPage(
        drawPage({
          head: `Fax 030 1234567 S. ${fax}`,
          body: ['some text here'],
          ...(own === undefined ? {} : { foot: `- ${own} -` }),
        }),
      ).numbering;
    const pages = [page(17, 1), page(18, 2), page(19, 3), page(20, 1), page(21, 2)];
    expect(settleNumbering(pages).map(({ number }) => number)).toEqual([1, 2, 3, 1, 2]);
  });

  it('are found below a letterhead, with a dash that was not recognised', () => {
    const pages = ['- 2 -', '3 -', '- 4', '9'].map(
      (line) =>
        viewPage(drawPage({ head: 'Office of the secretary', body: [line, 'some text here'], foot: 'Telephone' }))
          .numbering,
    );
    expect(settleNumbering(pages).map(({ number }) => number)).toEqual([2, 3, 4, null]);
  });

  it('do not continue from Roman to Arabic numerals', () => {
    expect(settle(['i', 'ii', '3', '4']).map(({ number, roman }) => [number, roman])).toEqual([
      [1, true],
      [2, true],
      [3, false],
      [4, false],
    ]);
  });

  it('are found without the slash before their total', () => {
    expect(settle(['1 3', '2 3', '3 3'])).toMatchObject(
      [1, 2, 3].map((number) => ({ number, total: 3, strength: 'stated' })),
    );
  });

  it('are found across a page without a number', () => {
    expect(numbers(['Annual report 48', undefined, 'Annual report 50'])).toEqual([48, null, 50]);
  });

  it('are not found where no number continues', () => {
    expect(numbers(['Annual report 48', 'Annual report 48', 'Annual report 12'])).toEqual([null, null, null]);
  });

  it('stay where they are given with a total', () => {
    expect(numbers(['Page 1 of 2', 'Page 2 of 2', 'Page 1 of 3'])).toEqual([1, 2, 1]);
  });

  it('replace a single number that does not fit the sequence', () => {
    const [page, other] = [
      viewPage(drawPage({ body: ['17', 'some text here', 'more'], foot: 'Annual report 3' })).numbering,
      viewPage(drawPage({ body: ['some text here'], foot: 'Annual report 4' })).numbering,
    ];
    expect(page.number).not.toBe(3);
    expect(settleNumbering([page, other]).map(({ number }) => number)).toEqual([3, 4]);
  });
});
