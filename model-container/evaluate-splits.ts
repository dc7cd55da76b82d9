/**
 * How good the model is on sources that it never saw: every document is judged by networks that were trained without
 * its source. Definitions are in docs/model-card.md.
 */
import { calibrate } from './model/calibration.ts';
import { bootstrapInterval } from './model/bootstrap.ts';
import type { Interval } from './model/bootstrap.ts';
import { calibrationFrom, DEFAULT_FIT, drawGroups, drawStreams, fitNetworks, scoreHeldOut, trainingWithout } from './model/fit-model.ts';
import type { FitPlan, HeldOutStream, SourceGroup, StreamRows } from './model/fit-model.ts';
import { FEATURE_NAMES } from './model/gap-features.ts';
import { judgeStreams, reviewTable } from './model/metrics.ts';
import type { JudgedStream, ReviewRow, SplitQuality } from './model/metrics.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS } from './model/streams.ts';
import { DEFAULT_PLAN } from './model/train-network.ts';
import { requireTrainable, TrainingDataError } from './model/training-documents.ts';
import type { TrainingDocument } from './model/training-documents.ts';

export interface EvaluationPlan {
  /** Groups of sources: as many rounds of training. */
  readonly folds: number;
  /** Streams drawn for each training, and for judging each group. */
  readonly trainingStreams: number;
  readonly judgedStreams: number;
  readonly members: number;
  readonly seed: number;
}

export interface Figures extends SplitQuality {
  readonly pageF1Interval: Interval;
}

export interface Evaluation {
  readonly model: Figures;
  readonly mixed: Figures;
  readonly sameSource: Figures;
  readonly scanned: Figures;
  readonly baselines: Readonly<Record<'splitEveryPage' | 'pageNumberRule' | 'logisticRegression', SplitQuality>>;
  readonly review: readonly ReviewRow[];
  readonly scannedReview: readonly ReviewRow[];
  /** Page F1 and error rate by held-out source, over streams of that source alone. */
  readonly bySource: Readonly<Record<string, { readonly pageF1: number; readonly errorRate: number; readonly gaps: number }>>;
}

/** A stream with the group in which it was held out, so that its calibration comes from the other groups alone. */
interface GroupedStream extends HeldOutStream {
  readonly group: number;
}

interface Collected {
  readonly clean: GroupedStream[];
  readonly scanned: GroupedStream[];
  readonly regression: GroupedStream[];
  readonly numberRule: JudgedStream[];
}

/** @throws TrainingDataError where there is nothing to learn or only one source */
export async function evaluateSplits(documents: readonly TrainingDocument[], plan: EvaluationPlan, say: (line: string) => void): Promise<Evaluation> {
  requireTrainable(documents);
  const collected: Collected = { clean: [], scanned: [], regression: [], numberRule: [] };
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed, seeds: plan.members, streams: plan.trainingStreams };
  const groups = drawGroups(documents, plan.folds, fit);
  if (groups.length < 2) throw new TrainingDataError('The documents come from one source: there is none to hold out.');
  for (const [at, group] of groups.entries()) {
    await judgeGroup(groups, at, group, fit, plan, collected);
    say(`group ${at + 1} of ${groups.length}: ${[...new Set(group.documents.map((document) => document.source))].join(', ')}`);
  }
  const calibration = [...collected.clean, ...collected.scanned];
  const clean = calibrated(collected.clean, calibration);
  const scanned = calibrated(collected.scanned, calibration);
  const only = (wanted: (source: string | null) => boolean) => clean.filter((_, at) => wanted(collected.clean[at]?.stream.source ?? null));
  return {
    model: figuresOf(clean, plan.seed),
    mixed: figuresOf(only((source) => source === null), plan.seed),
    sameSource: figuresOf(only((source) => source !== null), plan.seed),
    scanned: figuresOf(scanned, plan.seed),
    baselines: {
      splitEveryPage: judgeStreams(clean.map(({ labels }) => ({ labels, probabilities: labels.map(() => 1) }))),
      pageNumberRule: judgeStreams(collected.numberRule),
      logisticRegression: judgeStreams(calibrated(collected.regression, collected.regression)),
    },
    review: reviewTable(clean),
    scannedReview: reviewTable(scanned),
    bySource: figuresBySource(collected.clean, clean),
  };
}

async function judgeGroup(groups: readonly SourceGroup[], at: number, group: SourceGroup, fit: FitPlan, plan: EvaluationPlan, collected: Collected): Promise<void> {
  const training = trainingWithout(groups, group);
  const fitted = await fitNetworks(training, fit);
  const regression = await fitNetworks(training, { ...fit, seeds: 1, training: { ...DEFAULT_PLAN, hidden: [] } });
  const clean = drawStreams(group.documents, EVALUATION_STREAMS, plan.judgedStreams, plan.seed + 100 + at);
  const scanned = drawStreams(group.documents, SCANNED_EVALUATION_STREAMS, Math.ceil(plan.judgedStreams / 2), plan.seed + 200 + at);
  const grouped = (streams: readonly HeldOutStream[]): GroupedStream[] => streams.map((stream) => ({ ...stream, group: at }));
  collected.clean.push(...grouped(scoreHeldOut(fitted, clean)));
  collected.scanned.push(...grouped(scoreHeldOut(fitted, scanned)));
  collected.regression.push(...grouped(scoreHeldOut(regression, clean)));
  collected.numberRule.push(...clean.map(byPageNumbers));
}

function calibrated(streams: readonly GroupedStream[], reference: readonly GroupedStream[]): JudgedStream[] {
  const groups = [...new Set(streams.map(({ group }) => group))];
  const calibrations = new Map(groups.map((group) => {
    const others = reference.filter((stream) => stream.group !== group);
    return [group, calibrationFrom(others)] as const;
  }));
  return streams.map(({ logOdds, labels, group }) => {
    const calibration = calibrations.get(group) ?? { slope: 1, offset: 0 };
    return { labels, probabilities: logOdds.map((odds) => calibrate(odds, calibration)) };
  });
}

const CONTINUES = ['stated_continues', 'bare_continues', 'right_is_above_one'].map((name) => FEATURE_NAMES.indexOf(name));

/** The rule people try first: split, unless the page numbers go on. */
const byPageNumbers = ({ rows, labels }: StreamRows): JudgedStream => ({ labels, probabilities: rows.map((row) => (CONTINUES.some((at) => row[at] === 1) ? 0 : 1)) });

const figuresOf = (streams: readonly JudgedStream[], seed: number): Figures => ({
  ...judgeStreams(streams),
  pageF1Interval: bootstrapInterval(streams, (drawn) => judgeStreams(drawn).pageF1, seed),
});

function figuresBySource(streams: readonly GroupedStream[], judged: readonly JudgedStream[]): Evaluation['bySource'] {
  const bySource = Map.groupBy(judged.map((stream, at) => ({ stream, source: streams[at]?.stream.source ?? null })), ({ source }) => source);
  return Object.fromEntries(
    [...bySource].flatMap(([source, of]) => {
      if (source === null) return [];
      const { pageF1, errorRate, gaps } = judgeStreams(of.map(({ stream }) => stream));
      return [[source, { pageF1, errorRate, gaps }] as const];
    }),
  );
}
