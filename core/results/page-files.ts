/** The files that the job `readPages` writes for a range of pages, into one folder. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { extractFromPage } from './extractions/extractions.ts';
import { hocrPage } from './text/hocr.ts';
import { ocrPageOf } from './text/ocr-result.ts';
import { geometryOf } from './images/page-geometry.ts';
import type { PageRecord, TextKind } from '../documents/page-record.ts';
import { withTextOfKind } from './text/text-of-kind.ts';
import { intersperse } from '../intersperse.ts';
import type { PagePart } from '../requests/processing-blobs.ts';

export const PAGE_FILES = {
  /** The pages of ocr.json, separated by commas. */
  ocr: { name: 'ocr-pages.json', contentType: 'application/json', between: ',' },
  /** The pages of hocr.html. */
  hocr: { name: 'hocr-pages.html', contentType: 'text/html; charset=utf-8', between: '' },
  /** The pages of page-geometry.json, separated by commas. */
  geometry: { name: 'geometry-pages.json', contentType: 'application/json', between: ',' },
  /** Page extractions, one JSON object per line. */
  extractions: { name: 'extractions.jsonl', contentType: 'application/jsonl', between: '' },
  /** Page records, one JSON object per line. The last: where they exist, all files of their pages exist. */
  records: { name: 'records.jsonl', contentType: 'application/jsonl', between: '' },
} as const satisfies Record<'records' | PagePart, { name: string; contentType: string; between: string }>;

/** File names, in the order of PAGE_FILES. */
export const PAGE_FILE_NAMES: readonly string[] = Object.values(PAGE_FILES).map(({ name }) => name);

/**
 * Collects the contents of the files from page records in page order. All are in memory, because a chunk has at most 25
 * pages.
 */
export class PageFiles {
  readonly #pages: { readonly [File in keyof typeof PAGE_FILES]: string[] } = {
    records: [],
    ocr: [],
    hocr: [],
    geometry: [],
    extractions: [],
  };

  readonly #textType: TextKind | undefined;

  /** @param textType the kind of text that the OCR result and hOCR have; absent: all */
  constructor(textType?: TextKind) {
    this.#textType = textType;
  }

  add(record: PageRecord): void {
    const shown = withTextOfKind(record, this.#textType);
    const { records, ocr, hocr, geometry, extractions } = this.#pages;
    records.push(`${JSON.stringify(record)}\n`);
    ocr.push(JSON.stringify(ocrPageOf(shown)));
    hocr.push(hocrPage(shown));
    geometry.push(JSON.stringify(geometryOf(record)));
    extractions.push(`${JSON.stringify(extractFromPage(record))}\n`);
  }

  /** The text of a file. */
  textOf(file: keyof typeof PAGE_FILES): string {
    return this.#pages[file].join(PAGE_FILES[file].between);
  }

  async write(folder: string): Promise<void> {
    await writeFiles(folder, (file) => Promise.resolve(this.textOf(file)));
  }
}

/** Concatenates the files of consecutive ranges. @param folders folders of the ranges, in page order */
export const joinPageFiles = (folders: readonly string[], into: string): Promise<void> =>
  writeFiles(into, async (file) => {
    const parts = await Promise.all(folders.map((folder) => readFile(join(folder, PAGE_FILES[file].name))));
    return Buffer.concat(intersperse(Buffer.from(PAGE_FILES[file].between), parts));
  });

const writeFiles = async (
  folder: string,
  contentOf: (file: keyof typeof PAGE_FILES) => Promise<string | Uint8Array>,
): Promise<void> => {
  const names = Object.keys(PAGE_FILES) as (keyof typeof PAGE_FILES)[]; // The object has no other members.
  await Promise.all(names.map(async (file) => writeFile(join(folder, PAGE_FILES[file].name), await contentOf(file))));
};
