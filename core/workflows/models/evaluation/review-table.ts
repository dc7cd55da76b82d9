/** How many decisions to review at which confidence threshold, and the error rate that is left. */
import { z } from 'zod';
import type { Account } from '../../../accounts/account.ts';
import { GENERIC_WORKFLOW_ID } from '../../../requests/processing-request.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { reviewRowSchema } from './model-report.ts';
import { BASE_MODEL } from '../models.ts';
import { getModel, readReport } from '../read-models.ts';

export const reviewTableSchema = z
  .strictObject({
    model_version: z.string().describe('The model in use; `base` is the base model'),
    measured_on: z
      .enum(['own_documents', 'general'])
      .describe('own_documents: held-out documents of this workflow; general: the evaluation set of the model card'),
    documents: z.int().nullable().describe('Documents in the sample; null where only the gaps are counted'),
    gaps: z.int().describe('Decisions in the sample'),
    rows: z.array(reviewRowSchema),
  })
  .meta({ id: 'ReviewTable' });
export type ReviewTable = z.infer<typeof reviewTableSchema>;

const row = (threshold: number, effort: number, reviewed: number, left: number): ReviewTable['rows'][number] => ({
  threshold,
  correction_effort: effort,
  error_rate_among_reviewed: reviewed,
  error_rate_after_correction: left,
  error_rate_after_correction_interval: null,
  support: 'supported',
});

/** The table of docs/model-card.md, on the clean streams of the third evaluation set. */
export const GENERAL_REVIEW_TABLE: ReviewTable = {
  model_version: BASE_MODEL,
  measured_on: 'general',
  documents: null,
  gaps: 33_879,
  rows: [row(0.5, 0.011, 0.415, 0.0042), row(0.9, 0.036, 0.205, 0.0014), row(0.95, 0.051, 0.152, 0.001)],
};

/** The table of the model in use. @throws WorkflowNotFoundError */
export const readReviewTable = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
): Promise<ReviewTable> => {
  if (workflowKey.toLowerCase() === GENERIC_WORKFLOW_ID) return GENERAL_REVIEW_TABLE;
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  if (workflow.model_version === undefined) return GENERAL_REVIEW_TABLE;
  const report = await readReport(service, await getModel(service, workflow, workflow.model_version));
  return {
    model_version: workflow.model_version,
    measured_on: 'own_documents',
    documents: report.data.documents,
    gaps: report.data.evaluated_gaps,
    rows: report.review,
  };
};
