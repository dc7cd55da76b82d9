/**
 * How good the model is on sources that it never saw: every document is judged by learners that were trained without
 * its source and any of the same origin; or weights that are there are judged on documents that came after them. Definitions are in docs/model-card.md.
 */
import { intervalsByDocument } from '../../model-container/evaluation/bootstrap.ts';
import type { Intervals } from '../../model-container/evaluation/bootstrap.ts';
import type { Calibration } from '../../model-container/calibration/calibration.ts';
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
} from '../../model-container/training/base/fit-model.ts';
import type { FitPlan, HeldOutStream, StagePlan, StreamRows } from '../../model-container/training/base/fit-model.ts';
import type { EnsembleMember, SplitModel } from '../../model-container/classifiers/split-model.ts';
import { streamProbabilities } from '../../model-container/calibration/gap-probabilities.ts';
import { FEATURE_NAMES } from '../../model-container/features/gap-features.ts';
import { evaluateStreams, reviewTable } from '../../model-container/evaluation/metrics.ts';
import type { ReviewRow, SplitMetrics } from '../../model-container/evaluation/metrics.ts';
import type { ScoredStream } from '../../model-container/evaluation/stream-tally.ts';
import { groupByOrigin } from '../../model-container/training/shared-origins.ts';
import { EVALUATION_STREAMS } from '../../model-container/synthetic/streams.ts';
import { DEFAULT_PLAN } from '../../model-container/training/base/train-network.ts';
import { requireTrainable } from '../../model-container/training/training-documents.ts';
import type { TrainingDocument } from '../../model-container/training/training-documents.ts';

export interface EvaluationPlan {
  /**
   * Groups of sources, each held out once; null: every source with enough documents is a group of its own, with the sources of the same
   * origin; the others form one. Streams of mixed sources are only judged where a group has several.
   */
  readonly folds: number | null;
  /** Whether sources of one origin are held out together, or each source as it is named, whatever it shares with others. */
  readonly together: 'origin' | 'source';
  /** Streams drawn for each training, and for judging each group. */
  readonly trainingStreams: number;
  readonly evaluationStreams: number;
  /** Trainings whose log-odds are averaged, each on streams of its own. */
  readonly members: number;
  readonly seed: number;
  /** Documents that learners of every group may learn from, and none is judged on: what more documents bring, on the same streams. Sources of one origin with a judged one are left out. */
  readonly auxiliary?: readonly TrainingDocument[];
}

/** Groups in which the other sources train where every source is held out by itself, and those of the documents that are never judged on. */
const [GROUPS, AUXILIARY_GROUPS] = [4, 2];
/** A source with fewer documents says little by itself. */
const MIN_DOCUMENTS = 15;
/** Pages of a short document at most, and of a long one at least. */
const [SHORT, LONG] = [2, 4];

export interface Figures extends SplitMetrics {
  /** The middle 95 % over samples of the documents, of every figure. */
  readonly intervals: Intervals;
}

export interface Evaluation {
  readonly model: Figures;
  readonly mixed: Figures;
  readonly sameSource: Figures;
  readonly scanned: Figures;
  /** Streams of short documents alone, and of long ones alone: many boundaries, and few. */
  readonly dense: Figures;
  readonly sparse: Figures;
  /** Streams with a separator sheet after every document, which counts as its last page. */
  readonly separated: Figures;
  /** Streams of at most five documents, those with an empty back after every page, and those with a line that a machine printed on every page, which counts in half of them. */
  readonly few: Figures;
  readonly blankVersos: Figures;
  readonly stamped: Figures;
  readonly baselines: Readonly<Record<'splitEveryPage' | 'pageNumberRule', SplitMetrics>> & {
    /** null: nothing was trained. */
    readonly logisticRegression: SplitMetrics | null;
  };
  readonly review: readonly ReviewRow[];
  readonly scannedReview: readonly ReviewRow[];
  /** By the language of the page after the gap, and by held-out source over streams of that source alone. */
  readonly byLanguage: Readonly<Record<string, Part>>;
  readonly bySource: Readonly<Record<string, Part>>;
  /** The documents that most gaps went wrong in, or after, and how many. */
  readonly hardest: readonly { readonly document: string; readonly wrong: number; readonly gaps: number }[];
}

export interface Part {
  readonly pageF1: number;
  readonly errorRate: number;
  readonly gaps: number;
}

const SETTINGS = ['clean', 'scanned', 'dense', 'sparse', 'separated', 'few', 'backed', 'stamped'] as const;
type Setting = (typeof SETTINGS)[number];

