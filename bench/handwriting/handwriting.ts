/**
 * `npm run bench:handwriting -- FOLDER [--split development --source Copiste --every 3 --out FILE]`: character error rate on
 * real handwriting whose lines and text are known. FOLDER has clones of the repositories that docs/sources/handwriting-sources.tsv
 * lists, at the commits that it names.
 */
import { createHash } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readLanguageData } from '../../core/ocr/languages/language-data.ts';
import type { Language } from '../../core/ocr/languages/languages.ts';
import { loadLineRecogniser, type LineRecogniser } from '../../core/ocr/lstm/line-recogniser.ts';
import { configureLineReader } from '../../core/ocr/ppocr/installed-reader.ts';
import { openLineReader } from '../../core/ocr/ppocr/line-reader.ts';
import { readKnownPage } from './known-lines.ts';
import { cloneOf, readPageList, type ListedPage } from './page-list.ts';
import { reportTable, type ScoredPage } from './report.ts';
import { scorePage } from './score-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Folder in which `tearline models install` has put the reader. */
    models: { type: 'string', default: '.tearline/models' },
    /** Which pages: `evaluation` or `development`. */
    split: { type: 'string', default: 'evaluation' },
    /** Only pages of repositories whose name contains this. */
    source: { type: 'string', default: '' },
    /** Of the pages every n-th, from the first. */
    every: { type: 'string', default: '1' },
    /** File for the text of each line and what was read of it, one JSON object a line. */
    out: { type: 'string' },
  },
});
const [folder = '.'] = positionals;

configureLineReader(values.models);
const reader = await openLineReader(values.models);
const recognisers = new Map<Language, LineRecogniser>();
const recogniserOf = async (language: Language): Promise<LineRecogniser> => {
  const known = recognisers.get(language) ?? (await loadLineRecogniser(await readLanguageData(language)));
  recognisers.set(language, known);
  return known;
};

/** @throws Error where the picture is not the listed one */
const scoreListed = async (listed: ListedPage): Promise<ScoredPage> => {
  const root = join(folder, cloneOf(listed));
  const picture = join(root, listed.picture);
  if (
    createHash('sha256')
      .update(await readFile(picture))
      .digest('hex') !== listed.sha256
  )
    throw new Error(`${picture} is not the listed picture.`);
  const known = readKnownPage(await readFile(join(root, listed.lines), 'utf8'), listed.outline_scale);
  const lines = await scorePage(picture, listed.page, known, { reader, print: await recogniserOf(listed.language) });
  if (values.out !== undefined)
    await appendFile(
      values.out,
      lines.map((line) => `${JSON.stringify({ page: `${listed.lines} ${listed.page}`, ...line })}\n`).join(''),
    );
  return { source: cloneOf(listed), language: listed.language, written: listed.written, lines };
};

const list = readPageList(
  await readFile(join(import.meta.dirname, '../../docs/sources/handwriting-sources.tsv'), 'utf8'),
)
  .filter(({ repository, split }) => split === values.split && repository.includes(values.source))
  .filter((_, at) => at % Number(values.every) === 0);
if (values.out !== undefined) await writeFile(values.out, '');
const pages: ScoredPage[] = [];
for (const listed of list) pages.push(await scoreListed(listed));
console.log(reportTable(pages).join('\n'));
