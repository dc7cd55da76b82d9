/** Job `loadEngines`: loads what a usual document needs, so that the first one does not wait for it. */
import { startPdfium } from '../../documents/pdf/pdfium/pdfium-engine.ts';
import type { ParserJob } from '../../parser-jobs.ts';

export const run: ParserJob<'loadEngines'> = async () => {
  await Promise.all([
    startPdfium(),
    import('./inspect.ts'),
    import('./read-page-range.ts'),
    import('../../results/jobs/cut-pdfs.ts'),
    import('../../results/jobs/render-page-image.ts'),
  ]);
  return { loaded: true };
};