/** A stream with the group in which it was held out, so that its calibration comes from the other groups alone. */
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
  backed: [],
  stamped: [],
  regression: [],
  numberRule: [],
});

type EvaluationSize = Pick<EvaluationPlan, 'judgedStreams' | 'seed'>;

/** What learns by a plan from streams of groups of sources. */
export type BeginTraining = (plan: FitPlan) => Pick<StackedTraining, 'fit'>;

/** @throws TrainingDataError where there is nothing to learn or only one source */
export async function evaluateSplits(
  documents: readonly TrainingDocument[],
  plan: EvaluationPlan,
  say: (line: string) => void,
  begin: BeginTraining = (fit) => new StackedTraining(fit),
): Promise<Evaluation> {
  requireTrainable(documents);
  const fit: FitPlan = { ...DEFAULT_FIT, seed: plan.seed, streams: plan.trainingStreams };
  const groups = groupsOf(
    documents,
    { ...plan, auxiliary: unrelatedSources(plan.auxiliary ?? [], documents, say) },
    fit,
    begin,
  );
  const collected = nothingCollected();
  for (const [at, group] of groups.entries()) {
    await evaluateGroup(at, group, plan, collected);
    say(
      `group ${at + 1} of ${groups.length}: ${[...new Set(group.documents.map((document) => document.source))].join(', ')}`,
    );
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
 * How good weights are on documents that they never saw: nothing is learnt from these. All documents are one group, so that streams of mixed sources mix all.
 * @param documents  of sources none of which the weights were trained on: nothing here can tell
 * @throws TrainingDataError where there is no boundary to judge
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

/** Those of the further documents whose source shares no origin with any that is judged. */
function unrelatedSources(
  further: readonly TrainingDocument[],
  documents: readonly TrainingDocument[],
  say: (line: string) => void,
): TrainingDocument[] {
  const judged = new Set(documents);
  const origins = groupByOrigin([...documents, ...further]);
  const strangers = new Set(origins.filter((origin) => !origin.some((document) => judged.has(document))).flat());
  const left = new Set(further.filter((document) => !strangers.has(document)).map(({ source }) => source));
  if (left.size > 0) say(`left out, of one origin with what is judged: ${[...left].join(', ')}`);
  return [...strangers];
}

/** A network without hidden layers. */
const LOGISTIC_REGRESSION: StagePlan = { networks: 1, training: { ...DEFAULT_PLAN, hidden: [] }, boosting: null };

/** Documents that are held out together, and what learns from the sources of all others. */
interface HeldOutGroup {
  readonly documents: readonly TrainingDocument[];
  readonly learn: () => Promise<Learnt>;
}

interface Learnt {
  readonly model: readonly EnsembleMember[];
  readonly regression: EnsembleMember;
}

/** One of the trainings that are averaged. */
interface MemberTraining {
  readonly plan: FitPlan;
  readonly groups: readonly (readonly StreamRows[])[];
  readonly model: ReturnType<BeginTraining>;
}

/** Groups of sources, or every source by itself. What learns without a group needs streams that hold none of it. */
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

/** A fold's streams if it has none of these documents, else as many of its other documents; no group at all where there are none. */
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

/** Of documents that are held out together those with enough by themselves, the others as one. */
function eachSource(sources: readonly TrainingDocument[][]): TrainingDocument[][] {
  const small = sources.filter((of) => of.length < MIN_DOCUMENTS).flat();
  return [...sources.filter((of) => of.length >= MIN_DOCUMENTS), small].filter((of) => of.length > 0);
}

async function evaluateGroup(at: number, group: HeldOutGroup, plan: EvaluationPlan, collected: Collected): Promise<void> {
  const { model, regression } = await group.learn();
  const streams = drawSettings(group.documents, at, plan);
  collect(model, streams, at, collected);
  collected.regression.push(...scoreGroup([regression], streams.clean, at));
}

/** What these learners, and the page-number rule, say of the streams of the group at this place. */
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

/** Streams of each setting that the group at this place is judged on. */
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
    backed: drawStreams(documents, { ...EVALUATION_STREAMS, blankVersos: 1 }, half, seed + 700 + at),
    stamped: drawStreams(documents, { ...EVALUATION_STREAMS, streamLines: 1 }, half, seed + 800 + at),
  };
}

interface Baselines {
  /** null: nothing was trained. */
  readonly regression: SplitMetrics | null;
  readonly numberRule: readonly ScoredStream[];
}

