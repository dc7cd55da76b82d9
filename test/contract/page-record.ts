import type { PageJson, PageRecord } from '../../core/documents/page-record.ts';

/** A synthetic page record with this many words, derived from the page number. */
export const makePageRecord = (page: number, wordCount = 12): PageRecord => {
  const words = Array.from({ length: wordCount }, (_, index) => ({
    x1: 100 + (index % 10) * 150,
    y1: 100 + Math.floor(index / 10) * 10,
    x2: 220 + (index % 10) * 150,
    y2: 108 + Math.floor(index / 10) * 10,
    text: `word-${page}-${index}`,
    entropy: 0,
    line: Math.floor(index / 10),
    block: 0,
  }));
  return {
    schema_version: 1,
    page,
    width: 1819,
    height: 2573,
    dpi: 220,
    rotation: 0,
    skew: 0,
    text_source: 'text_layer',
    language: 'en',
    words,
    fulltext: words.map((word) => word.text).join(' '),
    ink: 0.1,
    thumbnail: { width: 2, height: 2, grey: Buffer.from([255, 255, 0, 255]).toString('base64') },
  };
};

/** The same record as JSON, as it is sent to the split model. */
export const makePageJson = (page: number, wordCount?: number): PageJson =>
  Buffer.from(JSON.stringify(makePageRecord(page, wordCount)));
