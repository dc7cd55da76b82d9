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
