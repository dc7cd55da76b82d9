/**
 * The weights file of a workflow: the base model that fine-tuning started from, and what fine-tuning added. It needs no
 * other file. The fold models of the cross-validation are kept, so that a later training can evaluate the model in use
 * on documents that it was not trained on.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CalibrationWithPrior } from '../../calibration/calibration.ts';
import { HASH_BUCKETS } from '../../features/pages/hashed-page-features.ts';
import { checkShape, encode, floats, parseWeights, WeightsError } from '../weights-file.ts';
import { quantilesOf } from './base-scores.ts';
import type { BaseModel } from './base-scores.ts';
import type { FineTunedParameters } from './correction.ts';
import { inputCount } from './gap-inputs.ts';

/** A model of the cross-validation. */
export interface FoldModel extends FineTunedParameters {
  /** Fingerprints of the documents that it was not trained on. */
  readonly heldOut: readonly string[];
}

export interface WorkflowModel {
  /** `workflow-` and the first 12 hexadecimal digits of the SHA-256 of the weights. */
  readonly version: string;
  /** SHA-256 of the weights file, hexadecimal. */
  readonly digest: string;
  readonly base: BaseModel;
  /** The text of the base model's weights file. */
  readonly baseText: string;
  /** Trained on all documents: these parameters serve requests. */
  readonly fineTuned: FineTunedParameters;
  readonly calibration: CalibrationWithPrior;
  readonly foldModels: readonly FoldModel[];
  /** Fingerprints of all documents of the training. */
  readonly documents: readonly string[];
}

export const WORKFLOW_SCHEMA_VERSION = 3;

/** `first` and `last` are the page-type classifier. */
const parametersSchema = z.strictObject({ first: z.base64(), last: z.base64(), correction: z.base64() });
const fingerprints = z.array(z.string().regex(/^[0-9a-f]{16}$/u));
const schema = z.strictObject({
  kind: z.literal('workflow'),
  schema_version: z.literal(WORKFLOW_SCHEMA_VERSION),
  base: z.string(),
  fine_tuned: parametersSchema,
  calibration: z.strictObject({ slope: z.number().positive(), intercept: z.number(), prior: z.number().gt(0).lt(1) }),
  fold_models: z.array(parametersSchema.extend({ held_out: fingerprints })),
  documents: fingerprints,
});

/** The text of the weights file. The same model gives the same text. It holds no name and no text of a document. */
export function formatWorkflowWeights({
  baseText,
  fineTuned,
  calibration,
  foldModels,
  documents,
}: Omit<WorkflowModel, 'version' | 'digest' | 'base'>): string {
  const pack = ({ pageTypes, correction }: FineTunedParameters) => ({
    first: encode(pageTypes.first),
    last: encode(pageTypes.last),
    correction: encode(correction),
  });
  const weights: z.infer<typeof schema> = {
    kind: 'workflow',
    schema_version: WORKFLOW_SCHEMA_VERSION,
    base: baseText,
    fine_tuned: pack(fineTuned),
    calibration: { slope: calibration.slope, intercept: calibration.intercept, prior: calibration.prior },
    fold_models: foldModels.map((model) => ({ ...pack(model), held_out: [...model.heldOut] })),
    documents: [...documents],
  };
  return `${JSON.stringify(weights)}\n`;
}

/** Whether a text is marked as the weights of a workflow, not of a base model. */
export const isWorkflowWeights = (text: string): boolean => text.startsWith('{"kind":"workflow"');

/**
 * Reads the text of a workflow's weights file.
 * @param origin  names the weights in errors
 * @throws WeightsError where the text is damaged, of another schema version or has other features
 */
export function parseWorkflowWeights(text: string, origin: string): WorkflowModel {
  const {
    base: baseText,
    fine_tuned: fineTuned,
    calibration,
    fold_models: foldModels,
    documents,
  } = checkShape(text, origin, schema, WORKFLOW_SCHEMA_VERSION);
  const base = parseWeights(baseText, `${origin} (its base model)`);
  const read = (parameters: z.infer<typeof parametersSchema>) =>
    readParameters(parameters, quantilesOf(base).length, origin);
  const digest = createHash('sha256').update(text).digest('hex');
  return {
    version: `workflow-${digest.slice(0, 12)}`,
    digest,
    base,
    baseText,
    fineTuned: read(fineTuned),
    calibration,
    foldModels: foldModels.map(({ held_out: heldOut, ...parameters }) => ({ ...read(parameters), heldOut })),
    documents,
  };
}

function readParameters(
  { first, last, correction }: z.infer<typeof parametersSchema>,
  features: number,
  origin: string,
): FineTunedParameters {
  const pageTypes = { first: floats(first), last: floats(last) };
  const coefficients = floats(correction);
  const isComplete =
    pageTypes.first.length === HASH_BUCKETS &&
    pageTypes.last.length === HASH_BUCKETS &&
    coefficients.length === inputCount(features) + 1;
  if (!isComplete) throw new WeightsError(`The weights ${origin} are damaged: the fine-tuned weights are incomplete.`);
  if (![pageTypes.first, pageTypes.last, coefficients].every((values) => values.every(Number.isFinite)))
    throw new WeightsError(`The weights ${origin} are damaged: a weight is not a number.`);
  return { pageTypes, correction: coefficients };
}
