import { describe, expect, it } from 'vitest';
import { pageRecordSchema } from '../../../../core/documents/page-record.ts';
import { LANGUAGES } from '../../../../model-container/synthetic/documents/all-languages.ts';
import {
  DOCUMENT_KINDS,
  drawSyntheticDocument,
  drawSyntheticSource,
} from '../../../../model-container/synthetic/documents/synthetic-source.ts';
import type { SyntheticSource } from '../../../../model-container/synthetic/documents/synthetic-source.ts';
import { PageCount } from '../../../../model-container/synthetic/documents/page-count.ts';
import { linesOfPage } from '../../../../model-container/features/pages/page-lines.ts';
import { viewPage } from '../../../../model-container/features/pages/page-view.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { cosine } from '../../../../model-container/features/pages/shingles.ts';

const sourceOf = (seed: number, change: Partial<SyntheticSource> = {}): SyntheticSource => ({
  ...drawSyntheticSource(seededRandom(seed)),
  ...change,
});

/** A sender of one kind of document. */
const senderOf = (name: string, seed: number): SyntheticSource => {
  const kind = DOCUMENT_KINDS.find((candidate) => candidate.name === name);
  if (kind === undefined) throw new Error(`no kind ${name}`);
  return sourceOf(seed, { kinds: [{ kind, templateSeed: seed }] });
};

const linesOn = (source: SyntheticSource, serial: number, seed: number): string[] =>
  drawSyntheticDocument(source, serial, seededRandom(seed)).pages.flatMap((page) =>
    linesOfPage(page).map((line) => line.text),
  );

describe('a synthetic sender', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(drawSyntheticDocument(sourceOf(1), 0, seededRandom(2))).toEqual(
      drawSyntheticDocument(sourceOf(1), 0, seededRandom(2)),
    );
    expect(drawSyntheticDocument(sourceOf(1), 0, seededRandom(2)).pages).not.toEqual(
      drawSyntheticDocument(sourceOf(2), 0, seededRandom(2)).pages,
    );
  });

  it.each(DOCUMENT_KINDS.map(({ name }) => name))('draws the same document for the same seed: %s', (name) => {
    for (let seed = 1; seed <= 5; seed += 1)
      expect(drawSyntheticDocument(senderOf(name, seed), seed, seededRandom(seed))).toEqual(
        drawSyntheticDocument(senderOf(name, seed), seed, seededRandom(seed)),
      );
  });

  it('has one of the ten languages at random', () => {
    const random = seededRandom(3);
    const codes = new Set(Array.from({ length: 200 }, () => drawSyntheticSource(random).layout.language.code));
    expect(codes).toEqual(new Set(LANGUAGES.map(({ code }) => code)));
  });

  it('gives different documents, with its name as their source', () => {
    const source = senderOf('letter', 5);
    const [first, second] = [0, 1].map((serial) => drawSyntheticDocument(source, serial, seededRandom(serial)));
    expect(first?.source).toBe(source.name);
    expect(first?.name).not.toBe(second?.name);
    expect(first?.pages).not.toEqual(second?.pages);
  });
});

describe.each(DOCUMENT_KINDS.map(({ name }) => name))('a synthetic %s', (name) => {
  const documents = [11, 12, 13, 14].map((seed) => drawSyntheticDocument(senderOf(name, seed), 0, seededRandom(seed)));

  it('consists of valid page records, numbered from 1', () => {
    for (const { pages } of documents) {
      expect(pages.map((page) => page.page)).toEqual(pages.map((_, at) => at + 1));
      for (const page of pages) expect(pageRecordSchema.safeParse(page).error).toBeUndefined();
    }
  });

  it('has words inside its pages and thumbnails like those of real pages', () => {
    for (const page of documents.flatMap(({ pages }) => pages)) {
      expect(
        page.words.every(
          ({ x1, y1, x2, y2 }) => x1 >= 0 && y1 >= 0 && x1 < x2 && y1 < y2 && x2 <= page.width && y2 <= page.height,
        ),
      ).toBe(true);
      expect(Math.max(page.thumbnail.width, page.thumbnail.height)).toBe(96);
      expect(Buffer.from(page.thumbnail.grey, 'base64')).toHaveLength(page.thumbnail.width * page.thumbnail.height);
    }
  });

  it('begins with a page that has text', () => {
    for (const { pages } of documents) expect(pages[0]?.words.length).toBeGreaterThan(3);
  });
});

describe('documents of one sender', () => {
  it('are more similar than those of two', () => {
    const heads = (seed: number) =>
      [0, 1].map(
        (serial) =>
          viewPage(
            drawSyntheticDocument(senderOf('policy', seed), serial, seededRandom(seed + serial)).pages[0] ??
              expect.fail(),
          ).body,
      );
    let similar = 0;
    for (let seed = 20; seed < 40; seed += 1) {
      const [first = expect.fail(), second = expect.fail()] = heads(seed);
      const [other = expect.fail()] = heads(seed + 100);
      similar += Number(cosine(first, second) > cosine(first, other));
    }
    expect(similar).toBeGreaterThanOrEqual(16);
  });

  it('share the labels of a form, and differ in the answers', () => {
    const [first, second] = [linesOn(senderOf('form', 7), 0, 1), linesOn(senderOf('form', 7), 1, 2)];
    const shared = first.filter((line) => second.includes(line));
    expect(shared.length).toBeGreaterThan(2);
    expect(first).not.toEqual(second);
  });
});

describe('page numbers of a synthetic document', () => {
  it('count its pages', () => {
    expect([0, 1, 2].map((at) => new PageCount().numberOf(at, 3))).toEqual([
      { number: 1, total: 3 },
      { number: 2, total: 3 },
      { number: 3, total: 3 },
    ]);
  });

  it('restart with a part, and omit the pages after the last numbered one', () => {
    const count = new PageCount();
    count.start(1);
    count.stop(3);
    expect([0, 1, 2, 3].map((at) => count.numberOf(at, 4))).toEqual([
      { number: 1, total: 1 },
      { number: 1, total: 2 },
      { number: 2, total: 2 },
      undefined,
    ]);
  });
});
