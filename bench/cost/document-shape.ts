/** Shape of a document in the pipeline: pages, chunks, and number of sub-documents. */
import { planChunks } from '../../core/processing/reading/plan-chunks.ts';
import { PARSER_PROCESSES } from './deployed-design.ts';

export interface DocumentShape {
  readonly pages: number;
  /** Whether all of its pages need OCR, or none. */
  readonly scanned: boolean;
  /** Number of pages of each chunk of ReadPages. */
  readonly chunks: readonly number[];
  /** Number of sub-documents. */
  readonly found: number;
}

/** Mean number of pages of a sub-document, as in the model's training streams. */
const PAGES_OF_A_FOUND_DOCUMENT = 3;

/** An A4 page; planning depends on the text layer only. */
const pageOf = (scanned: boolean) => ({
  width_mm: 210,
  height_mm: 297,
  text_layer: scanned ? ('none' as const) : ('good' as const),
});

/** @param pages  1 or more */
export const shapeOf = (pages: number, scanned: boolean): DocumentShape => ({
  pages,
  scanned,
  chunks: planChunks(
    Array.from({ length: pages }, () => pageOf(scanned)),
    PARSER_PROCESSES,
  ).map(({ from, to }) => to - from + 1),
  found: Math.ceil(pages / PAGES_OF_A_FOUND_DOCUMENT),
});
