/**
 * Evaluates the split model on unseen sources: by cross-validation, where each document is scored by an ensemble that
 * was trained without its source and all sources of the same origin; or given weights on documents that are newer than
 * they are. docs/glossary.md defines the metrics.
 */
import { intervalsByDocument } from '../../../model-container/evaluation/bootstrap.ts';
import type { Intervals } from '../../../model-container/evaluation/bootstrap.ts';
import type { Calibration } from '../../../model-container/calibration/calibration.ts';
import {
  calibrationFrom,
  DEFAULT_FIT,
  drawTrainingGroup,
  drawTrainingGroups,
  drawEvaluationSet,
  drawStreams,
  foldsBySource,
  requireGroups,
  scoreHeldOut,
  StackedTraining,
} from '../../../model-container/training/base/fit-model.ts';
import type {
  FitPlan,
  HeldOutStream,
  StagePlan,
  StreamRows,
} from '../../../model-container/training/base/fit-model.ts';
import type { EnsembleMember, SplitModel } from '../../../model-container/classifiers/split-model.ts';
import { streamProbabilities } from '../../../model-container/calibration/gap-probabilities.ts';
import { FEATURE_NAMES } from '../../../model-container/features/gap-features.ts';
import { evaluateStreams, reviewTable } from '../../../model-container/evaluation/metrics.ts';
import type { ReviewRow, SplitMetrics } from '../../../model-container/evaluation/metrics.ts';
import type { ScoredStream } from '../../../model-container/evaluation/stream-tally.ts';
import { groupByOrigin } from '../../../model-container/training/shared-origins.ts';
import { EVALUATION_STREAMS } from '../../../model-container/synthetic/streams.ts';
import { DEFAULT_PLAN } from '../../../model-container/training/base/train-network.ts';
import { requireTrainable } from '../../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../../model-container/training/training-documents.ts';
import { gapsOf, hardestDocuments, languages, partsBy, reliabilityBySlice } from './decided-gaps.ts';
import type { CalibratedStream, HardDocument, Part } from './decided-gaps.ts';
import type { Reliability } from './reliability.ts';

export interface EvaluationPlan {
  /**
   * Number of groups of sources (folds), each held out once. null: each source with enough documents is a group,
   * together with the sources of the same origin; the others form one group. Evaluation streams of mixed sources need a
   * group with several sources.
   */
  readonly folds: number | null;
  /** `origin`: sources of one origin are held out together; `source`: each source by itself. */
  readonly together: 'origin' | 'source';
  /** Number of streams of each training, and of clean evaluation streams of each group. */
  readonly trainingStreams: number;
  readonly evaluationStreams: number;
  /** Number of ensemble members, each trained on its own streams. */
  readonly members: number;
  readonly seed: number;
  /**
   * Documents of auxiliary sources, which are only trained on, for every group. Sources that share an origin with an
   * evaluated source are left out.
   */
  readonly auxiliary?: readonly TrainingDocument[];
}

/**
 * Number of groups for the training of stage 2 where each source is held out by itself, and of groups of auxiliary
 * sources.
 */
const [GROUPS, AUXILIARY_GROUPS] = [4, 2];
/** A source with fewer documents is not a group of its own. */
const MIN_DOCUMENTS = 15;
/** Maximum number of pages of a short document, and minimum of a long one. */
const [SHORT, LONG] = [2, 4];

export interface EvaluatedMetrics extends SplitMetrics {
  /** 95 % bootstrap intervals by document. */
  readonly intervals: Intervals;
}

export interface Evaluation {
  readonly model: EvaluatedMetrics;
  readonly mixed: EvaluatedMetrics;
  readonly sameSource: EvaluatedMetrics;
  readonly scanned: EvaluatedMetrics;
  /** Streams of short documents only (many boundaries), and of long documents only (few boundaries). */
  readonly dense: EvaluatedMetrics;
  readonly sparse: EvaluatedMetrics;
  /** Streams with a separator sheet after each document, which is its last page. */
  readonly separated: EvaluatedMetrics;
  /**
   * Streams of at most five documents, streams with a blank verso after each page, and streams with a line stamped on
   * each page.
   */
  readonly few: EvaluatedMetrics;
  readonly blankVersos: EvaluatedMetrics;
  readonly stamped: EvaluatedMetrics;
  readonly baselines: Readonly<Record<'splitEveryPage' | 'pageNumberRule', SplitMetrics>> & {
    /** null where nothing was trained. */
    readonly logisticRegression: SplitMetrics | null;
  };
  readonly review: readonly ReviewRow[];
  readonly scannedReview: readonly ReviewRow[];
  /** By the language of the document after the gap, and by source over streams of that source alone. */
  readonly byLanguage: Readonly<Record<string, Part>>;
  readonly bySource: Readonly<Record<string, Part>>;
  /** Of the probabilities, by slice: kind of stream, and of clean streams the length and language of the document before the gap. */
  readonly reliability: Readonly<Record<string, Reliability>>;
  /** The documents with the most wrong gaps, within or after them. */
  readonly hardest: readonly HardDocument[];
}

