/** The model in use before a training (a base or a workflow's model), evaluated on the same gaps as the new model. */
import { parseWeights } from '../../classifiers/weights-file.ts';
import type { BaseModel } from '../../classifiers/workflow/base-scores.ts';
import type { PreviousFolds } from './folds.ts';
import { decideStream } from '../../evaluation/evaluate-streams.ts';
import type { Decision, Decisions } from '../../evaluation/evaluate-streams.ts';
import type { FineTunedParameters } from '../../classifiers/workflow/correction.ts';
import { fineTunedLogOdds } from '../../classifiers/workflow/score-stream.ts';
import type { PreparedDocument } from './prepared-documents.ts';
import type { StreamGap } from './stream-rows.ts';
import { isWorkflowWeights, parseWorkflowWeights } from '../../classifiers/workflow/workflow-weights.ts';
import type { WorkflowModel } from '../../classifiers/workflow/workflow-weights.ts';

export interface ServingModel {
  readonly version: string;
  readonly base: BaseModel;
  readonly baseText: string;
  /** The workflow's model; absent where the workflow was not trained before. */
  readonly workflow?: WorkflowModel;
}

/** @param origin  names the weights in error messages @throws WeightsError */
export function parseServingModel(text: string, origin: string): ServingModel {
  if (!isWorkflowWeights(text)) {
    const base = parseWeights(text, origin);
    return { version: base.version, base, baseText: text };
  }
  const workflow = parseWorkflowWeights(text, origin);
  return { version: workflow.version, base: workflow.base, baseText: workflow.baseText, workflow };
}

export const previousFolds = ({ workflow }: ServingModel): PreviousFolds =>
  workflow?.foldModels.map(({ heldOut }) => heldOut) ?? [];

/**
 * Decisions on streams of a fold. A workflow's model decides by the fold model that was trained without these
 * documents.
 */
export function decideFold(
  { base, workflow }: ServingModel,
  fold: readonly PreparedDocument[],
  streams: readonly (readonly StreamGap[])[],
): Decisions {
  if (workflow === undefined) return streams.map((gaps) => decideWithBaseModel(base, gaps));
  const parameters = parametersWithout(workflow, fold);
  return streams.map((gaps) =>
    decideStream(
      gaps,
      gaps.map((gap) => fineTunedLogOdds(parameters, gap)),
      workflow.calibration,
    ),
  );
}

/** The decisions of the base model on a whole stream. */
const decideWithBaseModel = ({ calibration: { prior } }: BaseModel, gaps: readonly StreamGap[]): readonly Decision[] =>
  // The base model's log-odds are already calibrated.
  decideStream(
    gaps,
    gaps.map(({ baseLogOdds }) => baseLogOdds),
    { slope: 1, intercept: 0, ...(prior === undefined ? {} : { prior }) },
  );

/**
 * The fine-tuned parameters trained on the fewest documents of the fold. That is none: documents keep their fold in
 * later trainings, and the final model is used where all documents are new.
 */
function parametersWithout(workflow: WorkflowModel, fold: readonly PreparedDocument[]): FineTunedParameters {
  const trainedOn = (held: ReadonlySet<string>) =>
    fold.filter(({ fingerprint }) => workflow.documents.includes(fingerprint) && !held.has(fingerprint)).length;
  let best = { parameters: workflow.fineTuned, count: trainedOn(new Set()) };
  for (const member of workflow.foldModels) {
    const count = trainedOn(new Set(member.heldOut));
    if (count < best.count) best = { parameters: member, count };
  }
  return best.parameters;
}
