/**
 * Processor time after which a parsing job's process is killed. With these limits, a file that hangs its reader and one
 * that waits for it on the same core are both answered within 30 seconds.
 */
import type { ParserJobName, ParserJobs } from '../parser-jobs.ts';

export interface TimeLimit {
  /** Milliseconds of processor time for the job. */
  readonly totalMs: number;
  /** Milliseconds of processor time between two finished pages, or crops. */
  readonly stallMs: number;
}

type LimitTable = { readonly [Name in ParserJobName]: (input: ParserJobs[Name]['input']) => TimeLimit };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Upper bound for any job, whatever its number of pages. */
const LONGEST = 10 * MINUTE;

const limit = (totalMs: number, stallMs = totalMs): TimeLimit => ({ totalMs: Math.min(totalMs, LONGEST), stallMs });

/**
 * Milliseconds between two pages. An OCR page takes 0.4 to 2 s; a large photo or a page of noise may take 8 s. Longer means a
 * loop or a bomb.
 */
const PAGE_MS = 14 * SECOND;
/** The limit of a job whose pages may take 8 s each. */
const pageByPage = (pages: number): TimeLimit => limit(PAGE_MS + pages * 8 * SECOND, PAGE_MS);

const limits: LimitTable = {
  loadEngines: () => limit(30 * SECOND),
  warmUp: () => limit(30 * SECOND),
  inspect: () => limit(8 * SECOND),
  // Inspect has checked only a sample of the pages: any page may need OCR.
  // Each crop of a page takes as long as a page. A picture without its text takes less than a second.
  readPageRange: ({ pages, cropping, unread }) => {
    if (unread !== undefined) return limit(5 * SECOND);
    return cropping === true ? limit(LONGEST, PAGE_MS) : pageByPage(pages.length);
  },
  renderPageImage: () => limit(12 * SECOND),
  makeThumbnail: () => limit(8 * SECOND),
  // A page of a PDF is copied. One of an image is compressed without loss, which takes 7 s for A4 in colour at 600 dpi.
  cutPdfs: ({ kind, cuts }) =>
    kind === 'pdf'
      ? limit(12 * SECOND + cuts.length * SECOND)
      : pageByPage(cuts.reduce((pages, cut) => pages + cut.pages.length, 0)),
  writeRenderedPdf: ({ pages }) => limit(12 * SECOND + pages.length * 4 * SECOND),
};

/** Returns the time limit of a job by its name and its number of pages. */
export const timeLimitOf = <Name extends ParserJobName>(name: Name, input: ParserJobs[Name]['input']): TimeLimit =>
  limits[name](input);
