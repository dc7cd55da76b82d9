import { expect, it } from 'vitest';
import { pageFactsOf } from '../../../../web/src/editor/source/page-facts.ts';

it('What was read of the sub-documents is known of each page', () => {
  const facts = pageFactsOf(
    [{ pages: [1, 2] }, { pages: [3] }],
    [
      {
        index: 0,
        title: 'Invoice',
        document_date: '2026-09-14',
        page_numbering: [{ page: 2, number: 2, of: 2 }],
        identifiers: [
          { type: 'iban', value: 'GB33', page: 2 },
          { type: 'vat_id', value: 'GB1', page: 2 },
        ],
      },
      { index: 1, title: null, document_date: null, page_numbering: [], identifiers: [] },
    ],
  );
  expect([...facts]).toEqual([
    [0, { title: 'Invoice', documentDate: '2026-09-14', printedNumber: null, identifiers: [] }],
    [
      1,
      {
        title: null,
        documentDate: null,
        printedNumber: { number: 2, of: 2 },
        identifiers: [
          { type: 'iban', value: 'GB33' },
          { type: 'vat_id', value: 'GB1' },
        ],
      },
    ],
  ]);
});

it('What was read of a crop is known of that crop', () => {
  const facts = pageFactsOf(
    [{ pages: [1, 2, 2], crops: [1, 1, 2] }],
    [
      {
        index: 0,
        title: null,
        document_date: null,
        page_numbering: [{ page: 1, number: 1, of: null }],
        identifiers: [{ type: 'receipt_number', value: '17', page: 2, crop: 2 }],
      },
    ],
  );
  expect([...facts.keys()]).toEqual([0, 2]);
});
