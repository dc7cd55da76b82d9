import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapByDocument } from '../../../model-container/model/bootstrap.ts';
import { calibrate, fitCalibration } from '../../../model-container/model/calibration.ts';
import { judgeStreams, reviewTable } from '../../../model-container/model/metrics.ts';
import { fitQuantiles, mapToQuantiles } from '../../../model-container/model/normal-quantiles.ts';
import { seededRandom } from '../../../model-container/model/random.ts';

describe('the quality of a split', () => {
  it('is perfect where every boundary is found', () => {
    const judged = judgeStreams([{ probabilities: [0.9, 0.1, 0.8], labels: [1, 0, 1] }]);
    expect(judged).toMatchObject({ pageF1: 1, documentF1: 1, panopticQuality: 1, wholeStreams: 1, dragAndDrops: 0, errorRate: 0, documents: 3 });
  });

  it('counts pages, documents, overlaps and moved pages', () => {
    // Truth: pages 1–2, 3–4. Found: 1–2, 3, 4.
    const judged = judgeStreams([{ probabilities: [0.1, 0.9, 0.9], labels: [0, 1, 0] }]);
    expect(judged.pageF1).toBeCloseTo(2 / 3);
    expect(judged.documentF1).toBeCloseTo(2 / 5);
    expect(judged.panopticQuality).toBeCloseTo(1 / (1 + 0.5 * 2 + 0.5 * 1));
    expect(judged.wholeStreams).toBe(0);
    expect(judged.dragAndDrops).toBe(1);
    expect(judged.errorRate).toBeCloseTo(1 / 3);
  });

  it('moves the smaller of two documents that were left together', () => {
    expect(judgeStreams([{ probabilities: [0.1, 0.1, 0.1], labels: [0, 0, 1] }]).dragAndDrops).toBe(1);
  });

  it('states no calibration error for probabilities that come true', () => {
    const streams = [{ probabilities: [0.75, 0.75, 0.75, 0.75], labels: [1, 1, 1, 0] }];
    expect(judgeStreams(streams).calibrationError).toBeCloseTo(0);
  });
});

describe('the review table', () => {
  it('says how many gaps are looked at, how many of them are wrong, and what is left', () => {
    const [row] = reviewTable([{ probabilities: [0.6, 0.95, 0.02, 0.55], labels: [0, 1, 1, 1] }], [0.5]);
    expect(row).toEqual({ threshold: 0.5, reviewed: 0.5, wrongAmongReviewed: 0.5, errorLeft: 0.25 });
  });

  it('leaves less error and takes more work the higher the threshold', () => {
    const random = seededRandom(3);
    const probabilities = Array.from({ length: 500 }, () => random.next());
    const rows = reviewTable([{ probabilities, labels: probabilities.map((p) => Number(random.chance(p))) }]);
    for (const [at, row] of rows.entries()) {
      expect(row.reviewed).toBeGreaterThanOrEqual(rows[at - 1]?.reviewed ?? 0);
      expect(row.errorLeft).toBeLessThanOrEqual(rows[at - 1]?.errorLeft ?? 1);
    }
  });
});

describe('calibration', () => {
  it('never gives a greater log-odds a smaller probability, whatever it was fitted to', () => {
    const gap = fc.record({ logOdds: fc.double({ min: -20, max: 20, noNaN: true }), label: fc.constantFrom(0, 1), weight: fc.constant(1) });
    fc.assert(
      fc.property(fc.array(gap, { maxLength: 40 }), fc.double({ min: -30, max: 30, noNaN: true }), fc.double({ min: 0, max: 10, noNaN: true }), (gaps, low, more) => {
        const calibration = fitCalibration(gaps);
        const [a, b] = [calibrate(low, calibration), calibrate(low + more, calibration)];
        expect(b).toBeGreaterThanOrEqual(a);
        expect(a).toBeGreaterThan(0);
        expect(b).toBeLessThan(1);
      }),
    );
  });

  it('finds the scale of log-odds that are twice too sure', () => {
    const random = seededRandom(5);
    const gaps = Array.from({ length: 4000 }, () => {
      const honest = 2 * random.normal();
      return { logOdds: 2 * honest, label: Number(random.chance(1 / (1 + Math.exp(-honest)))), weight: 1 };
    });
    expect(fitCalibration(gaps).slope).toBeCloseTo(0.5, 1);
  });
});

describe('normal quantiles', () => {
  it('keep the order, put the middle at 0 and make nothing of an unknown', () => {
    const rows = Array.from({ length: 101 }, (_, at) => Float32Array.of(at ** 3, Number.NaN, 7));
    const tables = fitQuantiles(rows, 3);
    const mapped = (value: number) => {
      const to = new Float32Array(3);
      mapToQuantiles(Float32Array.of(value, value, value), tables, to);
      return [...to];
    };
    expect(mapped(50 ** 3)[0]).toBeCloseTo(0, 1);
    expect(mapped(20 ** 3)[0]).toBeLessThan(mapped(21 ** 3)[0] ?? 0);
    expect(mapped(1e9)[0]).toBe(mapped(1e12)[0]);
    expect(mapped(5).slice(1)).toEqual([0, 0]);
    expect(mapped(Number.NaN)[0]).toBe(0);
  });
});

describe('an interval', () => {
  const gap = (document: string, split: boolean, label: number) => ({ document, split, label });

  it('holds the figure and is the same for the same seed', () => {
    const gaps = Array.from({ length: 40 }, (_, at) => gap(`d${at}`, at % 4 !== 0, 1));
    const interval = bootstrapByDocument(gaps, 1);
    expect(interval.low).toBeLessThan(6 / 7);
    expect(interval.high).toBeGreaterThan(6 / 7);
    expect(bootstrapByDocument(gaps, 1)).toEqual(interval);
  });

  it('is wider where the same gaps are of fewer documents', () => {
    const gaps = (documents: number) => Array.from({ length: 400 }, (_, at) => gap(`d${at % documents}`, (at % documents) % 4 !== 0, 1));
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    expect(width(bootstrapByDocument(gaps(8), 1))).toBeGreaterThan(2 * width(bootstrapByDocument(gaps(200), 1)));
  });
});
