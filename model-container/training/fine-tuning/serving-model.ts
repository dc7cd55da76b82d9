/** The model in use before a training, base or workflow: judged on the same gaps as the one that learns. */
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
  /** Where the workflow was trained before. */
  readonly workflow?: WorkflowModel;
}

/** @throws WeightsError */
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

/** @param fold  documents of the streams: a workflow's model answers by the member that learnt from none of them */
export function decideFold(
  { base, workflow }: ServingModel,
  fold: readonly PreparedDocument[],
  streams: readonly (readonly StreamGap[])[],
): Decisions {
  if (workflow === undefined) return streams.map((gaps) => decideWithBaseModel(base, gaps));
  const learnt = memberWithout(workflow, fold);
  return streams.map((gaps) =>
    decideStream(
      gaps,
      gaps.map((gap) => fineTunedLogOdds(learnt, gap)),
      workflow.calibration,
    ),
  );
}

/** As the base model answers a whole stream. */
const decideWithBaseModel = ({ calibration: { prior } }: BaseModel, gaps: readonly StreamGap[]): readonly Decision[] =>
  // Its odds are calibrated already.
  decideStream(
    gaps,
    gaps.map(({ baseLogOdds }) => baseLogOdds),
    { slope: 1, intercept: 0, ...(prior === undefined ? {} : { prior }) },
  );

/** The whole model where all documents are new to it; else the member that saw fewest of them: none, since documents keep their fold. */
function memberWithout(workflow: WorkflowModel, fold: readonly PreparedDocument[]): FineTunedParameters {
  const seen = (held: ReadonlySet<string>) =>
    fold.filter(({ fingerprint }) => workflow.documents.includes(fingerprint) && !held.has(fingerprint)).length;
  let best = { learnt: workflow.fineTuned, seen: seen(new Set()) };
  for (const member of workflow.foldModels) {
    const count = seen(new Set(member.heldOut));
    if (count < best.seen) best = { learnt: member, seen: count };
  }
  return best.learnt;
}
