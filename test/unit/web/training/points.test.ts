import { describe, expect, it } from 'vitest';
import { calibrationPoints, curvePoints, rateAxisEnd } from '../../../../web/src/training/report/points.ts';

const curve = [
  { documents: 0, error_rate: 0.08, interval: { low: 0.05, high: 0.12 } },
  { documents: 20, error_rate: 0.04, interval: { low: 0.02, high: 0.06 } },
];
const trained = {
  documents: 24,
  pages: 60,
  senders: null,
  held_out_by: 'document',
  folds: 3,
  evaluated_gaps: 36,
  evaluated_streams: 12,
  repeated_documents: 0,
} as const;
const evaluationOf = (more: number | null) => ({
  learning_curve: curve,
  trained_on: trained,
  assessment: {
    confidence: 'fair',
    detail: '',
    more_documents: more,
    target_error_rate: 0.01,
    advice: '',
  } as const,
});

describe('The points of the learning curve', () => {
  it('end where the service expects the target', () => {
    expect(curvePoints(evaluationOf(30))).toEqual([
      { documents: 0, error: 0.08, low: 0.05, high: 0.12, forecast: null },
      { documents: 20, error: 0.04, low: 0.02, high: 0.06, forecast: 0.04 },
      { documents: 54, error: null, low: null, high: null, forecast: 0.01 },
    ]);
  });

  it.each([null, 0])('are only the measured ones where %s more documents are asked for', (more) => {
    const points = curvePoints(evaluationOf(more));
    expect(points).toHaveLength(2);
    expect(points.every(({ forecast }) => forecast === null)).toBe(true);
  });
});

describe('The points of the calibration plot', () => {
  it('are the bins that have places, between the ends of the diagonal', () => {
    const bins = [
      { from: 0.9, to: 1, gaps: 5, stated: 0.95, splits: 0.8 },
      { from: 0.4, to: 0.5, gaps: 0, stated: 0, splits: 0 },
      { from: 0, to: 0.1, gaps: 9, stated: 0.02, splits: 0 },
    ];
    expect(calibrationPoints(bins)).toEqual([
      { stated: 0, observed: null, ideal: 0 },
      { stated: 0.02, observed: 0, ideal: 0.02 },
      { stated: 0.95, observed: 0.8, ideal: 0.95 },
      { stated: 1, observed: null, ideal: 1 },
    ]);
  });
});

describe('An axis of rates', () => {
  it.each([
    [0, 0.01],
    [0.004, 0.01],
    [0.012, 0.012],
    [0.1033, 0.12],
    [0.2456, 0.32],
    [0.262, 0.32],
    [1, 1],
  ])('up to %d ends at %d, so that its ticks are round', (most, end) => {
    expect(rateAxisEnd(most)).toBe(end);
  });
});
