import { describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../../core/documents/page-record.ts';
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import { attach } from '../../../../model-container/synthetic/augmentation/attachments.ts';
import { blankPage } from '../../../../model-container/synthetic/augmentation/page-noise.ts';
import { excerpt } from '../../../../model-container/synthetic/augmentation/excerpts.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { linesOfPage } from '../../../../model-container/features/pages/page-lines.ts';
import { rotatePage, rotateRecord } from '../../../../model-container/synthetic/augmentation/rotation.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { drawSeparator, separatorSheet } from '../../../../model-container/synthetic/documents/separator-sheets.ts';
import { addPageNumberNoise } from '../../../../model-container/synthetic/augmentation/page-number-noise.ts';
import { EVALUATION_STREAMS, StreamGenerator } from '../../../../model-container/synthetic/streams.ts';
import type { Stream, StreamPlan } from '../../../../model-container/synthetic/streams.ts';
import { drawDocuments, drawPage } from '../features/draw-pages.ts';

const documents = drawDocuments(1, 4, 6);
/** It views each page of the documents once for all streams. */
const generator = new StreamGenerator(documents);
const draw = (plan: Partial<StreamPlan>, seed: number, by = generator): Stream =>
  by.generate({ ...EVALUATION_STREAMS, meanDocuments: 6, ...plan }, seededRandom(seed));
/** The pages of a stream of documents with a font each. */
const withFonts = (plan: Partial<StreamPlan>) =>
  new StreamGenerator(
    documents.map((document) => ({
      ...document,
      pages: document.pages.map((page) => ({ ...page, fonts: [{ name: 'Serif', bytes: 900 }] })),
    })),
  ).generate({ ...EVALUATION_STREAMS, ...plan }, seededRandom(1)).pages;
const seeds = Array.from({ length: 60 }, (_, at) => at + 1);
const isSynthetic = (name: string) => name.startsWith('synthetic-');
const pagesOf = (stream: Stream, document: number) => stream.documents.filter((of) => of === document).length;
const valid = (page: PageRecord) => pageRecordSchema.safeParse(page).success;
const footOf = (page: PageRecord) => linesOfPage(page).at(-1)?.text;

describe('a stream', () => {
  it('is the same for the same seed with all augmentations', { tags: 'slow' }, () => {
    const plan = {
      synthetic: 0.5,
      syntheticDocuments: 0.3,
      separators: 0.5,
      attachments: 0.3,
      rotated: 0.3,
      pageNumberNoise: 0.3,
      scanned: 0.5,
    };
    for (const seed of seeds.slice(0, 6))
      expect(draw(plan, seed)).toEqual(draw(plan, seed, new StreamGenerator(documents)));
  });

  it('keeps the fonts of its pages, as files that are joined do; a scan has none', () => {
    const fontsIn = (plan: Partial<StreamPlan>) => withFonts(plan).map(({ fonts }) => [...fonts.files].join());
    expect(fontsIn({})).toEqual(withFonts({}).map(() => 'Serif 900'));
    expect(new Set(fontsIn({ printJobs: 1 }))).toEqual(new Set(['Serif']));
    expect(new Set(fontsIn({ scanned: 1 }))).toEqual(new Set(['']));
    expect(new Set(fontsIn({ blankVersos: 1 }))).toEqual(new Set(['Serif 900', '']));
  });

  it('is synthetic as often as the plan says, from one sender or from several', { tags: 'slow' }, () => {
    const streams = seeds
      .map((seed) => draw({ synthetic: 0.4, meanDocuments: 4 }, seed))
      .filter(({ names }) => names.every(isSynthetic));
    expect(streams.length).toBeGreaterThanOrEqual(14);
    expect(streams.length).toBeLessThanOrEqual(34);
    const senders = streams.map(({ names }) => new Set(names.map((name) => name.split('/')[0])).size);
    expect(senders.filter((count) => count === 1).length).toBeGreaterThan(2);
    expect(senders.filter((count) => count > 1).length).toBeGreaterThan(2);
  });

  it('mixes synthetic documents with real ones as often as the plan says', { tags: 'slow' }, () => {
    const names = seeds.flatMap((seed) => draw({ singleSource: 0, syntheticDocuments: 0.25 }, seed).names);
    expect(names.filter(isSynthetic).length / names.length).toBeGreaterThan(0.17);
    expect(names.filter(isSynthetic).length / names.length).toBeLessThan(0.33);
  });

  it('has no synthetic document where the plan has none', () => {
    expect(seeds.flatMap((seed) => draw({}, seed).names).filter(isSynthetic)).toEqual([]);
  });

  it('numbers the pages of a synthetic document as one document', () => {
    const { documents: of, places } = draw({ synthetic: 1 }, 3);
    for (const [at, place] of places.entries()) expect(place === 0).toBe(at === 0 || of[at] !== of[at - 1]);
  });
});

describe('a scan that was read by OCR', () => {
  const scannedPages = [1, 2, 3].map((number) => drawPage({ body: ['the lines of a paqe'], foot: String(number) }));
  const pages = scannedPages.map(() => drawPage({ body: ['the lines of a page'] }));
  const read = new StreamGenerator([{ source: 'a', name: 'read', pages, scannedPages }]);
  const pagesWith = (plan: Partial<StreamPlan>, seed: number) =>
    draw({ scanned: 1, realScans: true, meanDocuments: 1, ...plan }, seed, read).pages;

  it('gets no simulated noise, also where its pages have other numbers', () => {
    const { body } = viewPage(drawPage({ body: ['the lines of a paqe'] }));
    for (const page of seeds.flatMap((seed) => pagesWith({ renumbered: 1 }, seed))) expect(page.body).toEqual(body);
  });

  it('has blank versos with the noise of a scanner', () => {
    const versos = pagesWith({ blankVersos: 1 }, 1).filter(({ blank }) => blank);
    expect(versos).toHaveLength(3);
    expect(versos.map(({ bands }) => bands)).not.toContainEqual(viewPage(blankPage(drawPage({}))).bands);
  });
});

describe('a small upload', () => {
  it('holds one to five documents', () => {
    const counts = seeds.map((seed) => draw({ few: 1 }, seed).names.length);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

describe('simplex prints scanned duplex', () => {
  it('have a blank verso after each page, which belongs to the document', () => {
    const [plain, withVersos] = [draw({}, 4), draw({ blankVersos: 1 }, 4)];
    expect(withVersos.names).toEqual(plain.names);
    expect(withVersos.names.map((_, document) => pagesOf(withVersos, document))).toEqual(
      plain.names.map((_, document) => 2 * pagesOf(plain, document)),
    );
    expect(withVersos.pages.map(({ blank }) => blank)).toEqual(withVersos.pages.map((_, at) => at % 2 === 1));
  });
});

describe('separator sheets', () => {
  it('are the last page of each document but the last', () => {
    for (const seed of seeds.slice(0, 10)) {
      const [plain, separated] = [draw({}, seed), draw({ separators: 1 }, seed)];
      expect(separated.names).toEqual(plain.names);
      expect(separated.names.map((_, document) => pagesOf(separated, document) - pagesOf(plain, document))).toEqual(
        plain.names.map((_, document, all) => Number(document < all.length - 1)),
      );
    }
  });

  it('are valid pages, some of them without a word', () => {
    const sheets = seeds.map((seed) => separatorSheet(drawSeparator(seededRandom(seed)), drawPage({}), 0));
    expect(sheets.every(valid)).toBe(true);
    expect(new Set(sheets.map(({ words }) => words.length > 0))).toEqual(new Set([true, false]));
  });

  it('of one stream differ in their counter only', () => {
    const separator = { ...drawSeparator(seededRandom(1)), words: ['Patch T'], counts: true };
    expect(
      [0, 1].map((at) => linesOfPage(separatorSheet(separator, drawPage({}), at)).map(({ text }) => text)),
    ).toEqual([
      ['Patch T', '1'],
      ['Patch T', '2'],
    ]);
  });

  it('of coloured paper are dark without ink', () => {
    const sheet = separatorSheet(
      { ...drawSeparator(seededRandom(1)), words: [], bars: [], paper: 0.6 },
      drawPage({}),
      0,
    );
    expect(sheet.ink).toBe(0);
    expect(Buffer.from(sheet.thumbnail.grey, 'base64')[500]).toBe(153);
  });
});

describe('an attached document', () => {
  const [letter, copy] = [
    {
      source: 'a',
      name: 'letter',
      pages: [drawPage({ body: ['letter'] })],
      scannedPages: [drawPage({ body: ['letten'] })],
    },
    { source: 'b', name: 'copy', pages: [drawPage({ body: ['copy'] })], scannedPages: [drawPage({ body: ['copv'] })] },
  ];

  it('becomes a part of the other document', () => {
    expect(attach(letter, copy).pages).toEqual([...letter.pages, ...copy.pages]);
    expect(attach(letter, copy).scannedPages).toEqual([...letter.scannedPages, ...copy.scannedPages]);
  });

  it('removes the scan where it has none itself', () => {
    expect(attach(letter, { source: 'b', name: 'copy', pages: copy.pages })).not.toHaveProperty('scannedPages');
  });

  it('is not attached where it is too long or the same document', () => {
    expect(attach(letter, { ...copy, pages: Array.from({ length: 4 }, () => drawPage({})) })).toBe(letter);
    expect(attach(letter, letter)).toBe(letter);
  });

  it('adds its pages to the document in a stream', () => {
    const [plain, attached] = [draw({ singleSource: 1 }, 5), draw({ singleSource: 1, attachments: 1 }, 5)];
    expect(attached.names.every((name) => name.split('+').length <= 2)).toBe(true);
    expect(attached.names.filter((name) => name.includes('+')).length).toBeGreaterThan(plain.names.length / 3);
    expect(attached.pages.length).toBeGreaterThan(plain.pages.length);
  });
});

describe('an excerpt', () => {
  const pages = [1, 2, 3, 4].map((number) => drawPage({ body: [`page ${number}`] }));
  const scannedPages = [1, 2, 3, 4].map((number) => drawPage({ body: [`paqe ${number}`] }));
  const whole = { source: 'a', name: 'report', pages, scannedPages };

  it('is a run of pages without the first, its scan the same run', () => {
    const cut = seeds.map((seed) => excerpt(whole, seededRandom(seed)));
    for (const document of cut) {
      const from = pages.findIndex((page) => page === document.pages[0]);
      expect(from).toBeGreaterThan(0);
      expect(document.pages).toEqual(pages.slice(from, from + document.pages.length));
      expect(document.scannedPages).toEqual(scannedPages.slice(from, from + document.pages.length));
    }
    expect(new Set(cut.map((document) => document.name))).toEqual(
      new Set(['report[2-2]', 'report[2-3]', 'report[2-4]', 'report[3-3]', 'report[3-4]', 'report[4-4]']),
    );
  });

  it('of a document of one page is the document', () => {
    const letter = { source: 'a', name: 'letter', pages: pages.slice(0, 1) };
    expect(excerpt(letter, seededRandom(1))).toBe(letter);
  });

  it('occurs in streams of mixed sources only', () => {
    expect(
      seeds.flatMap((seed) => draw({ singleSource: 1, excerpts: 1 }, seed).names).filter((name) => name.endsWith(']')),
    ).toEqual([]);
    expect(
      seeds.flatMap((seed) => draw({ singleSource: 0, excerpts: 1 }, seed).names).filter((name) => name.endsWith(']'))
        .length,
    ).toBeGreaterThan(60);
  });
});

describe('rotation augmentation', () => {
  const page = drawPage({ head: 'Top left', body: ['text'] });

  it('restores the page after four quarter turns', () => {
    expect(rotateRecord(rotateRecord(page, 1), 3)).toEqual(page);
    expect(rotateRecord(rotateRecord(page, 2), 2)).toEqual(page);
  });

  it('moves the top to the right after one clockwise quarter turn, in words and thumbnail', () => {
    const rotated = rotateRecord(page, 1);
    expect([rotated.width, rotated.height]).toEqual([page.height, page.width]);
    expect(rotated.words[0]?.x1).toBeGreaterThan(0.9 * rotated.width);
    const grey = Buffer.from(rotated.thumbnail.grey, 'base64');
    expect(grey.subarray(30 * 96, 31 * 96).findLastIndex((value) => value < 255)).toBeGreaterThan(88);
  });

  it('keeps all words, some of them garbled, or none', () => {
    const rotated = seeds.map((seed) => rotatePage(page, seededRandom(seed)));
    expect(rotated.every(valid)).toBe(true);
    expect(new Set(rotated.map(({ text_source }) => text_source))).toEqual(new Set(['text_layer', 'ocr', 'none']));
  });
});

describe('page-number noise', () => {
  const pages = [1, 2, 3, 4].map((number) => drawPage({ body: ['text'], foot: `${number}` }));

  it('removes or changes the number of one page', () => {
    const noisy = seeds.map((seed) => addPageNumberNoise(pages, seededRandom(seed)).map(footOf));
    for (const feet of noisy)
      expect(feet.filter((foot, at) => foot !== footOf(pages[at] ?? drawPage({})))).toHaveLength(1);
    expect(noisy.some((feet) => feet.includes('text'))).toBe(true);
    expect(noisy.some((feet) => !feet.includes('text'))).toBe(true);
  });

  it('leaves pages without numbers unchanged', () => {
    const bare = [drawPage({ body: ['text'] })];
    for (const seed of seeds.slice(0, 8)) expect(addPageNumberNoise(bare, seededRandom(seed))).toEqual(bare);
  });
});
