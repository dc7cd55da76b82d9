/**
 * `node bench/text-type/collect.ts --set training|evaluation --drawn N --printed N --out FILE [--pictures FILE]
 * [--skip N] [--part I/N]`: reads drawn pages with handwriting and simulated scans of printed pages, without the first N of
 * them, and writes the features of their lines, one piece a line, and ink pictures of them.
 */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { detectLanguage } from '../../core/ocr/languages/detect-language.ts';
import type { Language } from '../../core/ocr/languages/languages.ts';
import { seededRandom } from '../../model-container/random.ts';
import { DAMAGE, type DamageName } from '../ocr/damage/kinds.ts';
import { seedOf } from '../ocr/pages/choose-pages.ts';
import { firstPages } from '../ocr/pages/kept-pages.ts';
import { scanPage } from '../ocr/pages/scanned-page.ts';
import { sharedDocuments } from '../shared-data.ts';
import { drawMixedPage, type MixedPage } from './draw/mixed-page.ts';
import { EVALUATION_FONTS, TRAINING_FONTS } from './fonts.ts';
import { linesOfImage, picturesOf, piecesOf, type KindOfWord } from './page-pieces.ts';
import { writtenRun, type PicturedRun } from './pictures-file.ts';
import type { Piece } from './pieces-file.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'training' },
    drawn: { type: 'string', default: '0' },
    printed: { type: 'string', default: '0' },
    out: { type: 'string' },
    pictures: { type: 'string' },
    skip: { type: 'string', default: '0' },
    part: { type: 'string', default: '1/1' },
    'keep-images': { type: 'string' },
  },
});

/** Damage that moves words by less than half of a line, so that it is known where they are. */
const IN_PLACE: readonly DamageName[] = [
  'plain',
  'plain',
  'light-grey',
  'coloured-paper',
  'fax',
  '150-dpi',
  '100-dpi',
  'jpeg-30',
  'bleed-through',
  'grey-bands',
];
const ON_PRINT: readonly DamageName[] = [
  'plain',
  'plain',
  'light-grey',
  'coloured-paper',
  'stamps',
  'dot-matrix',
  'thermal',
  'fax',
  '150-dpi',
  '100-dpi',
  'jpeg-30',
  'bleed-through',
  'scanner-borders',
  'photograph',
  'white-on-black',
  'askew-5',
];

/** An A4 page in points. */
const [WIDTH, HEIGHT] = [595, 842] as const;

const [part, parts] = values.part.split('/').map(Number);
const isMine = (index: number): boolean => index % (parts ?? 1) === (part ?? 1) - 1;
const isEvaluation = values.set === 'evaluation';
const folder = values['keep-images'] ?? (await mkdtemp(join(tmpdir(), 'tearline-text-type-')));
if (values.out !== undefined) await writeFile(values.out, '');
if (values.pictures !== undefined) await writeFile(values.pictures, '');
try {
  await collectDrawn(Number(values.drawn));
  await collectPrinted(Number(values.printed));
} finally {
  if (values['keep-images'] === undefined) await rm(folder, { recursive: true });
}

async function write(pieces: readonly Piece[]): Promise<void> {
  const lines = pieces.map((piece) =>
    JSON.stringify({ ...piece, features: piece.features.map((value) => Number(value.toPrecision(6))) }),
  );
  if (values.out !== undefined && lines.length > 0) await appendFile(values.out, `${lines.join('\n')}\n`);
}

async function writePictures(runs: readonly PicturedRun[]): Promise<void> {
  if (values.pictures !== undefined) await appendFile(values.pictures, runs.map(writtenRun).join(''));
}

/** Words of documents by language, to write from. */
async function wordsByLanguage(): Promise<ReadonlyMap<Language, readonly string[]>> {
  const words = new Map<Language, string[]>();
  for (const { path, textLayerShare } of (await sharedDocuments()).filter((_, index) => index % 5 === 0)) {
    if (textLayerShare < 1 || !path.endsWith('.pdf')) continue;
    const reader = await openDocument(path).catch(() => undefined);
    const layer = await reader?.textLayer(1).catch(() => undefined);
    await reader?.close();
    const texts = layer?.quality === 'good' ? layer.words.map(({ text }) => text) : [];
    const language = detectLanguage(texts.join(' '));
    if (language !== null && language !== 'ja') words.set(language, [...(words.get(language) ?? []), ...texts]);
  }
  return words;
}

async function collectDrawn(count: number): Promise<void> {
  if (count === 0) return;
  const words = [...(await wordsByLanguage())].filter(([, some]) => some.length > 200);
  for (let index = 0; index < count; index += 1) {
    if (!isMine(index)) continue;
    const random = seededRandom(seedOf(`${values.set} ${index}`));
    const [language, some] = random.pick(words);
    const page = drawMixedPage(some, isEvaluation ? EVALUATION_FONTS : TRAINING_FONTS, random);
    const damage = random.pick(IN_PLACE);
    const scan = await DAMAGE[damage].scan(page.sheet, random);
    const path = join(folder, `drawn-${values.set}-${index}.${scan.extension}`);
    await writeFile(path, scan.bytes);
    const read = await linesOfImage(path, []);
    if (read === null || read.orientation.rotation !== 0) continue;
    const font = page.lines.find(({ kind }) => kind === 'handwritten')?.font ?? 'none';
    const about = { page: `drawn ${index} ${damage}`, source: font };
    await write(piecesOf(read, kindsOf(page), { ...about, language }, index));
    await writePictures(picturesOf(read, kindsOf(page), about));
    if (index % 20 === 0) console.error(`drawn ${index}`);
  }
}

function kindsOf({ lines }: MixedPage): KindOfWord {
  return ({ left, top, right, bottom }) => {
    const [x, y] = [((left + right) / 2) * WIDTH, ((top + bottom) / 2) * HEIGHT];
    const kinds = new Set(
      lines
        .filter((line) => x > line.left - 4 && x < line.right + 4 && y > line.top && y < line.bottom)
        .map(({ kind }) => kind),
    );
    const [kind] = kinds;
    return kinds.size === 1 && kind !== undefined ? kind : null;
  };
}

async function collectPrinted(count: number): Promise<void> {
  if (count === 0) return;
  const pages = await firstPages(count, undefined, folder, new Map());
  for (const [index, page] of pages.entries()) {
    if (!isMine(index) || index < Number(values.skip)) continue;
    // Every fifth source evaluates and does not train.
    if ((seedOf(page.source) % 5 === 0) !== isEvaluation) continue;
    const damage = seededRandom(seedOf(`${page.document} ${index}`)).pick(ON_PRINT);
    const { path } = await scanPage(page, damage, folder);
    const read = await linesOfImage(path, []).catch(() => null);
    if (read === null) continue;
    const about = { page: `${page.document} ${page.page} ${damage}`, source: page.source };
    await write(piecesOf(read, () => 'printed', { ...about, language: page.statedLanguage }, index));
    await writePictures(picturesOf(read, () => 'printed', about));
    if (index % 20 === 0) console.error(`printed ${index}`);
  }
}
