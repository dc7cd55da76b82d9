/** Which file does which job: loaded inside a parser process when it is first asked for, so that a child pays only for what it does. */
import type { ParserJob, ParserJobName } from '../parser-jobs.ts';

export type ParserJobTable = { readonly [Name in ParserJobName]: () => Promise<{ readonly run: ParserJob<Name> }> };

export const jobTable: ParserJobTable = {
  warmUp: () => import('./jobs/load-engines.ts'),
  practise: () => import('./jobs/warm-up.ts'),
  inspect: () => import('./jobs/inspect.ts'),
  readPages: () => import('./jobs/read-page-range.ts'),
  renderPageImage: () => import('../results/jobs/render-page-image.ts'),
  cutPdfs: () => import('../results/jobs/cut-pdfs.ts'),
  writeRenderedPdf: () => import('../results/jobs/write-rendered-pdf.ts'),
};
