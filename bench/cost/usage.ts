/** What a month brings: the figures that a bill is made for. */
import { shapeOf } from './document-shape.ts';
import type { DocumentShape } from './document-shape.ts';

export interface Usage {
  /** Pages a month. */
  readonly pages: number;
  /** Share of the documents whose pages need OCR, 0 to 1. */
  readonly scanned: number;
  readonly pagesPerDocument: number;
  /** Days that a document and its results are kept (`retain_days`). */
  readonly retainDays: number;
  /** Mails and requests for the web interface's files, a month. */
  readonly mails: number;
  readonly webRequests: number;
}

/** Documents of one shape, a month. */
export interface Share {
  readonly shape: DocumentShape;
  readonly documents: number;
}

/** Scanned documents and born-digital ones, all of the same number of pages. */
export const sharesOf = ({ pages, scanned, pagesPerDocument }: Usage): readonly Share[] => {
  const documents = pages / pagesPerDocument;
  return [
    { shape: shapeOf(pagesPerDocument, true), documents: documents * scanned },
    { shape: shapeOf(pagesPerDocument, false), documents: documents * (1 - scanned) },
  ];
};
