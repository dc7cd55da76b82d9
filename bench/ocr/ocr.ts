/**
 * `npm run bench:ocr -- [options]`: compares Tearline's OCR with the tesseract program of this machine on simulated
 * scans of pages with a known text, by kind of damage and language. docs/benchmarks/reading-scans.md describes method and options.
 */
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configureLanguageData, describeLanguageData } from '../../core/ocr/languages/language-data.ts';
import { dropEngines } from '../../core/ocr/tesseract-engine.ts';
import { DAMAGE_NAMES, type DamageName } from './damage/kinds.ts';
import type { LeftOut, TruePage } from './pages/choose-pages.ts';
import { firstPages } from './pages/kept-pages.ts';
import { scanPage } from './pages/scanned-page.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { readResults, type PageResult } from './page-result.ts';
import { findTesseract, type DataKind, type NativeTesseract } from './readers/native-tesseract.ts';
import { readWithTearline } from './readers/tearline.ts';
import { comparisonOf, lossesOf, numbersOf, reportOf, summaryOf } from './report.ts';
import { comparableWords, missingWords, scoreNumbers, scoreWords } from './word-score.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '138' },
    skip: { type: 'string', default: '0' },
    damage: { type: 'string', default: 'plain' },
    language: { type: 'string' },
    'give-language': { type: 'boolean', default: false },
    data: { type: 'string', default: 'system' },
    'tesseract-data': { type: 'string' },
    'npm-data-too': { type: 'boolean', default: false },
    out: { type: 'string' },
    'tesseract-cache': { type: 'string' },
    'keep-images': { type: 'string' },
    compare: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});

if (values.compare) {
  const [before = [], after = []] = await Promise.all(positionals.map(readResults));
  console.log(comparisonOf(before, after));
} else if (values.report) print((await Promise.all(positionals.map(readResults))).flat());
else await measure();

function print(results: readonly PageResult[]): void {
  console.log(reportOf(results));
  console.log(`\n${numbersOf(results)}`);
  const losses = lossesOf(results);
  if (losses.length > 0) console.log(`\nMore than 0.04 below tesseract:\n${losses.join('\n')}`);
  const failed = results.filter(({ error }) => error !== undefined);
  for (const { document, page, damage, error } of failed)
    console.log(`failed: ${damage} ${document} ${page}: ${error}`);
  console.log(JSON.stringify({ bench: 'ocr', ...summaryOf(results) }));
}

async function measure(): Promise<void> {
  const data = dataKind(values.data);
  if (data === 'npm') configureLanguageData({ prefer: 'npm' });
  const tesseract = await findTesseract(dataKind(values['tesseract-data'] ?? data), values['tesseract-cache']);
  const sources = Object.entries(Object.groupBy(describeLanguageData(), ({ source }) => source));
  const ours = sources.map(([source, all = []]) => `${source} (${all.map(({ language }) => language).join(', ')})`);
  console.log(`Tearline: ${ours.join('; ')}; language ${values['give-language'] ? 'given' : 'detected'}`);
  console.log(`tesseract: ${tesseract.description}; language given, --psm 3, one thread`);
  const temporary = await mkdtemp(join(tmpdir(), 'tearline-ocr-'));
  const folder = values['keep-images'] ?? temporary;
  try {
    await mkdir(folder, { recursive: true });
    if (values.out !== undefined) await writeFile(values.out, '');
    const pages = await pagesToRead(folder);
    print(await readPages(pages, tesseract, folder, values.out));
    if (values['npm-data-too']) {
      configureLanguageData({ prefer: 'npm' });
      dropEngines();
      console.log(`\nTearline with the data of npm, which a machine without other data uses; tesseract as above`);
      console.log(reportOf(await readPages(pages, tesseract, folder, undefined)));
    }
  } finally {
    await tesseract.close();
    await rm(temporary, { recursive: true });
  }
}

function dataKind(name: string): DataKind {
  if (name === 'system' || name === 'npm') return name;
  throw new RangeError(`--data and --tesseract-data are system or npm, not ${name}`);
}

async function pagesToRead(folder: string): Promise<readonly TruePage[]> {
  const leftOut = new Map<LeftOut, number>();
  const first = await firstPages(Number(values.pages), values.language, folder, leftOut);
  const pages = first.slice(wholeNumber('--skip', values.skip, 0));
  const reasons = [...leftOut].map(([reason, count]) => `${count} ${reason}`).join(', ');
  console.log(
    `${pages.length} pages of ${new Set(pages.map(({ document }) => document)).size} documents of ` +
      `${new Set(pages.map(({ source }) => source)).size} sources; left out: ${reasons === '' ? 'none' : reasons}`,
  );
  return pages;
}

async function readPages(
  pages: readonly TruePage[],
  tesseract: NativeTesseract,
  folder: string,
  out: string | undefined,
): Promise<readonly PageResult[]> {
  const results: PageResult[] = [];
  for (const page of pages)
    for (const damage of damageKinds()) {
      const result = await readBoth(page, damage, tesseract, folder);
      if (result === undefined) continue;
      results.push(result);
      if (out !== undefined) await appendFile(out, `${JSON.stringify(result)}\n`);
      if (results.length % 20 === 0) console.error(`${results.length} of ${pages.length * damageKinds().length}`);
    }
  return results;
}

function damageKinds(): readonly DamageName[] {
  if (values.damage === 'all') return DAMAGE_NAMES;
  return values.damage.split(',').map((name) => {
    const known = DAMAGE_NAMES.find((candidate) => candidate === name);
    if (known === undefined) throw new RangeError(`--damage ${name}: known are all, ${DAMAGE_NAMES.join(', ')}`);
    return known;
  });
}

async function readBoth(
  page: TruePage,
  damage: DamageName,
  tesseract: NativeTesseract,
  folder: string,
): Promise<PageResult | undefined> {
  const known = page.words.flatMap(({ text }) => comparableWords(text));
  if (known.length === 0) return undefined;
  const scan = await scanPage(page, damage, folder);
  const theirs = await tesseract.read(scan, page.language);
  const given = values['give-language'] ? [page.language] : [];
  const ours = await readWithTearline(scan.path, given).catch((error: unknown) => ({
    text: '',
    milliseconds: 0,
    error: String(error),
  }));
  const [read, readByTesseract] = [comparableWords(ours.text), comparableWords(theirs.text)];
  const scoresOf = (words: readonly string[]) => ({ ...scoreWords(known, words), numbers: scoreNumbers(known, words) });
  const missedByTesseract = new Set(missingWords(known, readByTesseract));
  return {
    document: page.document,
    source: page.source,
    page: page.page,
    damage,
    language: page.statedLanguage,
    words: known.length,
    turned: page.rotation !== 0,
    tearline: { ...scoresOf(read), milliseconds: ours.milliseconds },
    tesseract: { ...scoresOf(readByTesseract), milliseconds: theirs.milliseconds },
    missed: missingWords(known, read)
      .filter((word) => !missedByTesseract.has(word))
      .slice(0, 20),
    image: scan.path,
    ...('error' in ours ? { error: ours.error } : {}),
  };
}
