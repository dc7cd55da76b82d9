/** What one document is to the pipeline: its pages, how they are dealt out, and into how many documents they are split. */
import { planChunks } from '../../core/processing/plan-chunks.ts';
import { PARSER_PROCESSES } from './deployed-design.ts';

export interface DocumentShape {
  readonly pages: number;
  /** Whether its pages need OCR: all or none. */
  readonly scanned: boolean;
  /** Pages of each piece that ReadPages works on. */
  readonly chunks: readonly number[];
  /** Documents that are found in it. */
  readonly found: number;
}

/** Pages of a document that is found, on average: what the model's training streams have. */
const PAGES_OF_A_FOUND_DOCUMENT = 3;

/** A4; the plan only looks at the text layer. */
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
