import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { choosePages, type LeftOut, type TruePage } from '../../../../bench/ocr/pages/choose-pages.ts';
import type { SharedDocument } from '../../../../bench/shared-data.ts';

/** A document of the pages with these texts, in this folder. */
const draw = async (
  folder: string,
  file: string,
  texts: readonly string[],
  language = 'en',
): Promise<SharedDocument> => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage([300, 400]).drawText(text, { x: 30, y: 300, size: 12, font });
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await pdf.save());
  const [source = ''] = file.split('/');
  return { file, path, source, pages: texts.length, textLayerShare: 1, imageShare: 0, language, kind: 'letter' };
};

const chosen = async (
  documents: readonly SharedDocument[],
  language?: string,
  leftOut = new Map<LeftOut, number>(),
): Promise<readonly TruePage[]> => {
  const pages: TruePage[] = [];
  for await (const page of choosePages(documents, language, leftOut)) pages.push(page);
  return pages;
};
const placesOf = (pages: readonly TruePage[]) => pages.map(({ document, page }) => `${document} ${page}`);
const SIX = ['page one', 'page two', 'page three', 'page four', 'page five', 'page six'];
const folder = () => mkdtemp(join(tmpdir(), 'choose-pages-'));

describe('the chosen pages', () => {
  it('are the same wherever the documents are', { tags: 'slow' }, async () => {
    const drawIn = async (place: string) => [await draw(place, 'a/1.pdf', SIX), await draw(place, 'a/2.pdf', SIX)];
    const [here, there] = [await drawIn(await folder()), await drawIn(join(await folder(), 'deeper'))];
    expect(placesOf(await chosen(here))).toEqual(placesOf(await chosen(there)));
  });

  it('come from each source in turns, three of a document and none twice', { tags: 'slow' }, async () => {
    const place = await folder();
    const files = ['a/1.pdf', 'a/2.pdf', 'a/3.pdf', 'b/1.pdf'];
    const pages = await chosen(await Promise.all(files.map((file) => draw(place, file, SIX))));
    expect(new Set(pages.slice(0, 2).map(({ source }) => source))).toEqual(new Set(['a', 'b']));
    expect(new Set(pages.slice(0, 4).map(({ document }) => document)).size).toBe(4);
    expect(new Set(placesOf(pages)).size).toBe(3 * files.length);
  });

  it('have the words of their text layer, and the language of the document', async () => {
    const [page] = await chosen([await draw(await folder(), 'a/1.pdf', ['Dobrý den'], 'cs')]);
    expect(page).toMatchObject({ language: 'cs', statedLanguage: 'cs', page: 1 });
    expect(page?.words.map(({ text }) => text)).toEqual(['Dobrý', 'den']);
  });

  it('are read as English where Tearline does not read the language', async () => {
    const [page] = await chosen([await draw(await folder(), 'a/1.pdf', ['God dag'], 'sv')]);
    expect(page).toMatchObject({ language: 'en', statedLanguage: 'other' });
  });

  it('are those of one language if that is wanted', async () => {
    const place = await folder();
    const documents = [await draw(place, 'a/1.pdf', ['Hello'], 'en'), await draw(place, 'b/1.pdf', ['Hallo'], 'de')];
    expect(placesOf(await chosen(documents, 'de'))).toEqual(['b/1.pdf 1']);
  });

  it('leave out pages without text, and count them', async () => {
    const leftOut = new Map<LeftOut, number>();
    const pages = await chosen([await draw(await folder(), 'a/1.pdf', ['', 'text'])], undefined, leftOut);
    expect(placesOf(pages)).toEqual(['a/1.pdf 2']);
    expect(leftOut.get('no or garbled text layer')).toBeGreaterThan(0);
  });
});