const SETTINGS = ['clean', 'scanned', 'dense', 'sparse', 'separated', 'few', 'blankVersos', 'stamped'] as const;
type Setting = (typeof SETTINGS)[number];

/** A stream with the group in which it was held out: it is calibrated on the other groups alone. */
export interface GroupedStream extends HeldOutStream {
  readonly group: number;
}

type Collected = Record<Setting | 'regression', GroupedStream[]> & { readonly numberRule: ScoredStream[] };

const nothingCollected = (): Collected => ({
  clean: [],
  scanned: [],
  dense: [],
  sparse: [],
  separated: [],
  few: [],
  blankVersos: [],
  stamped: [],
  regression: [],
  numberRule: [],
});

type EvaluationSize = Pick<EvaluationPlan, 'evaluationStreams' | 'seed'>;

/** Starts trainings by a plan; tests replace it. */
export type BeginTraining = (plan: FitPlan) => Pick<StackedTraining, 'fit'>;

/**
 * Cross-validation.
 * @throws TrainingDataError where the documents cannot be trained on or have fewer than three groups
 */
export async function evaluateSplits(
  documents: readonly TrainingDocument[],
  plan: EvaluationPlan,
  log: (line: string) => void,
  begin: BeginTraining = (fit) => new StackedTraining(fit),
): Promise<Evaluation> {
  requireTrainable(documents);
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed, streams: plan.trainingStreams };
  const groups = groupsOf(
    documents,
    { ...plan, auxiliary: unrelatedSources(plan.auxiliary ?? [], documents, log) },
    fit,
    begin,
  );
  const collected = nothingCollected();
  for (const [at, group] of groups.entries()) {
    await evaluateGroup(at, group, plan, collected);
    const sources = [...new Set(group.documents.map((document) => document.source))];
    log(`group ${at + 1} of ${groups.length}: ${sources.join(', ')}`);
  }
  const reference = [...collected.clean, ...collected.scanned];
  const regression = evaluateStreams(calibratedByGroup(collected.regression, collected.regression));
  return summarise(
    (setting) => calibratedByGroup(collected[setting], reference),
    { regression, numberRule: collected.numberRule },
    documents,
    plan.seed,
  );
}

/**
 * Evaluates given weights. All documents form one group, so that streams of mixed sources mix all of them.
 * @param documents  documents of sources that the weights were not trained on, which is not checked
 * @throws TrainingDataError where there is no boundary to evaluate
 */
export function evaluateWeights(
  documents: readonly TrainingDocument[],
  weights: SplitModel,
  plan: EvaluationSize,
): Evaluation {
  requireTrainable(documents);
  const collected = nothingCollected();
  collect(weights.ensemble, drawSettings(documents, 0, plan), 0, collected);
  return summarise(
    (setting) => collected[setting].map((stream) => calibrateStream(stream, weights.calibration)),
    { regression: null, numberRule: collected.numberRule },
    documents,
    plan.seed,
  );
}

/** The auxiliary documents whose source shares no origin with an evaluated source. */
function unrelatedSources(
  auxiliary: readonly TrainingDocument[],
  documents: readonly TrainingDocument[],
  log: (line: string) => void,
): TrainingDocument[] {
  const evaluated = new Set(documents);
  const origins = groupByOrigin([...documents, ...auxiliary]);
  const unrelated = new Set(origins.filter((origin) => !origin.some((document) => evaluated.has(document))).flat());
  const left = new Set(auxiliary.filter((document) => !unrelated.has(document)).map(({ source }) => source));
  if (left.size > 0) log(`left out, of the same origin as an evaluated source: ${[...left].join(', ')}`);
  return [...unrelated];
}

/** Logistic regression: a network without hidden layers. */
const LOGISTIC_REGRESSION: StagePlan = { networks: 1, training: { ...DEFAULT_PLAN, hidden: [] }, boosting: null };

