/**
 * Trains a workflow's model: the base model, and what the customer's documents teach beyond it. Every document is held
 * out once; the model that answers learns from all. Same documents, seed and serving model: same bytes.
 */
import { createHash } from 'node:crypto';
import { seededRandom } from '../../random.ts';
import { baseRowsOf, learnAlongPulls, PULLS } from './ensemble.ts';
import type { BaseRows, Rung } from './ensemble.ts';
import type { LabelledStream } from './base-features.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { Checkpoints } from './checkpoints.ts';
import { dealFolds } from './folds.ts';
import { calibrationOf, decideHeldOut, figuresOf, lossOf } from '../../evaluation/evaluate-streams.ts';
import type { Decisions, HeldOutStreams } from '../../evaluation/evaluate-streams.ts';
import { measureCurve } from '../../evaluation/measure-learning-curve.ts';
import type { FoldSetting } from '../../evaluation/measure-learning-curve.ts';
import { oddsSchema, rungsSchema } from './checkpoint-codec.ts';
import { learntOdds } from '../../classifiers/workflow/score-stream.ts';
import { decideBefore, earlierFolds } from './serving-model.ts';
import type { ServingModel } from './serving-model.ts';
import type { SeenDocument } from './seen-documents.ts';
import { drawJudgedStreams } from './stream-rows.ts';
import type { StreamGaps } from './stream-rows.ts';
import type { TrainingReport } from '../../evaluation/report.ts';
import { formatWorkflowWeights } from '../../classifiers/workflow/workflow-weights.ts';
import { writeReport } from '../../evaluation/write-report.ts';

export interface FineTuneInput {
  readonly documents: readonly SeenDocument[];
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
const JUDGED = 400;

export async function fineTune(
  input: FineTuneInput,
  checkpoints: Checkpoints,
  onEpoch: (metrics: EpochMetrics) => void,
): Promise<FineTuned> {
  const { documents, base, seed, serving } = input;
  const settings = settingsOf(dealFolds(documents, earlierFolds(serving)), input);
  const baseRows = baseRowsOf(base, input.baseStreams);
  const ladders: Rung[][] = [];
  for (const [at, { others }] of settings.entries()) {
    ladders.push(
      await checkpoints.step(`fold ${at}`, rungsSchema, () =>
        learnAlongPulls(others, base, baseRows, seed + at + 1, PULLS),
      ),
    );
  }
  const { rung, heldOut } = stopEarly(settings, ladders, onEpoch);
  const pulls = PULLS.slice(0, rung + 1);
  const whole = await checkpoints.step('all documents', rungsSchema, () =>
    learnAlongPulls(documents, base, baseRows, seed, pulls),
  );
  const learnt = whole[rung]?.learnt;
  if (learnt === undefined) throw new RangeError(`There is no rung ${rung}.`);
  const members = settings.flatMap(({ fold }, at) => {
    const member = ladders[at]?.[rung]?.learnt;
    return member === undefined ? [] : [{ ...member, heldOut: fold.map(({ fingerprint }) => fingerprint) }];
  });
  const weights = formatWorkflowWeights({
    baseText: input.baseText,
    learnt,
    calibration: calibrationOf(heldOut),
    members,
    documents: documents.map(({ fingerprint }) => fingerprint),
  });
  const before = decideEachBefore(input, settings);
  const curve = await measureCurve({
    settings,
    before,
    heldOut,
    seed,
    oddsAfter: (some, fold) =>
      checkpoints.step(`odds after ${some.length} documents, fold ${fold}`, oddsSchema, () =>
        oddsAfter(some, settings[fold]?.judged ?? [], base, baseRows, seed, pulls.slice(-1)),
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
  folds: readonly (readonly SeenDocument[])[],
  { documents, base, seed }: FineTuneInput,
): FoldSetting[] {
  return folds.map((fold, at) => ({
    fold,
    others: documents.filter((document) => !fold.includes(document)),
    judged: drawJudgedStreams(fold, roundsFor(documents.length), base, seededRandom(seed * 1000 + at)),
  }));
}

const roundsFor = (documents: number): number => Math.max(1, Math.ceil(JUDGED / documents));

/** A weaker pull must lower the loss on documents held out by this share of it: it is chosen by few of them. */
const WORTH_IT = 0.05;

/** Goes on with a weaker pull as long as that pays on documents held out. */
function stopEarly(
  settings: readonly FoldSetting[],
  ladders: readonly (readonly Rung[])[],
  onEpoch: (metrics: EpochMetrics) => void,
): { readonly rung: number; readonly heldOut: HeldOutStreams } {
  let best: { rung: number; heldOut: HeldOutStreams; loss: number } | undefined;
  for (const rung of PULLS.keys()) {
    const heldOut = settings.flatMap(({ judged }, fold) => scoreHeldOut(judged, ladders[fold]?.[rung], fold));
    const decisions = decideHeldOut(heldOut);
    const loss = lossOf(decisions);
    const { pageF1, errorRate } = figuresOf(decisions, 1);
    const losses = ladders.map((ladder) => ladder[rung]?.loss ?? 0);
    onEpoch({
      epoch: rung + 1,
      trainLoss: losses.reduce((sum, one) => sum + one, 0) / losses.length,
      loss,
      pageF1,
      errorRate,
    });
    if (best !== undefined && loss >= (1 - WORTH_IT) * best.loss) break;
    best = { rung, heldOut, loss };
  }
  if (best === undefined) throw new RangeError('There is no strength of the pull to try.');
  return best;
}

const scoreHeldOut = (judged: readonly StreamGaps[], rung: Rung | undefined, fold: number): HeldOutStreams => {
  if (rung === undefined) throw new RangeError(`Fold ${fold} has not learnt.`);
  return judged.map((stream) => stream.map((gap) => ({ gap, fold, odds: learntOdds(rung.learnt, gap) })));
};

/** The serving model may stand on another base model than the one that is continued from: it sees the same streams with its own. */
function decideEachBefore(input: FineTuneInput, settings: readonly FoldSetting[]): Decisions[] {
  const { serving, documents, seed } = input;
  return settings.map(({ fold, judged }, at) => {
    const seen =
      serving.baseText === input.baseText
        ? judged
        : drawJudgedStreams(fold, roundsFor(documents.length), serving.base, seededRandom(seed * 1000 + at));
    return decideBefore(serving, fold, seen);
  });
}

/** Log-odds of judged gaps, stream by stream, after learning from these documents alone. */
function oddsAfter(
  documents: readonly SeenDocument[],
  judged: readonly StreamGaps[],
  base: BaseModel,
  baseRows: BaseRows,
  seed: number,
  pulls: readonly number[],
): number[] {
  const learnt = learnAlongPulls(documents, base, baseRows, seed, pulls).at(-1)?.learnt;
  if (learnt === undefined) throw new RangeError('There is nothing learnt.');
  return judged.flat().map((gap) => learntOdds(learnt, gap));
}
