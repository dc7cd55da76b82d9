/**
 * The third look, learnt from documents that came after the training of the first two: what those say of these documents is as sure, and as often wrong, as what they will say of new ones.
 * Of their own documents they say too much.
 */
import type { Calibration } from './calibration.ts';
import { askedOf, drawJudging, drawStreams, foldsBySource, recalibrated, scoreHeldOut } from './fit-model.ts';
import type { StreamRows } from './fit-model.ts';
import { firstTwoLooks } from './split-model.ts';
import type { SplitModel } from './split-model.ts';
import { EVALUATION_STREAMS, SCANNED_EVALUATION_STREAMS, TRAINING_STREAMS } from './streams.ts';
import type { StreamPlan } from './streams.ts';
import { thirdLook, THIRD_LOOK_NAMES } from './third-look.ts';
import type { ThirdLook } from './third-look.ts';
import { trainTrees } from './train-trees.ts';
import type { TreePlan } from './train-trees.ts';
import { requireTrainable, TrainingDataError } from './training-documents.ts';
import type { TrainingDocument } from './training-documents.ts';
import { formatWeights } from './weights-file.ts';
import type { BaseWeights, TrainingSummary } from './weights-file.ts';

export interface ThirdLookPlan {
  /** Streams that are learnt from, of all groups together. */
  readonly streams: number;
  /** Groups of sources, at least 2: what is learnt from the others says of each how sure the weights may be. */
  readonly groups: number;
  readonly seed: number;
  readonly boosting: TreePlan;
}

const SMALL_STEPS: TreePlan = { rounds: 240, leaves: 31, depth: 8, learningRate: 0.03, leafWeight: 5, ridge: 10, rows: 0.7, columns: 0.25, seed: 1 };
export const DEFAULT_THIRD_LOOK: ThirdLookPlan = { streams: 1600, groups: 4, seed: 1, boosting: SMALL_STEPS };

/**
 * What is learnt from: half of the streams about as training draws them, a quarter as the files are, a quarter scanned. Lines that a machine printed on every page make strangers alike, and empty backs set twins apart:
 * both are drawn more often than in training.
 */
const LESSON: readonly { readonly share: number; readonly mix: StreamPlan }[] = [
  { share: 0.5, mix: { ...TRAINING_STREAMS, pileLines: 0.15, backs: 0.06 } },
  { share: 0.25, mix: { ...EVALUATION_STREAMS, few: 0.3 } },
  { share: 0.25, mix: { ...SCANNED_EVALUATION_STREAMS, few: 0.3 } },
];

/** What a third look learns from a group of sources. */
export interface Lesson {
  /** What it is told of each gap that is asked about, the calibrated log-odds of the first two looks, and 1 where a document ends. */
  readonly rows: readonly Float32Array[];
  readonly from: readonly number[];
  readonly labels: readonly number[];
  /** How many streams and gaps these are, with those that nothing is asked of. */
  readonly streams: number;
  readonly gaps: number;
}

/** Of the group of sources at this place, none of which the first two looks were trained on. */
export function drawLesson(weights: SplitModel, documents: readonly TrainingDocument[], at: number, { streams: count, groups, seed }: ThirdLookPlan): Lesson {
  const { slope, offset } = ofTwoLooks(weights);
  const streams = LESSON.flatMap(({ share, mix }, kind) => drawStreams(documents, mix, Math.max(1, Math.round((share * count) / groups)), seed + 10_000 + 100 * kind + at));
  const rows: Float32Array[] = [];
  const from: number[] = [];
  for (const stream of streams) {
    const { atFirst, atSecond } = firstTwoLooks(weights, stream.rows);
    rows.push(...askedOf(stream, thirdLook(stream.rows, atFirst, atSecond)));
    from.push(...askedOf(stream, atSecond).map((odds) => slope * odds + offset));
  }
  return { rows, from, labels: streams.flatMap((stream) => askedOf(stream, stream.labels)), streams: streams.length, gaps: streams.reduce((sum, { labels }) => sum + labels.length, 0) };
}

