/** How much more would help: a power law through the learning curve. */
import type { TrainingReport } from './report.ts';

type Curve = TrainingReport['learning_curve'];

/** Nobody is asked for more than this. */
const MOST = 1000;
const GOOD_ENOUGH = 0.01;
/** No error among a few hundred gaps is no proof of none. */
const SMALLEST = 0.0005;

/** Numbers of documents at which the error is measured, below the most that can be learnt from while some are held out. */
export const curveSizes = (most: number): number[] =>
  [5, 10, 20, 40, 80, 160, 320, 640].filter((size) => size < 0.8 * most);

/** Half of the present error, or one gap in a hundred, whichever is less: how many more documents until then. */
export function adviseMoreData(curve: Curve, documents: number): TrainingReport['more_data'] {
  const last = curve.at(-1);
  const now = last?.error_rate ?? 1;
  const target = Math.min(GOOD_ENOUGH, now / 2);
  if (now <= SMALLEST)
    return {
      target_error_rate: SMALLEST,
      more_documents: 0,
      advice:
        'No error was left on the documents held out. More documents of the same kinds will change little; add kinds that are missing.',
    };
  const learnt = curve.filter((point) => point.documents > 0);
  const law = fitPowerLaw(learnt);
  if (learnt.length < 3 || law === undefined) {
    return {
      target_error_rate: target,
      more_documents: null,
      advice: 'There are too few documents to say how many more would help. Forty are a good start.',
    };
  }
  if (law.exponent < 0.05) {
    return {
      target_error_rate: target,
      more_documents: null,
      advice:
        'The error no longer falls with more documents of these kinds. Look at the documents that it gets wrong: kinds that are missing help more.',
    };
  }
  const needed = Math.ceil((law.factor / target) ** (1 / law.exponent));
  const more = Math.max(0, needed - documents);
  if (needed > MOST)
    return {
      target_error_rate: target,
      more_documents: null,
      advice: `More documents help slowly: an error of ${percent(target)} would take more than ${MOST}.`,
    };
  return {
    target_error_rate: target,
    more_documents: more,
    advice: `About ${more} more documents should bring the error from ${percent(now)} to ${percent(target)}.`,
  };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** error = factor · documents^−exponent, by least squares of the logarithms. */
function fitPowerLaw(points: Curve): { readonly factor: number; readonly exponent: number } | undefined {
  if (points.length < 2) return undefined;
  const logs = points.map((point) => ({
    x: Math.log(point.documents),
    y: Math.log(Math.max(SMALLEST, point.error_rate)),
  }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  if (spread === 0) return undefined;
  const slope = mean((point) => (point.x - x) * (point.y - y)) / spread;
  return { factor: Math.exp(y - slope * x), exponent: -slope };
}
