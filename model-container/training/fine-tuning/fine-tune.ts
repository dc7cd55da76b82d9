/**
 * Fine-tunes the base model on a customer's documents. It is evaluated by k-fold cross-validation; the model that is
 * served is trained on all documents. The same documents, seed and serving model give the same bytes.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '../../random.ts';
import { baseRowsOf, fitRegularisationPath, L2_STRENGTHS } from './regularisation-path.ts';
import type { BaseRows, PathPoint } from './regularisation-path.ts';
import type { LabelledStream } from './base-features.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { Checkpoints } from './checkpoints.ts';
import { assignFolds } from './folds.ts';
import { calibrationOf, decideHeldOut, metricsOf, lossOf } from '../../evaluation/evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from '../../evaluation/evaluate-streams.ts';
import { curveFits, measureCurve } from '../../evaluation/measure-learning-curve.ts';
import type { FoldSetting } from '../../evaluation/measure-learning-curve.ts';
import { logOddsSchema, pathSchema } from './checkpoint-codec.ts';
import { fineTunedLogOdds } from '../../classifiers/workflow/score-stream.ts';
import { decideFold, previousFolds } from './serving-model.ts';
import type { ServingModel } from './serving-model.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import { drawEvaluationStreams } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';
import type { TrainingSteps } from '../job/progress-meter.ts';
import type { TrainingReport } from '../../evaluation/report.ts';
import { formatWorkflowWeights } from '../../classifiers/workflow/workflow-weights.ts';
import { writeReport } from '../../evaluation/write-report.ts';

/** How many streams are generated. */
export interface StreamCounts {
  /** Minimum number of draws of a document, in total over all training streams. */
  readonly documentDraws: number;
  /** Approximate number of documents in all evaluation streams together. */
  readonly evaluationDocuments: number;
}

export const STREAM_COUNTS: StreamCounts = { documentDraws: 240, evaluationDocuments: 400 };

export interface FineTuneInput {
  readonly documents: readonly PreparedDocument[];
  /** Number of documents that were left out as duplicates. */
  readonly repeated: number;
  readonly base: BaseModel;
  readonly baseText: string;
  readonly serving: ServingModel;
  /** Other models of the workflow, which are evaluated on the same documents. */
  readonly earlier: readonly ServingModel[];
  readonly baseStreams: readonly LabelledStream[];
  readonly seed: number;
  readonly streamCounts: StreamCounts;
}

/** Cross-validated metrics of one L2 strength. SageMaker calls it an epoch. */
export interface EpochMetrics {
  readonly epoch: number;
  readonly trainLoss: number;
  readonly loss: number;
  readonly pageF1: number;
  readonly errorRate: number;
}

export interface FineTuneProgress {
  /** Called once, before the first step. */
  readonly onPlan: (steps: TrainingSteps) => void;
  readonly onEpoch: (metrics: EpochMetrics) => void;
}

export interface FineTuned {
  readonly weights: string;
  readonly report: TrainingReport;
}

export async function fineTune(
  input: FineTuneInput,
  checkpoints: Checkpoints,
  { onPlan, onEpoch }: FineTuneProgress,
): Promise<FineTuned> {
  const { documents, base, seed, serving, streamCounts } = input;
  const { documentDraws } = streamCounts;
  const settings = settingsOf(assignFolds(documents, previousFolds(serving)), input);
  const baseRows = baseRowsOf(base, input.baseStreams);
  onPlan({ folds: settings.length, curveFits: curveFits(settings) });
  const paths: PathPoint[][] = [];
  for (const [at, { others }] of settings.entries()) {
    paths.push(
      await checkpoints.step(`fold ${at}`, pathSchema, () =>
        fitRegularisationPath(others, base, baseRows, seed + at + 1, L2_STRENGTHS, documentDraws),
      ),
    );
  }
  const { point, heldOut } = selectStrength(settings, paths, onEpoch);
  const strengths = L2_STRENGTHS.slice(0, point + 1);
  const path = await checkpoints.step('all documents', pathSchema, () =>
    fitRegularisationPath(documents, base, baseRows, seed, strengths, documentDraws),
  );
  const fineTuned = path[point]?.parameters;
  if (fineTuned === undefined) throw new RangeError(`The regularisation path has no point ${point}.`);
  const foldModels = settings.flatMap(({ fold }, at) => {
    const member = paths[at]?.[point]?.parameters;
    return member === undefined ? [] : [{ ...member, heldOut: fold.map(({ fingerprint }) => fingerprint) }];
  });
  const weights = formatWorkflowWeights({
    baseText: input.baseText,
    fineTuned,
    calibration: calibrationOf(heldOut),
    foldModels,
    documents: documents.map(({ fingerprint }) => fingerprint),
  });
  const before = decideWith(serving, input, settings);
  const curve = await measureCurve({
    settings,
    before,
    heldOut,
    seed,
    logOddsAfter: (some, fold) =>
      checkpoints.step(`odds after ${some.length} documents, fold ${fold}`, logOddsSchema, () =>
        logOddsAfter(
          some,
          settings[fold]?.evaluationStreams ?? [],
          base,
          baseRows,
          seed,
          strengths.slice(-1),
          documentDraws,
        ),
      ),
  });
  const version = `workflow-${createHash('sha256').update(weights).digest('hex').slice(0, 12)}`;
  const report = writeReport({
    input,
    version,
    folds: settings.length,
    before: before.flat(),
    after: decideHeldOut(heldOut),
    others: othersOf(input).map((model) => ({
      version: model.version,
      decisions: decideWith(model, input, settings).flat(),
    })),
    curve,
  });
  return { weights, report };
}

