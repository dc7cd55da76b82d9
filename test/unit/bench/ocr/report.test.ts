import { describe, expect, it } from 'vitest';
import type { PageResult } from '../../../../bench/ocr/page-result.ts';
import { comparisonOf, figuresOf, lossesOf, reportOf, summaryOf } from '../../../../bench/ocr/report.ts';

const page = (f1: number, tesseract: number, changes: Partial<PageResult> = {}): PageResult => ({
  document: 'a/1.pdf',
  source: 'a',
  page: 1,
  damage: 'plain',
  language: 'en',
  words: 100,
  turned: false,
  tearline: { f1, read: f1 === 0 ? 0 : 100, milliseconds: 500 },
  tesseract: { f1: tesseract, read: 100, milliseconds: 1000 },
  missed: ['lost', 'words'],
  image: '/scans/1.jpg',
  ...changes,
});

describe('the figures of some pages', () => {
  it('are means, shares and counts', () => {
    const figures = figuresOf([page(0.9, 0.93), page(0.8, 0.9), page(0, 0.85), page(1, 0.9)]);
    expect(figures).toMatchObject({ pages: 4, below: 0.5, above: 0.25, lost: 1, empty: 0.25, emptyTesseract: 0 });
    expect(figures.tearline).toBeCloseTo(0.675, 9);
    expect(figures.difference).toBeCloseTo(0.675 - 0.895, 9);
    expect(figures.milliseconds / figures.millisecondsTesseract).toBe(0.5);
  });

  it('have an interval over documents, which contains the difference', () => {
    const results = Array.from({ length: 12 }, (_, at) => page(0.8 + at / 100, 0.85, { document: `a/${at}.pdf` }));
    const { difference, interval } = figuresOf(results);
    expect(interval[0]).toBeLessThan(difference);
    expect(interval[1]).toBeGreaterThan(difference);
  });
});

describe('the report', () => {
  const rowOf = (report: string, name: string) => report.split('\n').find((line) => line.startsWith(`| ${name} `));

  it('has a row for each kind of damage and language', () => {
    const report = reportOf([page(0.9, 0.8), page(0.7, 0.8, { damage: 'fax', language: 'de' })]);
    expect(rowOf(report, 'plain')).toContain('+0.100');
    expect(rowOf(report, 'fax')).toContain('−0.100');
    expect(rowOf(report, 'all')).toMatch(/^\| all +\| 2 /u);
    expect(rowOf(report, 'de')).toMatch(/^\| de +\| 1 /u);
  });

  it('keeps pages with few words, turned pages and pages that neither engine reads apart', () => {
    const report = reportOf([page(0.9, 0.8), page(0, 1, { words: 3 }), page(0.9, 0, { turned: true }), page(0, 0.05)]);
    expect(rowOf(report, 'all')).toMatch(/^\| all +\| 1 /u);
    expect(rowOf(report, 'fewer than 10 words')).toContain('−1.000');
    expect(rowOf(report, 'turned text')).toContain('+0.900');
    expect(rowOf(report, 'neither reads 0.1')).toContain('−0.050');
  });

  it('is summed up for programs by kind of damage', () => {
    const summary = summaryOf([page(0.9, 0.8), page(0.7, 0.8, { damage: 'fax' }), page(0, 1, { words: 3 })]);
    expect(Object.keys(summary)).toEqual(['plain', 'fax', 'all']);
    expect(summary['all']?.pages).toBe(2);
  });

  it('lists the pages that are clearly below tesseract, the worst first', () => {
    const losses = lossesOf([page(0.8, 0.82), page(0.7, 0.9, { page: 2 }), page(0.1, 0.9, { page: 3 })]);
    expect(losses).toHaveLength(2);
    expect(losses[0]).toContain('page 3 (en): 0.100, tesseract 0.900, 100 words; missed: lost words');
  });
});

describe('the comparison of two runs', () => {
  it('names the pages that changed and the means over the pages that both have', () => {
    const before = [page(0.5, 0.9), page(0.9, 0.9, { page: 2 }), page(0.3, 0.9, { page: 3 })];
    const after = [page(0.7, 0.9), page(0.9, 0.9, { page: 2 })];
    const lines = comparisonOf(before, after).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('+0.200 plain a/1.pdf page 1 (en): 0.500 to 0.700');
    expect(lines[1]).toContain('2 pages in both: F1 0.7000 to 0.8000; 1 better, 0 worse');
  });
});