/** Documents that are held out together, and the training without them. */
interface HeldOutGroup {
  readonly documents: readonly TrainingDocument[];
  readonly learn: () => Promise<Learnt>;
}

interface Learnt {
  readonly model: readonly EnsembleMember[];
  readonly regression: EnsembleMember;
}

/** The training of one ensemble member. */
interface MemberTraining {
  readonly plan: FitPlan;
  readonly groups: readonly (readonly StreamRows[])[];
  readonly model: ReturnType<BeginTraining>;
}

/** The held-out groups with their trainings. Training streams without a group must not contain its documents. */
function groupsOf(
  documents: readonly TrainingDocument[],
  { folds, together, members, auxiliary = [] }: EvaluationPlan,
  fit: FitPlan,
  begin: BeginTraining,
): HeldOutGroup[] {
  const parted = TOGETHER[together];
  const folded = foldsBySource(documents, folds ?? GROUPS, parted);
  const held = folds === null ? eachSource(parted(documents)) : folded;
  requireGroups(folded.length);
  const all = [...folded, ...foldsBySource(auxiliary, AUXILIARY_GROUPS, parted)];
  const trainings = Array.from({ length: members }, (_, member): MemberTraining => {
    const plan = { ...fit, seed: fit.seed + member };
    return { plan, groups: drawTrainingGroups(all, plan), model: begin(plan) };
  });
  const regression = begin({ ...fit, stage1: LOGISTIC_REGRESSION, stage2: null });
  return held.map((of) => ({
    documents: of,
    learn: async () => {
      const others = trainings.map(({ plan, groups }) => [
        ...folded.flatMap((fold, at) => streamsWithout(of, fold, at, groups[at] ?? [], plan)),
        ...groups.slice(folded.length),
      ]);
      const model: EnsembleMember[] = [];
      for (const [member, training] of trainings.entries()) model.push(await training.model.fit(others[member] ?? []));
      return { model, regression: await regression.fit(others[0] ?? []) };
    },
  }));
}

/**
 * The streams of a fold without these documents: redrawn from the others where it contains some; none where no
 * documents remain.
 */
function streamsWithout(
  held: readonly TrainingDocument[],
  fold: readonly TrainingDocument[],
  at: number,
  streams: readonly StreamRows[],
  fit: FitPlan,
): (readonly StreamRows[])[] {
  const left = fold.filter((document) => !held.includes(document));
  if (left.length === fold.length) return [streams];
  return left.length === 0 ? [] : [drawTrainingGroup(left, at, streams.length, fit)];
}

const TOGETHER = {
  origin: groupByOrigin,
  source: (documents: readonly TrainingDocument[]) => [...Map.groupBy(documents, ({ source }) => source).values()],
} as const;

/** Groups with enough documents, and one group of all others. */
function eachSource(sources: readonly TrainingDocument[][]): TrainingDocument[][] {
  const small = sources.filter((of) => of.length < MIN_DOCUMENTS).flat();
  return [...sources.filter((of) => of.length >= MIN_DOCUMENTS), small].filter((of) => of.length > 0);
}

async function evaluateGroup(
  at: number,
  group: HeldOutGroup,
  plan: EvaluationPlan,
  collected: Collected,
): Promise<void> {
  const { model, regression } = await group.learn();
  const streams = drawSettings(group.documents, at, plan);
  collect(model, streams, at, collected);
  collected.regression.push(...scoreGroup([regression], streams.clean, at));
}

/** Scores the streams of the group at this index with the ensemble and the page-number rule. */
function collect(
  model: readonly EnsembleMember[],
  streams: Record<Setting, readonly StreamRows[]>,
  at: number,
  collected: Collected,
): void {
  for (const setting of SETTINGS) collected[setting].push(...scoreGroup(model, streams[setting], at));
  collected.numberRule.push(...streams.clean.map(byPageNumbers));
}

const scoreGroup = (model: readonly EnsembleMember[], streams: readonly StreamRows[], group: number): GroupedStream[] =>
  scoreHeldOut(model, streams).map((stream) => ({ ...stream, group }));

