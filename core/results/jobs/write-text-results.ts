/** ocr.json, hocr.html and page-geometry.json, written page by page. */
import { open, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import type { PageRecord } from '../../reading/page-record.ts';
import type { ParserJob } from '../../reading/parser-jobs.ts';
import { hocrHead, hocrPage, HOCR_TAIL } from '../hocr.ts';
import type { OcrResult } from '../ocr-result.ts';
import { geometryOf } from '../page-geometry.ts';
import type { PageGeometry } from '../page-geometry.ts';
import { readRecordFiles } from '../record-files.ts';

export const run: ParserJob<'writeTextResults'> = async ({ recordPaths, title, ocrPath, hocrPath, geometryPath }, report) => {
  const [ocr, hocr] = await Promise.all([open(ocrPath, 'w'), open(hocrPath, 'w')]);
  try {
    const { geometry, words } = await writeBoth(ocr, hocr, recordPaths, title, report);
    await writeFile(geometryPath, JSON.stringify(geometry));
    return { pages: geometry.length, words };
  } finally {
    await Promise.all([ocr.close(), hocr.close()]);
  }
};

async function writeBoth(ocr: FileHandle, hocr: FileHandle, recordPaths: readonly string[], title: string, report: { page(page: number): void }): Promise<{ geometry: PageGeometry[]; words: number }> {
  const geometry: PageGeometry[] = [];
  let words = 0;
  await Promise.all([ocr.write('{"pages":['), hocr.write(hocrHead(title))]);
  for await (const record of readRecordFiles(recordPaths)) {
    const comma = geometry.length === 0 ? '' : ',';
    await Promise.all([ocr.write(`${comma}${JSON.stringify(ocrPageOf(record))}`), hocr.write(hocrPage(record))]);
    geometry.push(geometryOf(record));
    words += record.words.length;
    report.page(record.page);
  }
  await Promise.all([ocr.write(']}'), hocr.write(HOCR_TAIL)]);
  return { geometry, words };
}

/** The specification's shape; `id` numbers the boxes of each page from 0, in reading order. */
const ocrPageOf = ({ width, height, words, fulltext }: PageRecord): OcrResult['pages'][number] => ({
  width,
  height,
  bboxes: words.map(({ x1, y1, x2, y2, text, entropy }, id) => ({ id, x1, y1, x2, y2, text, text_entropy: entropy })),
  fulltext,
});
