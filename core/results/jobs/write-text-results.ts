/** ocr.json and hocr.html, written page by page. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { PageRecord } from '../../reading/page-record.ts';
import type { ParserJob } from '../../reading/parser-jobs.ts';
import { hocrHead, hocrPage, HOCR_TAIL } from '../hocr.ts';
import type { OcrResult } from '../ocr-result.ts';
import { readRecordFiles } from '../record-files.ts';

export const run: ParserJob<'writeTextResults'> = async ({ recordPaths, title, ocrPath, hocrPath }, report) => {
  const [ocr, hocr] = await Promise.all([open(ocrPath, 'w'), open(hocrPath, 'w')]);
  try {
    return await writeBoth(ocr, hocr, recordPaths, title, report);
  } finally {
    await Promise.all([ocr.close(), hocr.close()]);
  }
};

async function writeBoth(ocr: FileHandle, hocr: FileHandle, recordPaths: readonly string[], title: string, report: { page(page: number): void }): Promise<{ pages: number; words: number }> {
  let [pages, words] = [0, 0];
  await Promise.all([ocr.write('{"pages":['), hocr.write(hocrHead(title))]);
  for await (const record of readRecordFiles(recordPaths)) {
    const comma = pages === 0 ? '' : ',';
    await Promise.all([ocr.write(`${comma}${JSON.stringify(ocrPageOf(record))}`), hocr.write(hocrPage(record))]);
    pages += 1;
    words += record.words.length;
    report.page(record.page);
  }
  await Promise.all([ocr.write(']}'), hocr.write(HOCR_TAIL)]);
  return { pages, words };
}

/** The specification's shape; `id` numbers the boxes of each page from 0, in reading order. */
const ocrPageOf = ({ width, height, words, fulltext }: PageRecord): OcrResult['pages'][number] => ({
  width,
  height,
  bboxes: words.map(({ x1, y1, x2, y2, text, entropy }, id) => ({ id, x1, y1, x2, y2, text, text_entropy: entropy })),
  fulltext,
});
