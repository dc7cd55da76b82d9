/**
 * How much processor time a parsing job may take before its process is killed. The limits are chosen so that a file that hangs its
 * reader, and one that waits for it on the same core, are both answered within 30 seconds.
 */
import type { ParserJobName, ParserJobs } from '../parser-jobs.ts';

export interface TimeLimit {
  /** Milliseconds of processor time for the whole job. */
  readonly totalMs: number;
  /** Milliseconds of processor time without a finished page. */
  readonly stallMs: number;
}

type LimitTable = { readonly [Name in ParserJobName]: (input: ParserJobs[Name]['input']) => TimeLimit };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** No single job is given more than this, however many pages it has. */
const LONGEST = 10 * MINUTE;

const limit = (totalMs: number, stallMs = totalMs): TimeLimit => ({ totalMs: Math.min(totalMs, LONGEST), stallMs });

const limits: LimitTable = {
  loadEngines: () => limit(30 * SECOND),
  warmUp: () => limit(30 * SECOND),
  inspect: () => limit(8 * SECOND),
  // An OCR page takes 0.4 to 2 s; a large photo or a sheet of specks, on which the recogniser tries and gives up, may take 8. More without a page is a loop or a bomb.
  // Inspect has not looked at every page: any may turn out to need OCR.
  readPageRange: ({ pages }) => limit(14 * SECOND + pages.length * 8 * SECOND, 14 * SECOND),
  renderPageImage: () => limit(12 * SECOND),
  cutPdfs: ({ cuts }) => limit(12 * SECOND + cuts.length * SECOND),
  writeRenderedPdf: ({ pages }) => limit(12 * SECOND + pages.length * 4 * SECOND),
};

/** The time limit of one job, by its name and the number of its pages. */
export const timeLimitOf = <Name extends ParserJobName>(name: Name, input: ParserJobs[Name]['input']): TimeLimit =>
  limits[name](input);
