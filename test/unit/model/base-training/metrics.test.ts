import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsByDocument } from '../../../../model-container/evaluation/bootstrap.ts';
import type { NamedStream } from '../../../../model-container/evaluation/bootstrap.ts';
import { calibrate, fitCalibration } from '../../../../model-container/calibration/calibration.ts';
import { METRICS, evaluateStreams, reviewTable } from '../../../../model-container/evaluation/metrics.ts';
import { fitQuantiles, mapToQuantiles } from '../../../../model-container/classifiers/normal-quantiles.ts';
import { seededRandom } from '../../../../model-container/random.ts';

describe('the quality of a split', () => {
  it('is perfect where every boundary is found', () => {
    const metrics = evaluateStreams([{ probabilities: [0.9, 0.1, 0.8], labels: [1, 0, 1] }]);
    expect(metrics).toMatchObject({
      pageF1: 1,
      documentF1: 1,
      panopticQuality: 1,
      exactMatchRate: 1,
      dragAndDropDistance: 0,
      errorRate: 0,
      documents: 3,
    });
  });

  it('counts pages, documents, overlaps and moved pages', () => {
    // Truth: pages 1–2, 3–4. Found: 1–2, 3, 4.
    const metrics = evaluateStreams([{ probabilities: [0.1, 0.9, 0.9], labels: [0, 1, 0] }]);
    expect(metrics.pageF1).toBeCloseTo(2 / 3);
    expect(metrics.documentF1).toBeCloseTo(2 / 5);
    expect(metrics.panopticQuality).toBeCloseTo(1 / (1 + 0.5 * 2 + 0.5 * 1));
    expect(metrics.exactMatchRate).toBe(0);
    expect(metrics.dragAndDropDistance).toBe(1);
    expect(metrics.errorRate).toBeCloseTo(1 / 3);
  });

  it('counts the smaller of two joined documents as moved', () => {
    expect(evaluateStreams([{ probabilities: [0.1, 0.1, 0.1], labels: [0, 0, 1] }]).dragAndDropDistance).toBe(1);
  });

  it('has no calibration error for calibrated probabilities', () => {
    const streams = [{ probabilities: [0.75, 0.75, 0.75, 0.75], labels: [1, 1, 1, 0] }];
    expect(evaluateStreams(streams).calibrationError).toBeCloseTo(0);
  });
});

describe('the review table', () => {
  it('gives correction effort, error rate among the reviewed gaps, and error rate after correction', () => {
    const [row] = reviewTable([{ probabilities: [0.6, 0.95, 0.02, 0.55], labels: [0, 1, 1, 1] }], [0.5]);
    expect(row).toEqual({
      threshold: 0.5,
      correctionEffort: 0.5,
      errorRateAmongReviewed: 0.5,
      errorRateAfterCorrection: 0.25,
    });
  });

  it('has a lower error rate and more effort for a higher threshold', () => {
    const random = seededRandom(3);
    const probabilities = Array.from({ length: 500 }, () => random.next());
    const rows = reviewTable([{ probabilities, labels: probabilities.map((p) => Number(random.chance(p))) }]);
    for (const [at, row] of rows.entries()) {
      expect(row.correctionEffort).toBeGreaterThanOrEqual(rows[at - 1]?.correctionEffort ?? 0);
      expect(row.errorRateAfterCorrection).toBeLessThanOrEqual(rows[at - 1]?.errorRateAfterCorrection ?? 1);
    }
  });
});

describe('calibration', () => {
  it('is monotonic, whatever data it is fitted to', () => {
    const gap = fc.record({
      logOdds: fc.double({ min: -20, max: 20, noNaN: true }),
      label: fc.constantFrom(0, 1),
      weight: fc.constant(1),
    });
    fc.assert(
      fc.property(
        fc.array(gap, { maxLength: 40 }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        fc.double({ min: 0, max: 10, noNaN: true }),
        (gaps, low, more) => {
          const calibration = fitCalibration(gaps);
          const [a, b] = [calibrate(low, calibration), calibrate(low + more, calibration)];
          expect(b).toBeGreaterThanOrEqual(a);
          expect(a).toBeGreaterThan(0);
          expect(b).toBeLessThan(1);
        },
      ),
    );
  });

  it('finds the slope of log-odds that are too confident by a factor of two', () => {
    const random = seededRandom(5);
    const gaps = Array.from({ length: 4000 }, () => {
      const honest = 2 * random.normal();
      return { logOdds: 2 * honest, label: Number(random.chance(1 / (1 + Math.exp(-honest)))), weight: 1 };
    });
    expect(fitCalibration(gaps).slope).toBeCloseTo(0.5, 1);
  });
});

describe('normal quantiles', () => {
  it('keep the order, map the median to 0 and a missing value to 0', () => {
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

describe('the bootstrap intervals of metrics', () => {
  /** Streams of documents of two pages, `each` to a stream; every `wrongEvery`-th document is cut in two. */
  const streamsOf = (documents: number, streams: number, each: number, wrongEvery: number): NamedStream[] =>
    Array.from({ length: streams }, (_, stream) => {
      const numbers = Array.from({ length: each }, (_unused, at) => (stream * each + at) % documents);
      const labels = numbers.flatMap((_number, at) => (at === 0 ? [0] : [1, 0]));
      const probabilities = numbers.flatMap((number, at) => [
        ...(at === 0 ? [] : [0.9]),
        number % wrongEvery === 0 ? 0.8 : 0.1,
      ]);
      return { labels, probabilities, names: numbers.map((number) => `d${number}`) };
    });
  const width = ({ low, high }: { low: number; high: number }) => high - low;

  it('contain the metrics, and are the same for the same seed', () => {
    const streams = streamsOf(120, 40, 3, 4);
    const [metrics, intervals] = [evaluateStreams(streams), intervalsByDocument(streams, 1)];
    for (const figure of METRICS) {
      expect([figure, intervals[figure].low < metrics[figure] && metrics[figure] < intervals[figure].high]).toEqual([
        figure,
        true,
      ]);
    }
    expect(intervalsByDocument(streams, 1)).toEqual(intervals);
    expect(intervalsByDocument(streams, 2)).not.toEqual(intervals);
  });

  it('are wider where the same gaps come from fewer documents', () => {
    const [few, many] = [
      intervalsByDocument(streamsOf(8, 40, 8, 4), 1),
      intervalsByDocument(streamsOf(320, 40, 8, 4), 1),
    ];
    for (const figure of ['pageF1', 'documentF1', 'panopticQuality', 'errorRate', 'dragAndDropDistance'] as const)
      expect([figure, width(few[figure]) > 2 * width(many[figure])]).toEqual([figure, true]);
  });

  it('of the exact-match rate are binomial where no document is in two streams', () => {
    const { exactMatchRate } = intervalsByDocument(streamsOf(400, 100, 4, 8), 1);
    expect(width(exactMatchRate)).toBeGreaterThan(0.8 * (2 * 1.96 * 0.05));
    expect(width(exactMatchRate)).toBeLessThan(2 * (2 * 1.96 * 0.05));
  });

  it('have no width where nothing varies', () => {
    const { pageF1, dragAndDropDistance, calibrationError } = intervalsByDocument(
      streamsOf(60, 20, 3, 1000).slice(1),
      1,
    );
    expect([width(pageF1), width(dragAndDropDistance)]).toEqual([0, 0]);
    expect(width(calibrationError)).toBeLessThan(0.02);
  });
});
