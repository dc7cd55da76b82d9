/** The points of the report's charts. */
import type { ModelEvaluation } from '../../api/training/models.ts';
import type { Schema } from '../../api/client/client.ts';

export interface CurvePoint {
  readonly documents: number;
  readonly error: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The line to the target that the service expects. */
  readonly forecast: number | null;
}

/** The learning curve, and after it the point at which the target is expected where a number is known. */
export const curvePoints = ({
  learning_curve: curve,
  assessment: { more_documents: more, target_error_rate: target },
  trained_on: { documents },
}: Pick<ModelEvaluation, 'learning_curve' | 'assessment' | 'trained_on'>): CurvePoint[] => {
  const hasForecast = more !== null && more > 0 && curve.length > 0;
  const measured = curve.map(({ documents: at, error_rate: error, interval: { low, high } }, index) => ({
    documents: at,
    error,
    low,
    high,
    forecast: hasForecast && index === curve.length - 1 ? error : null,
  }));
  if (!hasForecast) return measured;
  return [...measured, { documents: documents + more, error: null, low: null, high: null, forecast: target }];
};

export interface CalibrationPoint {
  readonly stated: number;
  /** Share of the gaps that are boundaries; null at the ends of the diagonal. */
  readonly observed: number | null;
  readonly ideal: number;
}

/** The bins that have gaps, by what the model stated, with the diagonal on which a calibrated model's would lie. */
export const calibrationPoints = (bins: readonly Schema<'CalibrationBin'>[]): CalibrationPoint[] => [
  { stated: 0, observed: null, ideal: 0 },
  ...bins
    .filter(({ gaps }) => gaps > 0)
    .map(({ stated, splits: observed }) => ({ stated, observed, ideal: stated }))
    .sort((one, other) => one.stated - other.stated),
  { stated: 1, observed: null, ideal: 1 },
];

/** The ticks of an axis of rates, which has five: their distance is one of these times a power of ten. */
const TICK_STEPS = [1, 2, 2.5, 3, 4, 5, 6, 8, 10];
const STEPS_OF_AXIS = 4;
/** The end where all rates are 0: 1 %. */
const LEAST_END = 0.01;

/** Where an axis of rates from 0 ends, so that its ticks are round numbers at equal distances. @param most  the largest rate */
export const rateAxisEnd = (most: number): number => {
  if (most <= LEAST_END) return LEAST_END;
  const power = 10 ** Math.floor(Math.log10(most / STEPS_OF_AXIS));
  const step = TICK_STEPS.find((one) => one * power * STEPS_OF_AXIS >= most) ?? 10;
  // Without the digits that binary fractions add.
  return Number((step * power * STEPS_OF_AXIS).toPrecision(3));
};
