/**
 * `npm run bench:text-layer [-- --files PART]`: compares the words of text layers, as Tearline reads them, with those of
 * poppler's `pdftotext -raw`, over all documents of the shared data that have a text layer. Prints every file whose
 * words differ by more than 1 %, grouped by the main cause, and those without an explanation. The last line of the
 * output is one JSON object.
 */
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { DocumentReader } from '../../core/documents/formats/document-reader.ts';
import { pagePixels } from '../../core/documents/page-pixels.ts';
import { placeWords } from '../../core/documents/text-layer/place-words.ts';
import { DOCUMENTS_FOLDER, sharedDocuments } from '../shared-data.ts';
import { rounded } from '../statistics.ts';
import { EXPLANATIONS } from './explanations.ts';
import type { Cause, PageWords } from './word-differences.ts';
import { CAUSES, differencesOf, wordsOf } from './word-differences.ts';

/** Share of the words of both sides from which a file is listed. */
const MAX_SHARE = 0.01;
/** Bytes of text that pdftotext may print. */
const MOST_TEXT = 2 ** 28;

interface Comparison {
  readonly file: string;
  /** Number of words of both sides together. */
  readonly words: number;
  /** Number of differing words by cause; under a scan (an OCR layer) all of them have one cause. */
  readonly differences: ReadonlyMap<Cause | 'OCR layer of a scan', number>;
  /** Time of the text layers in milliseconds, and their pages. */
  readonly milliseconds: number;
  readonly pages: number;
}

const { values } = parseArgs({ options: { files: { type: 'string', default: '' } } });
const documents = (await sharedDocuments()).filter(
  ({ path, textLayerShare }) => textLayerShare > 0 && path.includes(values.files),
);
const comparisons: Comparison[] = [];
for (const { path } of documents) comparisons.push(await compare(path));
report(comparisons);

async function compare(path: string): Promise<Comparison> {
  const theirs = spawnSync('pdftotext', ['-raw', '-enc', 'UTF-8', path, '-'], {
    encoding: 'utf8',
    maxBuffer: MOST_TEXT,
  });
  if (theirs.error !== undefined) throw theirs.error;
  const pages = theirs.stdout.split('\f');
  const reader = await openDocument(path);
  const differences = new Map<Cause | 'OCR layer of a scan', number>();
  let [words, milliseconds] = [0, 0];
  for (let page = 1; page <= reader.pageCount; page += 1) {
    const begun = performance.now();
    const layer = await reader.textLayer(page);
    milliseconds += performance.now() - begun;
    const compared = await pageWords(reader, page, layer, pages[page - 1] ?? '');
    words += compared.ours.length + compared.theirs.length;
    for (const [cause, count] of Object.entries(differencesOf(compared)) as [Cause, number][]) {
      const named = layer.doubt === 'scan' ? 'OCR layer of a scan' : cause;
      differences.set(named, (differences.get(named) ?? 0) + count);
    }
  }
  await reader.close();
  return { file: relative(DOCUMENTS_FOLDER, path), words, differences, milliseconds, pages: reader.pageCount };
}

async function pageWords(
  reader: DocumentReader,
  page: number,
  { words, quality, rotation }: Awaited<ReturnType<DocumentReader['textLayer']>>,
  theirs: string,
): Promise<PageWords> {
  const pixels = pagePixels(await reader.pageSize(page));
  const isOutside = (word: (typeof words)[number]): boolean => placeWords([word], pixels, rotation).length === 0;
  const textOf = (chosen: typeof words): string[] => wordsOf(chosen.map(({ text }) => text).join(' '));
  return {
    ours: textOf(words.filter((word) => !isOutside(word))),
    outside: textOf(words.filter(isOutside)),
    theirs: wordsOf(theirs),
    isUsed: quality === 'good',
  };
}

function report(all: readonly Comparison[]): void {
  const listed = all.filter((comparison) => shareOf(comparison) > MAX_SHARE);
  const groups = Map.groupBy(listed, (comparison) => EXPLANATIONS.get(comparison.file) ?? mainCause(comparison));
  for (const [cause, files] of [...groups].toSorted(([, a], [, b]) => b.length - a.length)) {
    console.log(`${cause}: ${files.length}`);
    for (const one of files.toSorted((a, b) => shareOf(b) - shareOf(a)))
      console.log(`  ${one.file} ${(shareOf(one) * 100).toFixed(1)} %`);
  }
  const unexplained = listed.filter((one) => !EXPLANATIONS.has(one.file) && wrongLetters(one) > MAX_SHARE * one.words);
  for (const { file } of unexplained) console.log(`not explained: ${file}`);
  const pages = sum(all.map((one) => one.pages));
  console.log(
    JSON.stringify({
      bench: 'text-layer',
      files: all.length,
      pages,
      milliseconds_per_page: rounded(sum(all.map((one) => one.milliseconds)) / pages),
      differing_files: listed.length,
      by_cause: Object.fromEntries([...groups].map(([cause, files]) => [cause, files.length])),
      differing_words: Object.fromEntries(
        [...CAUSES, 'OCR layer of a scan' as const].map((cause) => [
          cause,
          Math.round(sum(all.map((one) => one.differences.get(cause) ?? 0))),
        ]),
      ),
      unexplained: unexplained.length,
    }),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function shareOf({ words, differences }: Comparison): number {
  return sum([...differences.values()]) / Math.max(1, words);
}

function mainCause({ differences }: Comparison): string {
  return [...differences].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'none';
}

function wrongLetters({ differences }: Comparison): number {
  return sum((['letters', 'accents', 'unknown letters'] as const).map((cause) => differences.get(cause) ?? 0));
}
