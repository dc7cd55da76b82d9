/** Usage in a month, the input of a bill. */
import { shapeOf } from './document-shape.ts';
import type { DocumentShape } from './document-shape.ts';

export interface Usage {
  /** Pages per month. */
  readonly pages: number;
  /** Share of the documents whose pages need OCR, 0 to 1. */
  readonly scanned: number;
  readonly pagesPerDocument: number;
  /** Retention of a document and its results in days (`retain_days`). */
  readonly retainDays: number;
  /** Mails, and requests for the files of the web interface, per month. */
  readonly mails: number;
  readonly webRequests: number;
}

/** Number of documents of one shape per month. */
export interface Share {
  readonly shape: DocumentShape;
  readonly documents: number;
}

/** Scanned and born-digital documents, all with the same number of pages. */
export const sharesOf = ({ pages, scanned, pagesPerDocument }: Usage): readonly Share[] => {
  const documents = pages / pagesPerDocument;
  return [
    { shape: shapeOf(pagesPerDocument, true), documents: documents * scanned },
    { shape: shapeOf(pagesPerDocument, false), documents: documents * (1 - scanned) },
  ];
};
