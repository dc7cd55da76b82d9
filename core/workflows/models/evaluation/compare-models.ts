/** Compares two models of a workflow on the same held-out documents. */
import { z } from 'zod';
import type { Account } from '../../../accounts/account.ts';
import { ModelsNotComparedError } from '../../../errors.ts';
import type { Service } from '../../../service.ts';
import { findOwnWorkflow } from '../../find-own-workflow.ts';
import { modelReportSchema } from './model-report.ts';
import type { ModelReport } from './model-report.ts';
import { BASE_MODEL, modelsOf } from '../models.ts';
import { getModel, readReport } from '../read-models.ts';

const { compared: comparedSchema, data: trainedOnSchema } = modelReportSchema.shape;
const pairSchema = comparedSchema.shape.pairs.element;

export const modelComparisonSchema = z
  .strictObject({
    base: comparedSchema.shape.models.element.meta({ id: 'ComparedModel' }),
    candidate: comparedSchema.shape.models.element,
    error_change: pairSchema.shape.error_change.describe('From base to candidate; negative is better'),
    error_change_interval: pairSchema.shape.error_change_interval,
    held_out: trainedOnSchema.describe('The documents on which both were evaluated'),
    evaluated_with: z.string().describe('The model whose training evaluated both'),
  })
  .meta({ id: 'ModelComparison' });
export type ModelComparison = z.infer<typeof modelComparisonSchema>;

const turned = ({ low, high }: { low: number; high: number }) => ({ low: -high, high: -low });

/** The change of the error rate from base to candidate: each pair is stored once. */
const changeIn = ({ compared: { pairs } }: ModelReport, base: string, candidate: string) => {
  const pair = pairs.find((one) => one.base === base && one.candidate === candidate);
  if (pair !== undefined) return pair;
  const reverse = pairs.find((one) => one.base === candidate && one.candidate === base);
  return reverse === undefined
    ? undefined
    : { error_change: -reverse.error_change, error_change_interval: turned(reverse.error_change_interval) };
};

const compareIn = (report: ModelReport, base: string, candidate: string): ModelComparison | undefined => {
  const versionOf = (version: string): string => (version === BASE_MODEL ? report.base_version : version);
  const find = (version: string) => report.compared.models.find(({ model_version: one }) => one === versionOf(version));
  const [earlier, later] = [find(base), find(candidate)];
  const change = changeIn(report, versionOf(base), versionOf(candidate));
  if (earlier === undefined || later === undefined || change === undefined) return undefined;
  return {
    base: { ...earlier, model_version: base },
    candidate: { ...later, model_version: candidate },
    error_change: change.error_change,
    error_change_interval: change.error_change_interval,
    held_out: report.data,
    evaluated_with: report.model_version,
  };
};

/**
 * Every training evaluates the workflow's latest models on its held-out documents: the newest training that evaluated
 * both is used.
 * @throws WorkflowNotFoundError, WorkflowNotTrainableError, NotFoundError (no such model), ModelsNotComparedError
 */
export const compareModels = async (
  service: Pick<Service, 'table' | 'blobs'>,
  account: Pick<Account, 'account_id'>,
  workflowKey: string,
  { base, candidate }: { readonly base: string; readonly candidate: string },
): Promise<ModelComparison> => {
  const workflow = await findOwnWorkflow(service, account, workflowKey);
  for (const version of [base, candidate]) if (version !== BASE_MODEL) await getModel(service, workflow, version);
  for (const model of await modelsOf(service, workflow)) {
    const comparison = compareIn(await readReport(service, model), base, candidate);
    if (comparison !== undefined) return comparison;
  }
  throw new ModelsNotComparedError(
    'No training has evaluated both models on the same held-out documents. Train again: every training evaluates the ' +
      'base model, the model in use and the four latest others.',
  );
};
