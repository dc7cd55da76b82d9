/**
 * Reads a folder of documents into page records for training and evaluation:
 *   node bench/split-model/read-documents.ts DOCUMENTS RECORDS [--scans N] [--workers N] [--max-pages N] [--no-ocr]
 * DOCUMENTS has one folder per source with one file per document. Writes RECORDS/<source>/<document>.jsonl, and with
 * --scans `<document>.scan.jsonl` for N of them, sampled over the sources: printed, scanned by a simulated scanner, and
 * read by OCR. Existing records are kept. --no-ocr skips documents that need OCR, for a quick start. RECORDS contains
 * the text of the documents: keep it private.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { PAGE_FILES } from '../../core/results/page-files.ts';
import { ParserPool } from '../../core/parsers/parser-pool.ts';
import { JOB_TABLE_URL } from '../../core/processing/reading/parser-job-table.ts';
import { seededRandom } from '../../model-container/random.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { scanDocument } from './scan-document.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scans: { type: 'string', default: '0' },
    workers: { type: 'string', default: '1' },
    'max-pages': { type: 'string', default: '60' },
    'no-ocr': { type: 'boolean', default: false },
  },
});
const [documentsFolder, recordsFolder] = positionals;
if (documentsFolder === undefined || recordsFolder === undefined) {
  console.error(
    'node bench/split-model/read-documents.ts DOCUMENTS RECORDS [--scans N] [--workers N] [--max-pages N] [--no-ocr]',
  );
  process.exit(2);
}

const [scanned, workers, maxPages] = [
  wholeNumber('--scans', values.scans, 0),
  wholeNumber('--workers', values.workers, 1),
  wholeNumber('--max-pages', values['max-pages'], 1),
];

/** Time limit of one document in milliseconds, generous since the machine may be busy. */
const TIME_LIMIT_MS = 1_800_000;

interface Work {
  readonly file: string;
  readonly records: string;
  readonly scan: boolean;
}

const pool = new ParserPool({
  jobTableUrl: JOB_TABLE_URL,
  size: workers,
  timeLimit: () => ({ totalMs: TIME_LIMIT_MS, stallMs: TIME_LIMIT_MS }),
});
const scratch = join(tmpdir(), `tearline-records-${process.pid}`);
await mkdir(scratch, { recursive: true });
const counts = { read: 0, kept: 0, skipped: 0, failed: 0, pages: 0, ocrPages: 0 };
try {
  await pLimit(workers).map(await plan(documentsFolder, recordsFolder), readOne);
} finally {
  await pool.close();
  await rm(scratch, { recursive: true, force: true });
}
console.log(JSON.stringify(counts));

/** All documents, then the sampled scans, which take turns by source so that each source has its share. */
async function plan(documents: string, records: string): Promise<Work[]> {
  const sources = (await readdir(documents, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const random = seededRandom(20);
  const clean: Work[] = [];
  const bySource: Work[][] = [];
  for (const source of sources) {
    const files = (await readdir(join(documents, source))).sort().map((name) => ({
      file: join(documents, source, name),
      records: join(records, source, basename(name, extname(name))),
    }));
    clean.push(...files.map((file) => ({ ...file, records: `${file.records}.jsonl`, scan: false })));
    bySource.push(
      random.shuffle(files).map((file) => ({ ...file, records: `${file.records}.scan.jsonl`, scan: true })),
    );
  }
  const scans: Work[] = [];
  const longest = Math.max(0, ...bySource.map((files) => files.length));
  for (let round = 0; round < longest; round += 1)
    for (const files of bySource) scans.push(...files.slice(round, round + 1));
  return [...clean, ...scans.slice(0, scanned)];
}

async function readOne({ file, records, scan }: Work): Promise<void> {
  if (
    await stat(records).then(
      () => true,
      () => false,
    )
  ) {
    counts.kept += 1;
    return;
  }
  const name = `${basename(dirname(file))}-${basename(file)}`;
  const printed = join(scratch, `${name}.scan.pdf`);
  const folder = join(scratch, `${name}.pages`);
  try {
    const path = scan ? printed : file;
    if (scan) await scanDocument(file, printed, seededRandom(seedOf(name)), maxPages);
    const { kind, page_count: to, pages } = await pool.run('inspect', { path, maxPages });
    if (values['no-ocr'] && pages.some((page) => page.text_layer !== 'good')) {
      counts.skipped += 1;
      return;
    }
    await mkdir(folder);
    const { ocrPages } = await pool.run('readPageRange', {
      path,
      kind,
      range: { from: 1, to },
      pages,
      languages: [],
      folder,
    });
    await mkdir(dirname(records), { recursive: true });
    await rename(join(folder, PAGE_FILES.records.name), records);
    counts.read += 1;
    counts.pages += to;
    counts.ocrPages += ocrPages;
    if (counts.read % 50 === 0)
      console.log(`${counts.read} documents, ${counts.pages} pages, ${counts.ocrPages} of them by OCR`);
  } catch (error) {
    counts.failed += 1;
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(printed, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

/** The seed of a document's scanner depends on its name only, not on the documents before it. */
function seedOf(name: string): number {
  let seed = 0;
  for (const character of name) seed = (Math.imul(seed, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return seed;
}
