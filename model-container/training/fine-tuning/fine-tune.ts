/**
 * Trains a workflow's model: the base model, and what the customer's documents teach beyond it. Every document is held
 * out once; the model that answers learns from all. Same documents, seed and serving model: same bytes.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '../../random.ts';
import { baseRowsOf, fitRegularisationPath, L2_STRENGTHS } from './ensemble.ts';
import type { BaseRows, PathPoint } from './ensemble.ts';
import type { LabelledStream } from './base-features.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { Checkpoints } from './checkpoints.ts';
import { assignFolds } from './folds.ts';
import { calibrationOf, decideHeldOut, metricsOf, lossOf } from '../../evaluation/evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from '../../evaluation/evaluate-streams.ts';
import { measureCurve } from '../../evaluation/measure-learning-curve.ts';
import type { FoldSetting } from '../../evaluation/measure-learning-curve.ts';
import { oddsSchema, pathSchema } from './checkpoint-codec.ts';
import { fineTunedLogOdds } from '../../classifiers/workflow/score-stream.ts';
import { decideFold, previousFolds } from './serving-model.ts';
import type { ServingModel } from './serving-model.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { drawEvaluationStreams } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';
import type { TrainingReport } from '../../evaluation/report.ts';
import { formatWorkflowWeights } from '../../classifiers/workflow/workflow-weights.ts';
import { writeReport } from '../../evaluation/write-report.ts';

export interface FineTuneInput {
  readonly documents: readonly PreparedDocument[];
  /** Documents that were left out because another one is the same. */
  readonly repeated: number;
  readonly base: BaseModel;
  readonly baseText: string;
  readonly serving: ServingModel;
  readonly baseStreams: readonly LabelledStream[];
  readonly seed: number;
}

/** One strength of the pull, tried on all documents held out. */
export interface EpochMetrics {
  readonly epoch: number;
  readonly trainLoss: number;
  readonly loss: number;
  readonly pageF1: number;
  readonly errorRate: number;
}

export interface FineTuned {
  readonly weights: string;
  readonly report: TrainingReport;
}

/** Documents in all judged streams together. */
const EVALUATION_DOCUMENTS = 400;

export async function fineTune(
  input: FineTuneInput,
  checkpoints: Checkpoints,
  onEpoch: (metrics: EpochMetrics) => void,
): Promise<FineTuned> {
  const { documents, base, seed, serving } = input;
  const settings = settingsOf(assignFolds(documents, previousFolds(serving)), input);
  const baseRows = baseRowsOf(base, input.baseStreams);
  const paths: PathPoint[][] = [];
  for (const [at, { others }] of settings.entries()) {
    paths.push(
      await checkpoints.step(`fold ${at}`, pathSchema, () =>
        fitRegularisationPath(others, base, baseRows, seed + at + 1, L2_STRENGTHS),
      ),
    );
  }
  const { rung, heldOut } = selectStrength(settings, paths, onEpoch);
  const pulls = L2_STRENGTHS.slice(0, rung + 1);
  const whole = await checkpoints.step('all documents', pathSchema, () =>
    fitRegularisationPath(documents, base, baseRows, seed, pulls),
  );
  const fineTuned = whole[rung]?.parameters;
  if (fineTuned === undefined) throw new RangeError(`There is no rung ${rung}.`);
  const foldModels = settings.flatMap(({ fold }, at) => {
    const member = paths[at]?.[rung]?.parameters;
    return member === undefined ? [] : [{ ...member, heldOut: fold.map(({ fingerprint }) => fingerprint) }];
  });
  const weights = formatWorkflowWeights({
    baseText: input.baseText,
    fineTuned,
    calibration: calibrationOf(heldOut),
    foldModels,
    documents: documents.map(({ fingerprint }) => fingerprint),
  });
  const before = decideWithServingModel(input, settings);
  const curve = await measureCurve({
    settings,
    before,
    heldOut,
    seed,
    oddsAfter: (some, fold) =>
      checkpoints.step(`odds after ${some.length} documents, fold ${fold}`, oddsSchema, () =>
        oddsAfter(some, settings[fold]?.evaluationStreams ?? [], base, baseRows, seed, pulls.slice(-1)),
      ),
  });
  const version = `workflow-${createHash('sha256').update(weights).digest('hex').slice(0, 12)}`;
  const report = writeReport({
    input,
    version,
    folds: settings.length,
    before: before.flat(),
    after: decideHeldOut(heldOut),
    curve,
  });
  return { weights, report };
}

