import { describe, expect, it } from 'vitest';
import {
  addStreamLine,
  drawNumbering,
  drawStreamLine,
  numberPages,
} from '../../../../model-container/synthetic/augmentation/page-edits.ts';
import { linesOfPage } from '../../../../model-container/features/pages/page-lines.ts';
import { seededRandom } from '../../../../model-container/random.ts';
import { StreamGenerator, TRAINING_STREAMS } from '../../../../model-container/synthetic/streams.ts';
import {
  drawTemplate,
  makeTemplateVariant,
} from '../../../../model-container/synthetic/augmentation/template-augmentation.ts';
import { pageRecordSchema } from '../../../../core/documents/page-record.ts';
import { drawDocuments, drawPage } from '../features/draw-pages.ts';

const textOf = (page: Parameters<typeof linesOfPage>[0]) => linesOfPage(page).map((line) => line.text);
const letter = drawPage({
  head: 'ACME Ltd Mill Road 12345',
  body: ['Invoice 98765 of harvest goods', 'Please transfer the amount soon'],
  foot: 'Page 1 of 1',
});

describe('renumbered pages', () => {
  it('have consecutive numbers in one format at one position', () => {
    const numbering = { ...drawNumbering(seededRandom(1)), format: 'Seite {n} von {m}', from: 1, onFirst: true };
    const numbered = numberPages([drawPage({ body: ['one'] }), drawPage({ body: ['two'] })], numbering);
    expect(numbered.map(textOf)).toEqual([
      expect.arrayContaining(['Seite 1 von 2']),
      expect.arrayContaining(['Seite 2 von 2']),
    ]);
    expect(numbered.every((page) => pageRecordSchema.safeParse(page).success)).toBe(true);
  });

  it('may have no number on the first page', () => {
    const numbering = { ...drawNumbering(seededRandom(1)), format: '- {n} -', from: 1, onFirst: false };
    expect(numberPages([drawPage({ body: ['one'] })], numbering).map(textOf)).toEqual([['one']]);
  });
});

describe('a line stamped on each page of a stream', () => {
  it('contains a counter over the pages where it counts', () => {
    const line = { ...drawStreamLine(['archive'], seededRandom(1)), text: 'FAX', counts: true };
    expect(textOf(addStreamLine(drawPage({}), line, 6))).toEqual(['FAX 7']);
  });
});

describe('variants of one template', () => {
  const template = { ...drawTemplate(seededRandom(1)), edges: 1, body: 0, numbers: 1 };
  const variant = (seed: number) =>
    makeTemplateVariant([letter], template, ['winter', 'summer'], seededRandom(seed))[0] ?? letter;

  it('keep letterhead and page numbers, and change the rest', () => {
    const [head = '', ...rest] = textOf(variant(2));
    expect(head).toMatch(/^ACME Ltd Mill Road \d{5}$/u);
    expect(head).not.toContain('12345');
    expect(rest.at(-1)).toBe('Page 1 of 1');
    expect(rest.join(' ')).not.toContain('harvest');
  });

  it('are valid pages, the same for the same seed and different for another', () => {
    expect(pageRecordSchema.safeParse(variant(2)).success).toBe(true);
    expect(variant(2)).toEqual(variant(2));
    expect(variant(3).words).not.toEqual(variant(2).words);
  });

  it('do not modify the original document', () => {
    const before = structuredClone(letter);
    variant(2);
    expect(letter).toEqual(before);
  });
});

describe('training streams', () => {
  it('name the document and the position of each page', () => {
    const stream = new StreamGenerator(drawDocuments(1, 3, 4)).generate(
      { ...TRAINING_STREAMS, templateAugmentation: 1, renumbered: 1, streamLines: 1 },
      seededRandom(4),
    );
    expect(stream.places).toHaveLength(stream.pages.length);
    expect(stream.names).toHaveLength(new Set(stream.documents).size);
    expect(stream.places[0]).toBe(0);
  });
});