function settingsOf(
  folds: readonly (readonly PreparedDocument[])[],
  { documents, base, seed, streamCounts }: FineTuneInput,
): FoldSetting[] {
  return folds.map((fold, at) => ({
    fold,
    others: documents.filter((document) => !fold.includes(document)),
    evaluationStreams: drawEvaluationStreams(
      fold,
      roundsFor(documents.length, streamCounts),
      base,
      seededRandom(seed * 1000 + at),
    ),
  }));
}

const roundsFor = (documents: number, { evaluationDocuments }: StreamCounts): number =>
  Math.max(1, Math.ceil(evaluationDocuments / documents));

/** A weaker L2 strength must lower the held-out loss by at least this share, since few documents decide on it. */
const MIN_IMPROVEMENT = 0.05;

/** Early stopping along the regularisation path: continues while the held-out loss falls enough. */
function selectStrength(
  settings: readonly FoldSetting[],
  paths: readonly (readonly PathPoint[])[],
  onEpoch: (metrics: EpochMetrics) => void,
): { readonly point: number; readonly heldOut: HeldOutStreams } {
  let best: { point: number; heldOut: HeldOutStreams; loss: number } | undefined;
  for (const point of L2_STRENGTHS.keys()) {
    const heldOut = settings.flatMap(({ evaluationStreams }, fold) =>
      scoreHeldOut(evaluationStreams, paths[fold]?.[point], fold),
    );
    const decisions = decideHeldOut(heldOut);
    const loss = lossOf(decisions);
    const { pageF1, errorRate } = metricsOf(decisions, 1);
    const losses = paths.map((path) => path[point]?.loss ?? 0);
    onEpoch({
      epoch: point + 1,
      trainLoss: losses.reduce((sum, one) => sum + one, 0) / losses.length,
      loss,
      pageF1,
      errorRate,
    });
    if (best !== undefined && loss >= (1 - MIN_IMPROVEMENT) * best.loss) break;
    best = { point, heldOut, loss };
  }
  if (best === undefined) throw new RangeError('There are no L2 strengths.');
  return best;
}

const scoreHeldOut = (streams: readonly StreamGaps[], point: PathPoint | undefined, fold: number): HeldOutStreams => {
  if (point === undefined) throw new RangeError(`Fold ${fold} has no fitted correction.`);
  return streams.map((stream) =>
    stream.map((gap) => ({ gap, fold, logOdds: fineTunedLogOdds(point.parameters, gap) })),
  );
};

/** The models beside the serving one: the base model and earlier models of the workflow, each version once. */
function othersOf({ base, baseText, serving, earlier }: FineTuneInput): ServingModel[] {
  const others = new Map<string, ServingModel>();
  for (const model of [{ version: base.version, base, baseText }, ...earlier])
    if (model.version !== serving.version) others.set(model.version, model);
  return [...others.values()];
}

/**
 * Decisions of another model on the same streams, by fold. Where it has another base model, the streams are scored with
 * that.
 */
function decideWith(model: ServingModel, input: FineTuneInput, settings: readonly FoldSetting[]): Decisions[] {
  const { documents, seed, streamCounts } = input;
  return settings.map(({ fold, evaluationStreams }, at) => {
    const streams =
      model.baseText === input.baseText
        ? evaluationStreams
        : drawEvaluationStreams(
            fold,
            roundsFor(documents.length, streamCounts),
            model.base,
            seededRandom(seed * 1000 + at),
          );
    return decideFold(model, fold, streams);
  });
}

/** Log-odds of the gaps of the evaluation streams, stream by stream, after training on these documents alone. */
function logOddsAfter(
  documents: readonly PreparedDocument[],
  streams: readonly StreamGaps[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  strengths: readonly number[],
  documentDraws: number,
): number[] {
  const parameters = fitRegularisationPath(documents, base, baseRows, seed, strengths, documentDraws).at(
    -1,
  )?.parameters;
  if (parameters === undefined) throw new RangeError('There are no L2 strengths.');
  return streams.flat().map((gap) => fineTunedLogOdds(parameters, gap));
}