/** The calibration that the first two looks have by themselves. */
const ofTwoLooks = ({ third, calibration }: SplitModel): Pick<Calibration, 'slope' | 'offset'> => (third === null ? calibration : { slope: third.sureness, offset: third.trees.start });

/** The same first two looks with a third one in place of any that they had, not calibrated again yet. */
function withThirdLook<Model extends SplitModel>(weights: Model, lessons: readonly Lesson[], boosting: TreePlan): Model & { readonly third: ThirdLook } {
  const { slope, offset } = ofTwoLooks(weights);
  const labels = Float32Array.from(lessons.flatMap((lesson) => lesson.labels));
  const { trees } = trainTrees(lessons.flatMap(({ rows }) => rows), labels, THIRD_LOOK_NAMES.length, boosting, Float64Array.from(lessons.flatMap(({ from }) => from)));
  return { ...weights, third: { sureness: slope, trees: { start: offset, trees } }, calibration: { ...weights.calibration, slope: 1, offset: 0 } };
}

/** The weights with a third look that was learnt from the lessons of all groups but the one at this place. */
export const withThirdLookOfOthers = <Model extends SplitModel>(weights: Model, lessons: readonly Lesson[], at: number, boosting: TreePlan): Model & { readonly third: ThirdLook } =>
  withThirdLook(weights, lessons.filter((_, other) => other !== at), boosting);

/**
 * Text of the weights with a third look in place of any that they had, calibrated by what third looks of the other groups of sources say of each.
 * @param documents  of sources none of which the weights were trained on: nothing here can tell
 * @throws TrainingDataError where there is no boundary to learn from, or all documents are of one origin; RangeError for fewer than two groups, or no stream
 */
export function addThirdLook(weights: BaseWeights, documents: readonly TrainingDocument[], plan: ThirdLookPlan, say: (line: string) => void): { text: string; training: TrainingSummary } {
  requireTrainable(documents);
  const groups = laterGroups(documents, plan.groups);
  const lessons = groups.map((group, at) => drawLesson(weights, group, at, plan));
  const judged = groups.flatMap((group, at) => {
    const others = withThirdLookOfOthers(weights, lessons, at, plan.boosting);
    say(`third look ${at + 1} of ${groups.length + 1}`);
    return scoreHeldOut(others, drawReference(group, at, plan));
  });
  const learnt = withThirdLook(weights, lessons, plan.boosting);
  const training: TrainingSummary = {
    ...weights.training,
    third_look: {
      documents: documents.length,
      pages: documents.reduce((sum, { pages }) => sum + pages.length, 0),
      sources: new Set(documents.map(({ source }) => source)).size,
      streams: lessons.reduce((sum, { streams }) => sum + streams, 0),
      gaps: lessons.reduce((sum, { gaps }) => sum + gaps, 0),
      seed: plan.seed,
    },
  };
  return { text: formatWeights({ ...learnt, calibration: recalibrated(learnt.calibration, judged) }, training), training };
}

/** @throws TrainingDataError where all documents are of one origin; RangeError for fewer than two groups */
export function laterGroups(documents: readonly TrainingDocument[], groups: number): TrainingDocument[][] {
  if (!(groups >= 2)) throw new RangeError('At least two groups are needed: each is answered by what was learnt from the others.');
  const dealt = foldsBySource(documents, groups);
  if (dealt.length < 2) throw new TrainingDataError('The documents come from one source: there is no other to learn from.');
  return dealt;
}

/** What says how sure the weights may be: streams as the files are, scanned, and twice as many of at most five documents, which are short. */
function drawReference(documents: readonly TrainingDocument[], at: number, { streams, groups, seed }: ThirdLookPlan): StreamRows[] {
  const each = Math.max(1, Math.round(streams / groups / 4));
  const { clean, scanned } = drawJudging(documents, at, { clean: each, scanned: each }, seed);
  return [...clean, ...scanned, ...drawStreams(documents, { ...EVALUATION_STREAMS, few: 1 }, 2 * each, seed + 600 + at)];
}
