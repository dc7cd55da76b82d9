/** What the job `readPages` writes of a range of pages, into one folder. Texts are made where the record is in memory anyway. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
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

/** Takes records in page order. */
export class PageFiles {
  readonly #files: Readonly<Record<keyof typeof PAGE_FILES, FileHandle>>;
  #pages = 0;

  private constructor(files: Readonly<Record<keyof typeof PAGE_FILES, FileHandle>>) {
    this.#files = files;
  }

  static async open(folder: string): Promise<PageFiles> {
    const openFile = (file: keyof typeof PAGE_FILES): Promise<FileHandle> => open(join(folder, PAGE_FILES[file].name), 'w');
    return new PageFiles({ records: await openFile('records'), ocr: await openFile('ocr'), hocr: await openFile('hocr'), geometry: await openFile('geometry'), findings: await openFile('findings') });
  }

  async add(record: PageRecord): Promise<void> {
    const comma = this.#pages === 0 ? '' : ',';
    this.#pages += 1;
    const { records, ocr, hocr, geometry, findings } = this.#files;
    await records.write(`${JSON.stringify(record)}\n`);
    await ocr.write(comma + JSON.stringify(ocrPageOf(record)));
    await hocr.write(hocrPage(record));
    await geometry.write(comma + JSON.stringify(geometryOf(record)));
    await findings.write(`${JSON.stringify(readPageFindings(record))}\n`);
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#files).map((file) => file.close()));
  }
}
