/**
 * `node bench/ocr/ocr.ts [--pages 24]`: compares Tearline's OCR with native Tesseract: pages per minute on one core,
 * and character error rate on pages with known text. Rendering is not counted: every engine gets the same image. The
 * last line of the output is one JSON object.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { PAGE_DPI } from '../../core/documents/page-record.ts';
import { detectLanguage } from '../../core/ocr/languages/detect-language.ts';
import { configureLanguageData, describeLanguageData } from '../../core/ocr/languages/language-data.ts';
import { recognisePage } from '../../core/ocr/pages/recognise-page.ts';
import { dropEngines } from '../../core/ocr/tesseract-engine.ts';
import { tesseractName } from '../../core/ocr/languages/tesseract-languages.ts';
import type { Language } from '../../core/ocr/languages/languages.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import type { PlacedWord } from '../../core/documents/arrange-words.ts';
import { characterErrors } from './character-error.ts';
import { knownPages, orderedText, type KnownPage } from './known-pages.ts';

interface ScannedPage extends KnownPage {
  readonly language: Language;
  /** Pixels at PAGE_DPI. */
  readonly width: number;
  readonly height: number;
  readonly images: ReadonlyMap<number, RasterImage>;
  readonly pgm: string;
}

interface Reading {
  readonly text: string;
  readonly milliseconds: number;
  readonly language: string | null;
}

interface Reader {
  readonly name: string;
  read(page: ScannedPage): Promise<Reading>;
}

const { values } = parseArgs({ options: { pages: { type: 'string', default: '24' } } });
const LATIN: readonly Language[] = ['en', 'de', 'fr', 'es', 'it', 'pl', 'cs', 'nl'];
const NATIVE_DPI = 200;

const folder = await mkdtemp(join(tmpdir(), 'tearline-ocr-'));
try {
  const pages = await Promise.all((await knownPages(Number(values.pages), LATIN)).map(scanPage));
  const sources = [...new Set(describeLanguageData().map(({ source }) => source))];
  console.log(`${pages.length} pages; language data: ${sources.join(', ')}`);
  const results: Record<string, object> = {};
  for (const reader of readers()) results[reader.name] = await measure(reader, pages);
  console.log(JSON.stringify({ bench: 'ocr', pages: pages.length, ...results }));
} finally {
  await rm(folder, { recursive: true });
}

function readers(): Reader[] {
  const given = (page: ScannedPage): readonly Language[] => [page.language];
  const all: Reader[] = [
    { name: 'tearline, languages detected', read: (page) => readOurs(page, []) },
    { name: 'tearline, language given', read: (page) => readOurs(page, given(page)) },
    { name: 'tearline, language data from npm', read: (page) => withNpmData(() => readOurs(page, given(page))) },
  ];
  const isInstalled = spawnSync('tesseract', ['--version']).status === 0;
  return isInstalled
    ? [
        ...all,
        {
          name: `native tesseract, language given, ${NATIVE_DPI} dpi, one thread`,
          read: (page) => Promise.resolve(readNatively(page)),
        },
      ]
    : all;
}

async function measure(reader: Reader, pages: readonly ScannedPage[]): Promise<object> {
  // An engine is loaded once per process: loading is not counted.
  for (const language of LATIN) {
    const page = pages.find((candidate) => candidate.language === language);
    if (page !== undefined) await reader.read(page);
  }
  let [milliseconds, edits, characters, correctLanguages] = [0, 0, 0, 0];
  for (const page of pages) {
    const reading = await reader.read(page);
    const errors = characterErrors(page.text, reading.text);
    milliseconds += reading.milliseconds;
    edits += errors.edits;
    characters += errors.characters;
    if (reading.language === page.language) correctLanguages += 1;
  }
  const figures = {
    pages_per_minute: Math.round((pages.length / milliseconds) * 60_000 * 10) / 10,
    milliseconds_per_page: Math.round(milliseconds / pages.length),
    character_error_percent: Math.round((edits / characters) * 10_000) / 100,
    languages_right: correctLanguages,
  };
  const speed = `${figures.milliseconds_per_page} ms/page, ${figures.pages_per_minute} pages/min per core`;
  const accuracy = `character error rate ${figures.character_error_percent} %`;
  console.log(`${reader.name}: ${speed}, ${accuracy}, correct language on ${correctLanguages} of ${pages.length}`);
  return figures;
}

async function readOurs(page: ScannedPage, languages: readonly Language[]): Promise<Reading> {
  const begun = performance.now();
  const render = (dpi: number) => {
    const image = page.images.get(dpi);
    return image === undefined
      ? Promise.reject(new Error(`no image of ${dpi} dpi was prepared`))
      : Promise.resolve(image);
  };
  const { words, language } = await recognisePage(
    { widthPx: page.width, heightPx: page.height, dpi: PAGE_DPI, render },
    { languages },
  );
  return { text: orderedText(words), milliseconds: performance.now() - begun, language };
}

async function withNpmData(read: () => Promise<Reading>): Promise<Reading> {
  const isFirst = describeLanguageData()[0]?.origin !== 'npm';
  if (isFirst) {
    configureLanguageData({ prefer: 'npm' });
    dropEngines();
  }
  return read();
}

function readNatively(page: ScannedPage): Reading {
  const begun = performance.now();
  const run = spawnSync(
    'tesseract',
    [page.pgm, '-', '--psm', '3', '--dpi', String(NATIVE_DPI), '-l', tesseractName(page.language), 'tsv'],
    { env: { ...process.env, OMP_THREAD_LIMIT: '1' }, encoding: 'utf8' },
  );
  const milliseconds = performance.now() - begun;
  const rows = run.stdout
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((row) => row[0] === '5' && row[11]?.trim() !== '');
  const scale = PAGE_DPI / NATIVE_DPI;
  const words = rows.map((row): PlacedWord => {
    const [left = 0, top = 0, width = 0, height = 0] = row
      .slice(6, 10)
      .map((value) => Math.round(Number(value) * scale));
    return { x1: left, y1: top, x2: left + width, y2: top + height, text: row[11] ?? '' };
  });
  return { text: orderedText(words), milliseconds, language: page.language };
}

async function scanPage(page: KnownPage, index: number): Promise<ScannedPage> {
  const reader = await openDocument(page.path);
  const { widthMm, heightMm } = await reader.pageSize(page.page);
  const size = (dpi: number) => ({
    width: Math.round((widthMm / 25.4) * dpi),
    height: Math.round((heightMm / 25.4) * dpi),
  });
  const images = new Map<number, RasterImage>();
  for (const dpi of [150, NATIVE_DPI, PAGE_DPI]) images.set(dpi, await reader.render(page.page, size(dpi), 1));
  await reader.close();
  const pgm = join(folder, `${index}.pgm`);
  const native = images.get(NATIVE_DPI);
  if (native !== undefined)
    await writeFile(pgm, Buffer.concat([Buffer.from(`P5\n${native.width} ${native.height}\n255\n`), native.data]));
  return { ...page, ...size(PAGE_DPI), images, pgm, language: detectLanguage(page.text) ?? 'en' };
}
