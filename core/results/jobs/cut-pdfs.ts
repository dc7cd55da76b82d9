/** Extracts original pages, unchanged, into one PDF per cut. */
import type { ParserJob } from '../../parser-jobs.ts';
import { wrapImages } from '../pdf/cutting/wrap-images.ts';
import { withCuttablePdf } from '../pdf/cutting/open-cuttable.ts';

export const run: ParserJob<'cutPdfs'> = async ({ path, kind, cuts, pageCount }, report) => {
  if (kind !== 'pdf') {
    for (const { pages, outPath } of cuts) await wrapImages(path, kind, pages, outPath, report);
    return { cut: cuts.length };
  }
  await withCuttablePdf(path, pageCount, (pdf) => {
    for (const { pages, outPath } of cuts) {
      pdf.cut(pages, outPath);
      for (const page of pages) report.page(page);
    }
  });
  return { cut: cuts.length };
};