function settingsOf(
  folds: readonly (readonly PreparedDocument[])[],
  { documents, base, seed }: FineTuneInput,
): FoldSetting[] {
  return folds.map((fold, at) => ({
    fold,
    others: documents.filter((document) => !fold.includes(document)),
    judged: drawEvaluationStreams(fold, roundsFor(documents.length), base, seededRandom(seed * 1000 + at)),
  }));
}

const roundsFor = (documents: number): number => Math.max(1, Math.ceil(EVALUATION_DOCUMENTS / documents));

/** A weaker pull must lower the loss on documents held out by this share of it: it is chosen by few of them. */
const MIN_IMPROVEMENT = 0.05;

/** Goes on with a weaker pull as long as that pays on documents held out. */
function selectStrength(
  settings: readonly FoldSetting[],
  ladders: readonly (readonly PathPoint[])[],
  onEpoch: (metrics: EpochMetrics) => void,
): { readonly rung: number; readonly heldOut: HeldOutStreams } {
  let best: { rung: number; heldOut: HeldOutStreams; loss: number } | undefined;
  for (const rung of L2_STRENGTHS.keys()) {
    const heldOut = settings.flatMap(({ evaluationStreams }, fold) => scoreHeldOut(evaluationStreams, ladders[fold]?.[rung], fold));
    const decisions = decideHeldOut(heldOut);
    const loss = lossOf(decisions);
    const { pageF1, errorRate } = metricsOf(decisions, 1);
    const losses = ladders.map((ladder) => ladder[rung]?.loss ?? 0);
    onEpoch({
      epoch: rung + 1,
      trainLoss: losses.reduce((sum, one) => sum + one, 0) / losses.length,
      loss,
      pageF1,
      errorRate,
    });
    if (best !== undefined && loss >= (1 - MIN_IMPROVEMENT) * best.loss) break;
    best = { rung, heldOut, loss };
  }
  if (best === undefined) throw new RangeError('There is no strength of the pull to try.');
  return best;
}

const scoreHeldOut = (judged: readonly StreamGaps[], rung: PathPoint | undefined, fold: number): HeldOutStreams => {
  if (rung === undefined) throw new RangeError(`Fold ${fold} has not learnt.`);
  return judged.map((stream) => stream.map((gap) => ({ gap, fold, odds: fineTunedLogOdds(rung.parameters, gap) })));
};

/** The serving model may stand on another base model than the one that is continued from: it sees the same streams with its own. */
function decideWithServingModel(input: FineTuneInput, settings: readonly FoldSetting[]): Decisions[] {
  const { serving, documents, seed } = input;
  return settings.map(({ fold, evaluationStreams }, at) => {
    const seen =
      serving.baseText === input.baseText
        ? evaluationStreams
        : drawEvaluationStreams(fold, roundsFor(documents.length), serving.base, seededRandom(seed * 1000 + at));
    return decideFold(serving, fold, seen);
  });
}

/** Log-odds of judged gaps, stream by stream, after learning from these documents alone. */
function oddsAfter(
  documents: readonly PreparedDocument[],
  judged: readonly StreamGaps[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  pulls: readonly number[],
): number[] {
  const learnt = fitRegularisationPath(documents, base, baseRows, seed, pulls).at(-1)?.parameters;
  if (learnt === undefined) throw new RangeError('There is nothing learnt.');
  return judged.flat().map((gap) => fineTunedLogOdds(learnt, gap));
}
