/** Parsers without engines: every job writes small files that describe its input, synchronously as MemoryBlobStore does. */
/* eslint-disable @typescript-eslint/require-await -- invalid calls must reject, not throw */
import { readFileSync, writeFileSync } from 'node:fs';
import * as errors from '../../../core/errors.ts';
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import type { JobRunner, ParserJobName, ParserJobOptions, ParserJobs } from '../../../core/parser-jobs.ts';
import type { FakeDocument } from './fake-document.ts';
import { readFakeDocument } from './fake-document.ts';
import { writePageFiles } from './page-files.ts';

type Jobs = {
  [Name in ParserJobName]: (
    input: ParserJobs[Name]['input'],
    document: FakeDocument,
  ) => Promise<ParserJobs[Name]['output']>;
};

const WIDTH = 1819;
const HEIGHT = 2573;
const ERRORS: Readonly<Record<string, new (detail: string) => Error>> = {
  DocumentUnreadableError: errors.DocumentUnreadableError,
  DocumentEncryptedError: errors.DocumentEncryptedError,
  DocumentEmptyError: errors.DocumentEmptyError,
  TooManyPagesError: errors.TooManyPagesError,
  DocumentTooLargeError: errors.DocumentTooLargeError,
  TemporarilyUnavailableError: errors.TemporarilyUnavailableError,
};

type JobOverrides = {
  [Name in ParserJobName]?: (
    input: ParserJobs[Name]['input'],
    options?: ParserJobOptions,
  ) => Promise<ParserJobs[Name]['output']>;
};

export class FakeParsers implements JobRunner {
  readonly #overrides: JobOverrides;
  readonly #calls: ParserJobName[] = [];

  /** @param overrides  jobs that are used instead of the fake ones */
  constructor(overrides: JobOverrides = {}) {
    this.#overrides = overrides;
  }

  async run<Name extends ParserJobName>(
    name: Name,
    input: ParserJobs[Name]['input'],
    options?: ParserJobOptions,
  ): Promise<ParserJobs[Name]['output']> {
    this.#calls.push(name);
    const override = this.#overrides[name];
    if (override !== undefined) return override(input, options);
    const document =
      input !== null && 'path' in input ? readFakeDocument(readFileSync(input.path)).document : { pages: 0 };
    if (document.fails?.job === name) {
      const Failure = ERRORS[document.fails.error] ?? Error;
      throw new Failure(`The ${name} job of this file fails with ${document.fails.error}.`);
    }
    return jobs[name](input, document);
  }

  /** How many jobs of this name have started. */
  count(name: ParserJobName): number {
    return this.#calls.filter((call) => call === name).length;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const jobs: Jobs = {
  loadEngines: () => Promise.resolve({ loaded: true }),
  warmUp: () => Promise.resolve({ pages: 0, words: 0 }),
  inspect: async ({ path, maxPages }, { pages, textLayers = [] }) => {
    if (pages > (maxPages ?? Infinity)) throw new errors.TooManyPagesError(`The document has ${pages} pages.`);
    return {
      kind: readFakeDocument(readFileSync(path)).kind,
      page_count: pages,
      encrypted: false,
      pages: Array.from({ length: pages }, (_, index) => ({
        width_mm: 210,
        height_mm: 297,
        text_layer: textLayers.includes(index + 1) ? ('good' as const) : ('none' as const),
      })),
    };
  },
  readPageRange: async ({ range, folder, cropping = false, textType }, document) => {
    const count = range.to - range.from + 1;
    const records = Array.from({ length: count }, (_, index) =>
      recordsOf(range.from + index, cropping ? document : { ...document, crops: [] }),
    ).flat();
    writePageFiles(folder, records, textType);
    return { pages: count, ocrPages: count };
  },
  renderPageImage: async ({ record, width = record.width, height = record.height, outPath }) => {
    const corners = record.crop_corners === undefined ? '' : ` cropped at ${record.crop_corners.join(' ')}`;
    writeFileSync(outPath, `JPEG of page ${record.page}${corners}, ${width} by ${height}`);
    return { width, height };
  },
  makeThumbnail: async ({ path, outPath }) => {
    writeFileSync(outPath, `JPEG of ${readFileSync(path).length} bytes`);
    return { width: 256, height: 256 };
  },
  cutPdfs: async ({ cuts }) => {
    for (const { pages, outPath } of cuts) writeFileSync(outPath, `%PDF-1.7 original pages ${pages.join(',')}`);
    return { cut: cuts.length };
  },
  writeRenderedPdf: async ({ pages, crops, options, textType, title, outPath }) => {
    const named = pages.map((page, at) => (crops === undefined ? page : `${page}.${crops[at] ?? 0}`)).join(',');
    writeFileSync(outPath, `%PDF-1.7 rendered pages ${named} ${JSON.stringify({ options, title, textType })}`);
    return { pages: pages.length };
  },
};

/** The record of a page; of one with several crops those of the crops, which lie side by side. */
function recordsOf(page: number, document: FakeDocument): PageRecord[] {
  const count = document.crops?.[page - 1] ?? 1;
  if (count === 1) return [recordOf(page, document)];
  const begins: FakeDocument = { ...document, starts: [page] };
  return Array.from({ length: count }, (_, index) => {
    const [left, right] = [index / count, (index + 1) / count];
    return {
      ...recordOf(page, begins, index + 1),
      width: Math.floor(WIDTH / count),
      crop_corners: [left, 0, right, 0, right, 1, left, 1],
    };
  });
}

function recordOf(page: number, document: FakeDocument, crop?: number): PageRecord {
  const begins = page === 1 || document.starts?.includes(page) === true;
  const text = begins ? 'Rechnung' : 'Übertrag';
  // What continues a document is in small print, which is no title.
  const printed = {
    x1: 100,
    y1: 100,
    x2: begins ? 400 : 220,
    y2: begins ? 160 : 124,
    text,
    entropy: 0.1,
    line: 0,
    block: 0,
  };
  const { handwriting } = document;
  const isUnread = document.unread?.includes(page) === true;
  const hasText = document.blank !== true && !isUnread;
  const words: Word[] =
    handwriting === undefined
      ? [printed]
      : [
          { ...printed, kind: 'printed' },
          { ...printed, y1: 200, y2: 260, text: handwriting, kind: 'handwritten', line: 1 },
        ];
  return {
    schema_version: 1,
    page,
    ...(crop === undefined ? {} : { crop }),
    width: WIDTH,
    height: HEIGHT,
    dpi: 220,
    rotation: 0,
    skew: 0,
    text_source: isUnread ? 'none' : 'ocr',
    ...(isUnread ? { unread: true } : {}),
    language: isUnread ? null : 'de',
    words: hasText ? words : [],
    fulltext: hasText ? `${text}\n${handwriting ?? ''}` : '',
    ink: 0.1,
    thumbnail: { width: 2, height: 2, grey: Buffer.from([255, 255, 0, 255]).toString('base64') },
  };
}