/** @param judged  streams of a setting with the probabilities that they were given */
function summarise(
  judged: (setting: Setting) => CalibratedStream[],
  { regression, numberRule }: Baselines,
  documents: readonly TrainingDocument[],
  seed: number,
): Evaluation {
  const clean = judged('clean');
  const scanned = judged('scanned');
  const labelsOnly = clean.map(({ labels }) => ({ labels, probabilities: labels.map(() => 1) }));
  return {
    model: figuresOf(clean, seed),
    mixed: figuresOf(
      clean.filter(({ stream }) => stream.source === null),
      seed,
    ),
    sameSource: figuresOf(
      clean.filter(({ stream }) => stream.source !== null),
      seed,
    ),
    scanned: figuresOf(scanned, seed),
    dense: figuresOf(judged('dense'), seed),
    sparse: figuresOf(judged('sparse'), seed),
    separated: figuresOf(judged('separated'), seed),
    few: figuresOf(judged('few'), seed),
    blankVersos: figuresOf(judged('backed'), seed),
    stamped: figuresOf(judged('stamped'), seed),
    baselines: {
      splitEveryPage: evaluateStreams(labelsOnly),
      pageNumberRule: evaluateStreams(numberRule),
      logisticRegression: regression,
    },
    review: reviewTable(clean),
    scannedReview: reviewTable(scanned),
    byLanguage: partsBy(gapsOf(clean), languageOf(documents)),
    bySource: partsBy(gapsOf(clean.filter(({ stream }) => stream.source !== null)), ({ after }) =>
      after.slice(0, after.indexOf('/')),
    ),
    hardest: hardestDocuments(gapsOf(clean)),
  };
}

type CalibratedStream = ScoredStream & Pick<GroupedStream, 'stream'>;

const otherGroups = (streams: readonly GroupedStream[], group: number): GroupedStream[] =>
  streams.filter((stream) => stream.group !== group);

/** Probabilities of the streams of each group, calibrated on the reference's streams of all other groups. */
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

/** The rule people try first: split, unless the page numbers go on. */
const byPageNumbers = ({ rows, labels }: StreamRows): ScoredStream => ({
  labels,
  probabilities: rows.map((row) => (CONTINUES.some((at) => row[at] === 1) ? 0 : 1)),
});

/** A decided gap, and the documents of the pages before and after it. */
interface DecidedGap {
  readonly split: boolean;
  readonly label: number;
  readonly before: string;
  readonly after: string;
}

const gapsOf = (streams: readonly CalibratedStream[]): DecidedGap[] =>
  streams.flatMap(({ probabilities, labels, stream: { documents, names } }) =>
    labels.map((label, gap) => ({
      split: (probabilities[gap] ?? 0) > 0.5,
      label,
      before: names[documents[gap] ?? 0] ?? '',
      after: names[documents[gap + 1] ?? 0] ?? '',
    })),
  );

const figuresOf = (streams: readonly CalibratedStream[], seed: number): Figures => ({
  ...evaluateStreams(streams),
  intervals: intervalsByDocument(
    streams.map(({ probabilities, labels, stream: { names } }) => ({ probabilities, labels, names })),
    seed,
  ),
});

function partsBy(gaps: readonly DecidedGap[], partOf: (gap: DecidedGap) => string): Record<string, Part> {
  const parts = [...Map.groupBy(gaps, partOf)].sort(([, a], [, b]) => b.length - a.length);
  return Object.fromEntries(
    parts.map(([part, of]) => {
      const { pageF1, errorRate } = evaluateStreams([
        { labels: of.map(({ label }) => label), probabilities: of.map(({ split }) => Number(split)) },
      ]);
      return [part, { pageF1, errorRate, gaps: of.length }] as const;
    }),
  );
}

function languageOf(documents: readonly TrainingDocument[]): (gap: DecidedGap) => string {
  const languages = new Map<string, string>(
    documents.map(
      ({ source, name, pages }) =>
        [`${source}/${name}`, pages.find((page) => page.language !== null)?.language ?? 'unknown'] as const,
    ),
  );
  return ({ after }) => languages.get(after) ?? 'unknown';
}

/** A missed split is put down to the document before it, a false one to the document that it cuts. */
const hardestDocuments = (gaps: readonly DecidedGap[]): Evaluation['hardest'] =>
  [...Map.groupBy(gaps, ({ before }) => before)]
    .map(([document, of]) => ({
      document,
      wrong: of.filter(({ split, label }) => Number(split) !== label).length,
      gaps: of.length,
    }))
    .sort((a, b) => b.wrong - a.wrong || (a.document < b.document ? -1 : 1))
    .slice(0, 20);
