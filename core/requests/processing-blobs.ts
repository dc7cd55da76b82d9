/** The blob keys of a processing request. */
import type { PageRange } from '../documents/formats/document-file.ts';

/** Parts of results that ReadPages writes for each chunk, named after the results. */
export const PAGE_PARTS = ['ocr', 'hocr', 'geometry', 'extractions'] as const;
export type PagePart = (typeof PAGE_PARTS)[number];

/** Folder of a part. Page extractions keep their former name, so that requests in progress survive an upgrade. */
const folderOf = (part: PagePart): string => (part === 'extractions' ? 'findings' : part);

/** Names sort in page order. */
const rangeName = ({ from, to }: PageRange): string =>
  `${String(from).padStart(6, '0')}-${String(to).padStart(6, '0')}`;

/**
 * Blob keys of one request. All blobs of a request have one prefix, which begins with the prefix of its account.
 * @param correctionId  of the reviewer's correction that the results show; absent: they show what the model decided
 */
export const processingBlobs = (accountId: string, processingId: string, correctionId?: string) => {
  const prefix = `accounts/${accountId}/processings/${processingId}/`;
  /** A correction has its own files: the model's stay, and no reader meets a half-written one. */
  const split = correctionId === undefined ? prefix : `${prefix}corrections/${correctionId}/`;
  const records = `${prefix}records/`;
  const parts = `${prefix}parts/`;
  return {
    prefix,
    upload: `${prefix}upload`,
    /** Inspection as JSON. */
    inspection: `${prefix}inspection.json`,
    /** The page ranges that ReadPages works on, as JSON: planned once, kept across restarts and upgrades. */
    chunks: `${prefix}chunks.json`,
    records,
    /** Page records of one chunk as JSON lines; the keys sort in page order. */
    recordsOf: (range: PageRange) => `${records}${rangeName(range)}.jsonl`,
    /** Parts of results by chunk: ReadPages writes them, BuildResults joins and deletes them, except the extractions. */
    partsOf: (part: PagePart) => `${parts}${folderOf(part)}/`,
    partOf: (part: PagePart, range: PageRange) => `${parts}${folderOf(part)}/${rangeName(range)}`,
    /** GapScores as JSON. */
    gapScores: `${prefix}gap-scores.json`,
    /** DocumentSplitting as JSON. */
    documentSplitting: `${split}document-splitting.json`,
    /** Geometry of every page ({page,width,height,dpi,rotation,skew}[]) as JSON: enough to render any page image. */
    pageGeometry: `${prefix}page-geometry.json`,
    ocr: `${prefix}ocr.json`,
    hocr: `${prefix}hocr.html`,
    extractions: `${split}extractions.json`,
    thumbnail: `${prefix}thumbnail.jpg`,
    /** Written last by BuildResults: a request without it cannot succeed. */
    resultsBuilt: `${prefix}results-built.json`,
    /** @param index  of the sub-document, from 0 */
    subPdf: (index: number) => `${split}sub-pdfs/${index}.pdf`,
    subPdfs: `${split}sub-pdfs/`,
    /** Prefix of a correction's files. */
    correction: (id: string) => `${prefix}corrections/${id}/`,
    /** Cache of files that are rendered on request; `name` encodes the parameters. */
    rendered: (name: string) => `${prefix}rendered/${name}`,
    /** The same for files of sub-documents: those of a correction are among its files. */
    renderedOfSplitting: (name: string) => `${split}rendered/${name}`,
  };
};
