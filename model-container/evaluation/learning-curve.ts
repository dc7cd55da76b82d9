/** Advice on more training documents, from a power law fitted to the learning curve. */
import type { TrainingReport } from './report.ts';

type Curve = TrainingReport['learning_curve'];

/** With fewer documents no figure of a training is relied on. */
export const MIN_DOCUMENTS = 20;
/** The most documents that the advice asks for. */
const MAX_ADVISED = 1000;
const TARGET_ERROR_RATE = 0.01;
/** The lowest error rate that a few hundred gaps can show: none of them wrong does not prove an error rate of 0. */
const MIN_ERROR_RATE = 0.0005;

/**
 * Numbers of training documents at which the error rate is measured: below 80 % of the documents that are not held out.
 */
export const curveSizes = (most: number): number[] =>
  [5, 10, 20, 40, 80, 160, 320, 640].filter((size) => size < 0.8 * most);

/** How many more documents reach half of the present error rate, or 1 % of the gaps, whichever is lower. */
export function adviseMoreData(curve: Curve, documents: number): TrainingReport['more_data'] {
  const last = curve.at(-1);
  const now = last?.error_rate ?? 1;
  const target = Math.min(TARGET_ERROR_RATE, now / 2);
  if (now <= MIN_ERROR_RATE) {
    const isReliable = documents >= MIN_DOCUMENTS;
    return {
      target_error_rate: MIN_ERROR_RATE,
      more_documents: isReliable ? 0 : null,
      advice:
        'No error was left on the documents held out. ' +
        (isReliable
          ? 'More documents of the same kinds will change little; add kinds that are missing.'
          : 'They are too few documents to rely on that. Forty are a good start.'),
    };
  }
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
        'The error no longer falls with more documents of these kinds. ' +
        'Look at the documents that it gets wrong: kinds that are missing help more.',
    };
  }
  const needed = Math.ceil((law.factor / target) ** (1 / law.exponent));
  const more = Math.max(0, needed - documents);
  if (needed > MAX_ADVISED)
    return {
      target_error_rate: target,
      more_documents: null,
      advice: `More documents help slowly: an error of ${percent(target)} would take more than ${MAX_ADVISED}.`,
    };
  return {
    target_error_rate: target,
    more_documents: more,
    advice: `About ${more} more documents should bring the error from ${percent(now)} to ${percent(target)}.`,
  };
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

/** Fits error = factor · documents^−exponent by least squares on the logarithms. */
function fitPowerLaw(points: Curve): { readonly factor: number; readonly exponent: number } | undefined {
  if (points.length < 2) return undefined;
  const logs = points.map((point) => ({
    x: Math.log(point.documents),
    y: Math.log(Math.max(MIN_ERROR_RATE, point.error_rate)),
  }));
  const mean = (of: (point: { x: number; y: number }) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = mean((point) => (point.x - x) ** 2);
  if (spread === 0) return undefined;
  const slope = mean((point) => (point.x - x) * (point.y - y)) / spread;
  return { factor: Math.exp(y - slope * x), exponent: -slope };
}
