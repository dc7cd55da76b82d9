import { describe, expect, it } from 'vitest';
import { errorRate, reportTable, type ScoredPage } from '../../../../bench/handwriting/report.ts';

const pageOf = (source: string, ...lines: (readonly [characters: number, edits: number])[]): ScoredPage => ({
  source,
  language: 'fr',
  written: '2024',
  lines: lines.map(([characters, edits]) => ({
    characters,
    edits: { reader: edits, service: characters, print: characters },
    found: edits < characters,
  })),
});

describe('The error rate of handwriting', () => {
  it('is over all characters: long lines count more than short ones', () => {
    expect(errorRate([pageOf('a', [90, 0], [10, 10])], 'reader').rate).toBe(0.1);
  });

  it('has an interval over whole pages, which is wider the more they differ', () => {
    const alike = errorRate([pageOf('a', [100, 10]), pageOf('a', [100, 10])], 'reader');
    const unlike = errorRate([pageOf('a', [100, 0]), pageOf('a', [100, 20])], 'reader');
    expect(alike).toEqual({ rate: 0.1, interval: [0.1, 0.1] });
    expect(unlike).toEqual({ rate: 0.1, interval: [0, 0.2] });
  });

  it('is 0 without pages', () => {
    expect(errorRate([], 'service').rate).toBe(0);
  });

  it('is reported for each source, and for all where there are several', () => {
    const table = reportTable([pageOf('a', [100, 5]), pageOf('b', [100, 100])]);
    expect(table).toHaveLength(5);
    expect(table[2]).toContain('| a, fr, 2024 | 1 | 1 | 100 | 0.050 (0.05 to 0.05) |');
    expect(table[2]).toMatch(/\| 1 \| 1 \|$/);
    expect(table[4]).toContain('**all** | 2 | 2 | 200 | 0.525');
  });
});
