/**
 * `node bench/text-type/read-alto.ts --models DIR --language fr FOLDER`: character error rate of the optional reader on lines
 * whose place and text are known, beside that of the recogniser of print. FOLDER has pictures of pages, each with a file in
 * ALTO (https://www.loc.gov/standards/alto/) of the same name, as the data sets of HTR-United have them.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { z } from 'zod';
import { readLanguageData } from '../../core/ocr/languages/language-data.ts';
import { LANGUAGES } from '../../core/ocr/languages/languages.ts';
import { crop, type Box } from '../../core/ocr/lstm/line-image.ts';
import { loadLineRecogniser } from '../../core/ocr/lstm/line-recogniser.ts';
import { openLineReader } from '../../core/ocr/ppocr/line-reader.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import { characterErrors } from '../ocr/character-error.ts';
import { rounded } from '../statistics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { models: { type: 'string', default: '.tearline/models' }, language: { type: 'string', default: 'en' } },
});
const language = z.enum(LANGUAGES).parse(values.language);
const [folder = '.'] = positionals;

/** Characters below which a line is left out: a page number, or a mark. */
const MIN_CHARACTERS = 4;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface KnownLine {
  readonly box: Box;
  readonly text: string;
}

/** The lines of an ALTO file: these data sets write their attributes in double quotes, and have no other elements in a line. */
const linesOf = (alto: string): KnownLine[] =>
  [...alto.matchAll(/<TextLine ([^>]*)>(.*?)<\/TextLine>/gs)].map(([, attributes = '', contents = '']) => {
    const number = (name: string): number => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(attributes)?.[1] ?? 0);
    const [left, top] = [Math.floor(number('HPOS')), Math.floor(number('VPOS'))];
    const words = [...contents.matchAll(/CONTENT="([^"]*)"/g)].map(([, word = '']) => word).join(' ');
    return {
      box: { left, top, right: left + Math.ceil(number('WIDTH')), bottom: top + Math.ceil(number('HEIGHT')) },
      text: words.replaceAll(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all),
    };
  });

const pictureOf = (alto: string): string | undefined =>
  ['.jpg', '.jpeg', '.png', '.tif'].map((ending) => alto.replace(/\.xml$/, ending)).find((path) => existsSync(path));

const readPicture = async (path: string): Promise<RasterImage> => {
  const { data, info } = await sharp(path).rotate().greyscale().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, channels: 1, data };
};

const reader = await openLineReader(values.models);
const print = await loadLineRecogniser(await readLanguageData(language));
const sums = { pages: 0, lines: 0, characters: 0, reader: 0, print: 0 };
const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.xml')).sort();
for (const file of files) {
  const picture = pictureOf(join(folder, file));
  if (picture === undefined) continue;
  const page = await readPicture(picture);
  sums.pages += 1;
  for (const { box, text } of linesOf(await readFile(join(folder, file), 'utf8'))) {
    if (text.length < MIN_CHARACTERS || box.right <= box.left || box.bottom <= box.top) continue;
    const [words = []] = await reader.read([{ ...crop(page, box), channels: 1 }]);
    const [printed = []] = print.read(page, [box]);
    const { edits, characters } = characterErrors(text, words.map((word) => word.text).join(' '));
    sums.lines += 1;
    sums.characters += characters;
    sums.reader += edits;
    sums.print += characterErrors(text, printed.map((word) => word.text).join(' ')).edits;
  }
}
const rate = (edits: number): number => rounded(edits / Math.max(1, sums.characters), 3);
console.log(JSON.stringify({ ...sums, reader: rate(sums.reader), print: rate(sums.print) }));