/** Evaluation streams of each setting for the group at this index. */
function drawSettings(
  documents: readonly TrainingDocument[],
  at: number,
  { evaluationStreams: all, seed }: EvaluationSize,
): Record<Setting, readonly StreamRows[]> {
  const half = Math.ceil(all / 2);
  const shorter = documents.filter((document) => document.pages.length <= SHORT);
  const longer = documents.filter((document) => document.pages.length >= LONG);
  return {
    ...drawEvaluationSet(documents, at, { clean: all, scanned: half }, seed),
    dense: shorter.length < 2 ? [] : drawStreams(shorter, EVALUATION_STREAMS, half, seed + 300 + at),
    sparse:
      longer.length < 2 ? [] : drawStreams(longer, { ...EVALUATION_STREAMS, meanDocuments: 5 }, half, seed + 400 + at),
    separated: drawStreams(documents, { ...EVALUATION_STREAMS, separators: 1 }, half, seed + 500 + at),
    few: drawStreams(documents, { ...EVALUATION_STREAMS, few: 1 }, 2 * all, seed + 600 + at),
    blankVersos: drawStreams(documents, { ...EVALUATION_STREAMS, blankVersos: 1 }, half, seed + 700 + at),
    stamped: drawStreams(documents, { ...EVALUATION_STREAMS, streamLines: 1 }, half, seed + 800 + at),
  };
}

interface Baselines {
  /** null where nothing was trained. */
  readonly regression: SplitMetrics | null;
  readonly numberRule: readonly ScoredStream[];
}

/** @param scored  the calibrated streams of a setting */
function summarise(
  scored: (setting: Setting) => CalibratedStream[],
  { regression, numberRule }: Baselines,
  documents: readonly TrainingDocument[],
  seed: number,
): Evaluation {
  const clean = scored('clean');
  const scanned = scored('scanned');
  const languageOf = languages(documents);
  const labelsOnly = clean.map(({ labels }) => ({ labels, probabilities: labels.map(() => 1) }));
  return {
    model: metricsOf(clean, seed),
    mixed: metricsOf(
      clean.filter(({ stream }) => stream.source === null),
      seed,
    ),
    sameSource: metricsOf(
      clean.filter(({ stream }) => stream.source !== null),
      seed,
    ),
    scanned: metricsOf(scanned, seed),
    dense: metricsOf(scored('dense'), seed),
    sparse: metricsOf(scored('sparse'), seed),
    separated: metricsOf(scored('separated'), seed),
    few: metricsOf(scored('few'), seed),
    blankVersos: metricsOf(scored('blankVersos'), seed),
    stamped: metricsOf(scored('stamped'), seed),
    baselines: {
      splitEveryPage: evaluateStreams(labelsOnly),
      pageNumberRule: evaluateStreams(numberRule),
      logisticRegression: regression,
    },
    review: reviewTable(clean),
    scannedReview: reviewTable(scanned),
    byLanguage: partsBy(gapsOf(clean), ({ after }) => languageOf(after)),
    bySource: partsBy(gapsOf(clean.filter(({ stream }) => stream.source !== null)), ({ after }) =>
      after.slice(0, after.indexOf('/')),
    ),
    reliability: reliabilityBySlice(clean, scanned, documents),
    hardest: hardestDocuments(gapsOf(clean)),
  };
}

const otherGroups = (streams: readonly GroupedStream[], group: number): GroupedStream[] =>
  streams.filter((stream) => stream.group !== group);

/** Calibrates the streams of each group on the reference streams of all other groups. */
export function calibratedByGroup(
  streams: readonly GroupedStream[],
  reference: readonly GroupedStream[],
): CalibratedStream[] {
  const groups = [...new Set(streams.map(({ group }) => group))];
  const calibrations = new Map(groups.map((group) => [group, calibrationFrom(otherGroups(reference, group))] as const));
  return streams.map((stream) => calibrateStream(stream, calibrations.get(stream.group) ?? { slope: 1, intercept: 0 }));
}

const calibrateStream = ({ logOdds, labels, stream }: HeldOutStream, calibration: Calibration): CalibratedStream => ({
  labels,
  stream,
  probabilities: streamProbabilities(logOdds, calibration),
});

const CONTINUES = ['stated_continues', 'bare_continues', 'right_is_above_one'].map((name) =>
  FEATURE_NAMES.indexOf(name),
);

/** A simple baseline: split, unless the page numbers continue. */
const byPageNumbers = ({ rows, labels }: StreamRows): ScoredStream => ({
  labels,
  probabilities: rows.map((row) => (CONTINUES.some((at) => row[at] === 1) ? 0 : 1)),
});

const metricsOf = (streams: readonly CalibratedStream[], seed: number): EvaluatedMetrics => ({
  ...evaluateStreams(streams),
  intervals: intervalsByDocument(
    streams.map(({ probabilities, labels, stream: { names } }) => ({ probabilities, labels, names })),
    seed,
  ),
});
