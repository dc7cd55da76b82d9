import { describe, expect, it } from 'vitest';
import {
  addStreamLine,
  drawNumbering,
  drawStreamLine,
  numberPages,
} from '../../../model-container/synthetic/augmentation/page-edits.ts';
import { linesOfPage } from '../../../model-container/features/pages/page-lines.ts';
import { seededRandom } from '../../../model-container/random.ts';
import { StreamGenerator, TRAINING_STREAMS } from '../../../model-container/synthetic/streams.ts';
import { drawTemplate, makeTemplateVariant } from '../../../model-container/synthetic/augmentation/template-augmentation.ts';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import { drawDocuments, drawPage } from './draw-pages.ts';

const textOf = (page: Parameters<typeof linesOfPage>[0]) => linesOfPage(page).map((line) => line.text);
const letter = drawPage({
  head: 'ACME Ltd Mill Road 12345',
  body: ['Invoice 98765 of harvest goods', 'Please transfer the amount soon'],
  foot: 'Page 1 of 1',
});

describe('pages that are numbered for training', () => {
  it('count up in one format at one place', () => {
    const numbering = { ...drawNumbering(seededRandom(1)), format: 'Seite {n} von {m}', from: 1, onFirst: true };
    const numbered = numberPages([drawPage({ body: ['one'] }), drawPage({ body: ['two'] })], numbering);
    expect(numbered.map(textOf)).toEqual([
      expect.arrayContaining(['Seite 1 von 2']),
      expect.arrayContaining(['Seite 2 von 2']),
    ]);
    expect(numbered.every((page) => pageRecordSchema.safeParse(page).success)).toBe(true);
  });

  it('may begin without a number on the first page', () => {
    const numbering = { ...drawNumbering(seededRandom(1)), format: '- {n} -', from: 1, onFirst: false };
    expect(numberPages([drawPage({ body: ['one'] })], numbering).map(textOf)).toEqual([['one']]);
  });
});

describe('a line on every page of a pile', () => {
  it('counts through the pile where it counts', () => {
    const line = { ...drawStreamLine(['archive'], seededRandom(1)), text: 'FAX', counts: true };
    expect(textOf(addStreamLine(drawPage({}), line, 6))).toEqual(['FAX 7']);
  });
});

describe('siblings of one template', () => {
  const template = { ...drawTemplate(seededRandom(1)), edges: 1, body: 0, numbers: 1 };
  const sibling = (seed: number) =>
    makeTemplateVariant([letter], template, ['winter', 'summer'], seededRandom(seed))[0] ?? letter;

  it('keep letterhead and page numbers, and change what is their own', () => {
    const [head = '', ...rest] = textOf(sibling(2));
    expect(head).toMatch(/^ACME Ltd Mill Road \d{5}$/u);
    expect(head).not.toContain('12345');
    expect(rest.at(-1)).toBe('Page 1 of 1');
    expect(rest.join(' ')).not.toContain('harvest');
  });

  it('are valid pages, the same for the same seed and others for another', () => {
    expect(pageRecordSchema.safeParse(sibling(2)).success).toBe(true);
    expect(sibling(2)).toEqual(sibling(2));
    expect(sibling(3).words).not.toEqual(sibling(2).words);
  });

  it('leave the document that they were made from as it was', () => {
    const before = structuredClone(letter);
    sibling(2);
    expect(letter).toEqual(before);
  });
});

describe('training streams', () => {
  it('name the document and the place of each page', () => {
    const stream = new StreamGenerator(drawDocuments(1, 3, 4)).generate(
      { ...TRAINING_STREAMS, templateAugmentation: 1, renumbered: 1, streamLines: 1 },
      seededRandom(4),
    );
    expect(stream.places).toHaveLength(stream.pages.length);
    expect(stream.names).toHaveLength(new Set(stream.documents).size);
    expect(stream.places[0]).toBe(0);
  });
});
