/** What the job `readPages` writes of a range of pages, into one folder. Texts are made where the record is in memory anyway. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPageFindings } from '../results/extractions.ts';
import { hocrPage } from '../results/hocr.ts';
import { ocrPageOf } from '../results/ocr-result.ts';
import { geometryOf } from '../results/page-geometry.ts';
import type { PageRecord } from './page-record.ts';
import type { PagePart } from './processing-request.ts';

export const PAGE_FILES = {
  /** Page records, one JSON object a line. */
  records: { name: 'records.jsonl', contentType: 'application/jsonl' },
  /** The pages of ocr.json, commas between them. */
  ocr: { name: 'ocr-pages.json', contentType: 'application/json' },
  /** The pages of hocr.html. */
  hocr: { name: 'hocr-pages.html', contentType: 'text/html; charset=utf-8' },
  /** The pages of page-geometry.json, commas between them. */
  geometry: { name: 'geometry-pages.json', contentType: 'application/json' },
  /** What was read of each page besides, one JSON object a line. */
  findings: { name: 'findings.jsonl', contentType: 'application/jsonl' },
} as const satisfies Record<'records' | PagePart, { name: string; contentType: string }>;

/** Takes records in page order; a chunk has at most 25, so they are kept until they are written. */
export class PageFiles {
  readonly #pages: { readonly [File in keyof typeof PAGE_FILES]: string[] } = { records: [], ocr: [], hocr: [], geometry: [], findings: [] };

  add(record: PageRecord): void {
    const { records, ocr, hocr, geometry, findings } = this.#pages;
    records.push(`${JSON.stringify(record)}\n`);
    ocr.push(JSON.stringify(ocrPageOf(record)));
    hocr.push(hocrPage(record));
    geometry.push(JSON.stringify(geometryOf(record)));
    findings.push(`${JSON.stringify(readPageFindings(record))}\n`);
  }

  async write(folder: string): Promise<void> {
    const { records, ocr, hocr, geometry, findings } = this.#pages;
    const write = (file: keyof typeof PAGE_FILES, text: string): Promise<void> => writeFile(join(folder, PAGE_FILES[file].name), text);
    await Promise.all([
      write('records', records.join('')),
      write('ocr', ocr.join(',')),
      write('hocr', hocr.join('')),
      write('geometry', geometry.join(',')),
      write('findings', findings.join('')),
    ]);
  }
}
