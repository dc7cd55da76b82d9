import { describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { attach } from '../../../model-container/synthetic/augmentation/attachments.ts';
import { excerpt } from '../../../model-container/synthetic/augmentation/excerpts.ts';
import { linesOfPage } from '../../../model-container/features/pages/page-lines.ts';
import { rotatePage, rotateRecord } from '../../../model-container/synthetic/augmentation/rotation.ts';
import { seededRandom } from '../../../model-container/random.ts';
import { drawSeparator, separatorSheet } from '../../../model-container/synthetic/documents/separator-sheets.ts';
import { addPageNumberNoise } from '../../../model-container/synthetic/augmentation/page-number-noise.ts';
import { EVALUATION_STREAMS, StreamGenerator } from '../../../model-container/synthetic/streams.ts';
import type { Stream, StreamPlan } from '../../../model-container/synthetic/streams.ts';
import { drawDocuments, drawPage } from './draw-pages.ts';

const documents = drawDocuments(1, 4, 6);
const draw = (plan: Partial<StreamPlan>, seed: number): Stream =>
  new StreamGenerator(documents).generate({ ...EVALUATION_STREAMS, meanDocuments: 6, ...plan }, seededRandom(seed));
const seeds = Array.from({ length: 60 }, (_, at) => at + 1);
const isDrawn = (name: string) => name.startsWith('drawn-');
const pagesOf = (stream: Stream, document: number) => stream.documents.filter((of) => of === document).length;
const valid = (page: PageRecord) => pageRecordSchema.safeParse(page).success;
const footOf = (page: PageRecord) => linesOfPage(page).at(-1)?.text;

describe('a stream', () => {
  it('is the same for the same seed, invented documents, separators and all', () => {
    const plan = {
      drawn: 0.5,
      drawnDocuments: 0.3,
      separators: 0.5,
      attachments: 0.3,
      turned: 0.3,
      misnumbered: 0.3,
      scanned: 0.5,
    };
    for (const seed of seeds.slice(0, 6)) expect(draw(plan, seed)).toEqual(draw(plan, seed));
  });

  it('is invented as often as the plan says, from one sender or from several', () => {
    const streams = seeds
      .map((seed) => draw({ synthetic: 0.4, meanDocuments: 4 }, seed))
      .filter(({ names }) => names.every(isDrawn));
    expect(streams.length).toBeGreaterThanOrEqual(14);
    expect(streams.length).toBeLessThanOrEqual(34);
    const senders = streams.map(({ names }) => new Set(names.map((name) => name.split('/')[0])).size);
    expect(senders.filter((count) => count === 1).length).toBeGreaterThan(2);
    expect(senders.filter((count) => count > 1).length).toBeGreaterThan(2);
  });

  it('mixes invented documents with real ones as often as the plan says', () => {
    const names = seeds.flatMap((seed) => draw({ singleSource: 0, syntheticDocuments: 0.25 }, seed).names);
    expect(names.filter(isDrawn).length / names.length).toBeGreaterThan(0.17);
    expect(names.filter(isDrawn).length / names.length).toBeLessThan(0.33);
  });

  it('has nothing invented where the plan does not ask for it', () => {
    expect(seeds.flatMap((seed) => draw({}, seed).names).filter(isDrawn)).toEqual([]);
  });

  it('counts the pages of an invented document as one document', () => {
    const { documents: of, places } = draw({ synthetic: 1 }, 3);
    for (const [at, place] of places.entries()) expect(place === 0).toBe(at === 0 || of[at] !== of[at - 1]);
  });
});

describe('a small upload', () => {
  it('holds one to five documents', () => {
    const counts = seeds.map((seed) => draw({ few: 1 }, seed).names.length);
    expect(new Set(counts)).toEqual(new Set([1, 2, 3, 4, 5]));
  });
});

describe('pages printed on one side and scanned on both', () => {
  it('have an empty back each, which belongs to their document', () => {
    const [plain, backed] = [draw({}, 4), draw({ blankVersos: 1 }, 4)];
    expect(backed.names).toEqual(plain.names);
    expect(backed.names.map((_, document) => pagesOf(backed, document))).toEqual(
      plain.names.map((_, document) => 2 * pagesOf(plain, document)),
    );
    expect(backed.pages.map(({ blank }) => blank)).toEqual(backed.pages.map((_, at) => at % 2 === 1));
  });
});

describe('separator sheets', () => {
  it('end every document but the last', () => {
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

  it('of one pile differ in their counter alone', () => {
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

  it('becomes a part of the one that carries it', () => {
    expect(attach(letter, copy).pages).toEqual([...letter.pages, ...copy.pages]);
    expect(attach(letter, copy).scannedPages).toEqual([...letter.scannedPages, ...copy.scannedPages]);
  });

  it('takes the scan away where it has none itself', () => {
    expect(attach(letter, { source: 'b', name: 'copy', pages: copy.pages })).not.toHaveProperty('scannedPages');
  });

  it('is not attached where it is long, or the same document', () => {
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

  it('of one page is the page', () => {
    const letter = { source: 'a', name: 'letter', pages: pages.slice(0, 1) };
    expect(excerpt(letter, seededRandom(1))).toBe(letter);
  });

  it('stands among mixed sources only', () => {
    expect(
      seeds.flatMap((seed) => draw({ singleSource: 1, excerpts: 1 }, seed).names).filter((name) => name.endsWith(']')),
    ).toEqual([]);
    expect(
      seeds.flatMap((seed) => draw({ singleSource: 0, excerpts: 1 }, seed).names).filter((name) => name.endsWith(']'))
        .length,
    ).toBeGreaterThan(60);
  });
});

describe('a page that lies wrong', () => {
  const page = drawPage({ head: 'Top left', body: ['text'] });

  it('is what it was after four quarters', () => {
    expect(rotateRecord(rotateRecord(page, 1), 3)).toEqual(page);
    expect(rotateRecord(rotateRecord(page, 2), 2)).toEqual(page);
  });

  it('has what was at the top at the right after one quarter clockwise, in words and picture', () => {
    const turned = rotateRecord(page, 1);
    expect([turned.width, turned.height]).toEqual([page.height, page.width]);
    expect(turned.words[0]?.x1).toBeGreaterThan(0.9 * turned.width);
    const grey = Buffer.from(turned.thumbnail.grey, 'base64');
    expect(grey.subarray(30 * 96, 31 * 96).findLastIndex((value) => value < 255)).toBeGreaterThan(88);
  });

  it('is read in full, in part or not at all', () => {
    const turned = seeds.map((seed) => rotatePage(page, seededRandom(seed)));
    expect(turned.every(valid)).toBe(true);
    expect(new Set(turned.map(({ text_source }) => text_source))).toEqual(new Set(['text_layer', 'ocr', 'none']));
  });
});

describe('page numbers that are wrong', () => {
  const pages = [1, 2, 3, 4].map((number) => drawPage({ body: ['text'], foot: `${number}` }));

  it('are those of one page: missing, or of another digit', () => {
    const spoilt = seeds.map((seed) => addPageNumberNoise(pages, seededRandom(seed)).map(footOf));
    for (const feet of spoilt)
      expect(feet.filter((foot, at) => foot !== footOf(pages[at] ?? drawPage({})))).toHaveLength(1);
    expect(spoilt.some((feet) => feet.includes('text'))).toBe(true);
    expect(spoilt.some((feet) => !feet.includes('text'))).toBe(true);
  });

  it('leave pages without numbers as they are', () => {
    const bare = [drawPage({ body: ['text'] })];
    for (const seed of seeds.slice(0, 8)) expect(addPageNumberNoise(bare, seededRandom(seed))).toEqual(bare);
  });
});
