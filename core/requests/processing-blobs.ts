/** Where the blobs of a processing request lie. */
import type { PageRange } from '../documents/formats/document-file.ts';

/** Pages of the results of these names, as ReadPages makes them of a chunk. */
export const PAGE_PARTS = ['ocr', 'hocr', 'geometry', 'findings'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** Sorts in page order. */
const rangeName = ({ from, to }: PageRange): string =>
  `${String(from).padStart(6, '0')}-${String(to).padStart(6, '0')}`;

/** Blob keys of one request. Everything of a request lies under one prefix, everything of an account under another. */
export const processingBlobs = (accountId: string, processingId: string) => {
  const prefix = `accounts/${accountId}/processings/${processingId}/`;
  const records = `${prefix}records/`;
  const parts = `${prefix}parts/`;
  return {
    prefix,
    upload: `${prefix}upload`,
    /** Inspection as JSON. */
    inspection: `${prefix}inspection.json`,
    /** The page ranges that ReadPages works on, as JSON: planned once, kept over restarts and upgrades. */
    chunks: `${prefix}chunks.json`,
    records,
    /** Page records of one chunk, one JSON object a line; the names sort in page order. */
    recordsOf: (range: PageRange) => `${records}${rangeName(range)}.jsonl`,
    /** What ReadPages made of each chunk for BuildResults, which joins and removes it. */
    partsOf: (part: PagePart) => `${parts}${part}/`,
    partOf: (part: PagePart, range: PageRange) => `${parts}${part}/${rangeName(range)}`,
    /** GapScores as JSON. */
    gapScores: `${prefix}gap-scores.json`,
    /** DocumentSplitting as JSON. */
    documentSplitting: `${prefix}document-splitting.json`,
    /** Geometry of every page ({page,width,height,dpi,rotation,skew}[]) as JSON: enough to render any page image. */
    pageGeometry: `${prefix}page-geometry.json`,
    ocr: `${prefix}ocr.json`,
    hocr: `${prefix}hocr.html`,
    extractions: `${prefix}extractions.json`,
    thumbnail: `${prefix}thumbnail.jpg`,
    /** Written when BuildResults has made everything: without it no request succeeds. */
    resultsBuilt: `${prefix}results-built.json`,
    /** Index from 0. */
    subPdf: (index: number) => `${prefix}sub-pdfs/${index}.pdf`,
    /** Rendered on request, kept for the next one; `name` encodes the parameters. */
    rendered: (name: string) => `${prefix}rendered/${name}`,
  };
};
