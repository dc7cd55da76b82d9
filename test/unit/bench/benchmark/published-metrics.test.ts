import { describe, expect, it } from 'vitest';
import {
  accuracy,
  documentScores,
  kappa,
  mndd,
  pageScores,
  panopticScores,
  randIndex,
  vMeasure,
} from '../../../../bench/benchmark/published-metrics.ts';

/** 1 where a document begins. */
const begins = (labels: string) => Array.from(labels, (label) => label === '1');

describe('the metrics of published benchmarks, counted by hand', () => {
  // Documents of 3, 2 and 2 pages; found are 3, 1, 1 and 2: one boundary too many.
  const [truth, found] = [begins('1001010'), begins('1001110')];

  it('counts the pages that begin a document, the first page too', () => {
    expect(pageScores(truth, found)).toEqual({ precision: 3 / 4, recall: 1, f1: 6 / 7 });
  });

  it('counts the documents that are exactly right', () => {
    // The first and the last of 3 true and 4 found ones.
    expect(documentScores(truth, found)).toEqual({ precision: 2 / 4, recall: 2 / 3, f1: 4 / 7 });
  });

  it('finds no document where none is exactly right', () => {
    expect(documentScores(begins('1010'), begins('1001')).f1).toBe(0);
  });

  it('compares the labels of the pages, and takes off what chance would give', () => {
    expect(accuracy(truth, found)).toBe(6 / 7);
    // Chance: 3/7 · 4/7 + 4/7 · 3/7 = 24/49; (42/49 − 24/49) / (1 − 24/49) = 18/25.
    expect(kappa(truth, found)).toBeCloseTo(18 / 25, 12);
    expect(kappa(begins('11'), begins('11'))).toBe(1);
  });

  it('moves the page of the false document back: one drag and drop', () => {
    expect(mndd(truth, found)).toBe(1);
    expect(mndd(truth, truth)).toBe(0);
  });

  it('moves the smaller parts where documents are merged', () => {
    // Found is one document of 7 pages: 3 stay, 4 move.
    expect(mndd(truth, begins('1000000'))).toBe(4);
    // True 1–4, found 1–2 and 3–4: each found document can stay for one true document only.
    expect(mndd(begins('1000'), begins('1010'))).toBe(2);
    // True 1 | 2–4, found 1–3 | 4: 1 with 1–3 and 4 with 2–4 keep 2; 2–4 with 1–3 alone keeps 2 as well.
    expect(mndd(begins('1100'), begins('1001'))).toBe(2);
  });

  it('weighs the matches of PQ by their intersection over union', () => {
    // 1–3 and 6–7 match with 1; of 4–5 (true) and 4 (found) the IoU is exactly 0.5, which is no match.
    expect(panopticScores(truth, found, false)).toEqual({ pq: 4 / 7, sq: 1, rq: 4 / 7 });
    // True 1–3 | 4, found 1–4: IoU 3/4.
    expect(panopticScores(begins('1001'), begins('1000'), false)).toEqual({ pq: 0.75 * (2 / 3), sq: 0.75, rq: 2 / 3 });
    expect(panopticScores(begins('1010'), begins('1001'), false).pq).toBeCloseTo((2 / 3) * 0.5, 12);
  });

  it('matches less strictly in PQ*', () => {
    // True 1–3 and 4–5; found 1 and 2–5. Of 1–3 and 2–5, 2 pages are shared, 1 is only in the one, 2 only in the other: no
    // match. Of 4–5 and 2–5, 2 are shared and 2 are only in the other: no match.
    expect(panopticScores(begins('10010'), begins('11000'), true).pq).toBe(0);
    // True 1–5 and 6–8; found 1–2 and 3–8. 3–5 are shared, 1–2 and 6–8: 3 > 2, but not 3 > 3. 6–8: 3 > 0, not 3 > 3.
    expect(panopticScores(begins('10000100'), begins('10100000'), true).rq).toBe(0);
    // True 1–5 and 6–7; found 1–2 and 3–7: 3 shared, 2 and 2 not. IoU 3/7 is no match of PQ.
    const [uneven, other] = [begins('1000010'), begins('1010000')];
    expect(panopticScores(uneven, other, false).rq).toBe(0);
    expect(panopticScores(uneven, other, true)).toEqual({ sq: 3 / 7, rq: 0.5, pq: (3 / 7) * 0.5 });
  });

  it('counts the pairs of pages that are rightly together or apart', () => {
    // Pages a a b b, found x x x y: together in both: 12; apart in both: 14, 24; wrong: 13, 23, 34.
    expect(randIndex(Array.from('aabb'), Array.from('xxxy'))).toBe(3 / 6);
    expect(randIndex(Array.from('abab'), Array.from('xyxy'))).toBe(1);
    expect(randIndex(['a'], ['x'])).toBe(1);
  });

  it('takes the harmonic mean of homogeneity and completeness', () => {
    expect(vMeasure(Array.from('aabb'), Array.from('yyxx'))).toBeCloseTo(1, 12);
    // One found document says nothing: homogeneity 0, completeness 1.
    expect(vMeasure(Array.from('aabb'), Array.from('xxxx'))).toBe(0);
    // Each page alone: homogeneity 1; completeness 1 − ln 2 / ln 4 = 0.5; the harmonic mean is 2/3.
    expect(vMeasure(Array.from('aabb'), Array.from('wxyz'))).toBeCloseTo(2 / 3, 12);
  });
});
