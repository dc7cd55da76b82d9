import { describe, expect, it } from 'vitest';
import {
  extractionsSchema,
  joinPageExtractions,
  pageExtractionsSchema,
  extractFromPage,
} from '../../../core/results/extractions/extractions.ts';
import { drawRecord } from '../drawing/draw-record.ts';

const records = [
  drawRecord([
    { text: 'INVOICE', size: 60 },
    'Invoice no. INV-7',
    'Invoice date: 3 May 2024',
    { text: 'Page 1 of 2', y: 2480 },
  ]),
  drawRecord(['Invoice no. INV-7', 'IBAN: DE89 3704 0044 0532 0130 00', { text: 'Page 2 of 2', y: 2480 }], { page: 2 }),
  drawRecord([], { page: 3 }),
];
const findings = records.map(extractFromPage);
const documents = [{ pages: [1, 2] }, { pages: [3] }];

describe('Extractions', () => {
  it('contain title, date, page numbers and identifiers of every sub-document, each identifier once', () => {
    const [invoice, blank] = joinPageExtractions(documents, findings).sub_documents;
    expect(invoice).toMatchObject({
      index: 0,
      title: 'INVOICE',
      document_date: '2024-05-03',
      page_numbering: [
        { page: 1, number: 1, of: 2 },
        { page: 2, number: 2, of: 2 },
      ],
      identifiers: [
        { type: 'invoice_number', value: 'INV-7', page: 1 },
        { type: 'iban', value: 'DE89370400440532013000', page: 2 },
      ],
    });
    expect(blank).toEqual({ index: 1, title: null, document_date: null, page_numbering: [], identifiers: [] });
  });

  it('read an ambiguous date in the order that other pages of the document prove', () => {
    const pages = [drawRecord(['Invoice date: 03/05/2024']), drawRecord(['Paid on 25/05/2024'], { page: 2 })].map(
      extractFromPage,
    );
    expect(joinPageExtractions([{ pages: [1, 2] }], pages).sub_documents[0]?.document_date).toBe('2024-05-03');
    expect(joinPageExtractions([{ pages: [1] }, { pages: [2] }], pages).sub_documents[0]?.document_date).toBeNull();
  });

  it('say of which crop they are, where a page has several', () => {
    const crops = [1, 2].map((crop) =>
      extractFromPage({ ...drawRecord([`Invoice no. INV-${crop}`, { text: 'Page 1 of 1', y: 2480 }]), crop }),
    );
    const joined = joinPageExtractions(
      [
        { pages: [1], crops: [1] },
        { pages: [1], crops: [2] },
      ],
      crops.toReversed(),
    );
    expect(extractionsSchema.parse(joined)).toEqual(joined);
    expect(joined.sub_documents).toMatchObject([
      { identifiers: [{ value: 'INV-1', page: 1, crop: 1 }], page_numbering: [{ page: 1, crop: 1 }] },
      { identifiers: [{ value: 'INV-2', page: 1, crop: 2 }], page_numbering: [{ page: 1, crop: 2 }] },
    ]);
  });

  it('are joined from page extractions that match their schema', () => {
    for (const one of findings) expect(pageExtractionsSchema.parse(JSON.parse(JSON.stringify(one)))).toEqual(one);
  });

  it('match their schema in any order of the pages', () => {
    const extractions = joinPageExtractions(documents, findings.toReversed());
    expect(extractionsSchema.parse(extractions)).toEqual(joinPageExtractions(documents, findings));
  });
});
