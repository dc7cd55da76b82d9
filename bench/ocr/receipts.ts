/**
 * `npm run bench:receipts -- FOLDER [--every N] [--from N]`: compares Tearline's OCR with the tesseract program of this
 * machine on the receipts of SROIE (Huang et al., ICDAR 2019), which were scanned from paper. FOLDER has `img/<name>.jpg` and
 * `box/<name>.csv`. Of every N receipts the one at the place `--from`, counted from 0, is read. Both use the data of npm;
 * tesseract is told that they are English.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { configureLanguageData } from '../../core/ocr/languages/language-data.ts';
import { seededRandom } from '../../model-container/random.ts';
import { wholeNumber } from '../../model-container/whole-number.ts';
import { intervalOfMean, mean, rounded } from '../statistics.ts';
import { textOfBoxes } from './pages/receipt-boxes.ts';
import { findTesseract } from './readers/native-tesseract.ts';
import { readWithTearline } from './readers/tearline.ts';
import { comparableWords, scoreWords } from './word-score.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' }, from: { type: 'string', default: '0' } },
});
const [receipts = ''] = positionals;
if (receipts === '') {
  console.error('npm run bench:receipts -- FOLDER [--every N] [--from N]');
  process.exit(2);
}
const [every, from] = [wholeNumber('--every', values.every, 1), wholeNumber('--from', values.from, 0)];

/** F1 below that of tesseract from which a receipt is listed. */
const FAR_BELOW = 0.04;
/** The known texts are in capitals. */
const wordsOf = (text: string): string[] => comparableWords(text.toUpperCase());

/** @throws Error where one of the engines does not read the image */
async function compareOn(name: string) {
  const known = wordsOf(textOfBoxes(await readFile(join(receipts, 'box', `${name}.csv`), 'utf8')));
  const path = join(receipts, 'img', `${name}.jpg`);
  const ours = await readWithTearline(path, []);
  const theirs = await tesseract.read({ path, hash: name, dpi: null }, 'en');
  const { language, rotation } = ours.record;
  return {
    name,
    f1: scoreWords(known, wordsOf(ours.text)).f1,
    tesseract: scoreWords(known, wordsOf(theirs.text)).f1,
    milliseconds: ours.milliseconds,
    language: language ?? 'none',
    rotation,
  };
}

configureLanguageData({ prefer: 'npm' });
const tesseract = await findTesseract('npm', undefined);
const images = (await readdir(join(receipts, 'img'))).filter((name) => name.endsWith('.jpg')).sort();
const results = [];
for (const image of images.filter((_, at) => at % every === from)) {
  try {
    results.push(await compareOn(image.replace(/\.jpg$/u, '')));
  } catch (error) {
    console.log(`left out: ${image}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
await tesseract.close();
if (results.length === 0) throw new RangeError(`${receipts} has no receipts that both engines read.`);

const differences = results.map(({ f1, tesseract: other }) => f1 - other);
const [low, high] = intervalOfMean(
  differences.map((difference) => [difference]),
  seededRandom(1),
);
const languages = Object.entries(Object.groupBy(results, ({ language }) => language))
  .map(([language, of]) => `${language} ${of?.length ?? 0}`)
  .join(', ');
const summary = {
  receipts: results.length,
  f1: rounded(mean(results.map(({ f1 }) => f1)), 4),
  tesseract: rounded(mean(results.map(({ tesseract: other }) => other)), 4),
  difference: [mean(differences), low, high].map((value) => rounded(value, 4)),
  farBelow: results.filter(({ f1, tesseract: other }) => f1 < other - FAR_BELOW).length,
  turned: results.filter(({ rotation }) => rotation !== 0).length,
  milliseconds: Math.round(mean(results.map(({ milliseconds }) => milliseconds))),
};
for (const { name, f1, tesseract: other, language } of results.filter(
  (result) => result.f1 < result.tesseract - FAR_BELOW,
))
  console.log(`${name}: ${rounded(f1)}, tesseract ${rounded(other)}, language ${language}`);
console.log(`${tesseract.description}. Languages: ${languages}.`);
console.log(JSON.stringify({ bench: 'receipts', ...summary }));
