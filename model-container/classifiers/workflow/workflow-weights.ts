/**
 * The weights of a workflow: the base model that it began with, and what was learnt. One file that needs no other. The
 * members learnt without some of the documents each; they judge later trainings on documents that they never saw.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CalibrationWithPrior } from '../../calibration/calibration.ts';
import { checkShape, encode, floats, parseWeights, WeightsError } from '../weights-file.ts';
import { quantilesOf } from './base-scores.ts';
import type { BaseModel } from './base-scores.ts';
import { inputCount } from './gap-inputs.ts';
import type { Learnt } from '../../training/fine-tuning/learner.ts';
import { HASH_BUCKETS } from '../../features/pages/hashed-page-features.ts';

export interface FoldModel extends Learnt {
  /** Fingerprints of the documents of this training from which it did not learn. */
  readonly heldOut: readonly string[];
}

export interface WorkflowModel {
  /** `workflow-` and the first digits of the SHA-256 of the weights. */
  readonly version: string;
  readonly base: BaseModel;
  /** The text of the base model's weights. */
  readonly baseText: string;
  /** Learnt from all documents: this one answers. */
  readonly learnt: Learnt;
  readonly calibration: CalibrationWithPrior;
  readonly foldModels: readonly FoldModel[];
  /** Fingerprints of all documents of the training. */
  readonly documents: readonly string[];
}

export const WORKFLOW_SCHEMA_VERSION = 2;

const learntSchema = z.strictObject({ first: z.base64(), last: z.base64(), correction: z.base64() });
const fingerprints = z.array(z.string().regex(/^[0-9a-f]{16}$/u));
const schema = z.strictObject({
  kind: z.literal('workflow'),
  schema_version: z.literal(WORKFLOW_SCHEMA_VERSION),
  base: z.string(),
  learnt: learntSchema,
  calibration: z.strictObject({ slope: z.number().positive(), offset: z.number(), prior: z.number().gt(0).lt(1) }),
  members: z.array(learntSchema.extend({ held_out: fingerprints })),
  documents: fingerprints,
});

/** The same model gives the same text. No name and no word of a document is in it. */
export function formatWorkflowWeights({
  baseText,
  learnt,
  calibration,
  foldModels,
  documents,
}: Omit<WorkflowModel, 'version' | 'base'>): string {
  const encodeLearnt = ({ roles, correction }: Learnt) => ({
    first: encode(roles.first),
    last: encode(roles.last),
    correction: encode(correction),
  });
  const weights: z.infer<typeof schema> = {
    kind: 'workflow',
    schema_version: WORKFLOW_SCHEMA_VERSION,
    base: baseText,
    learnt: encodeLearnt(learnt),
    calibration: { slope: calibration.slope, offset: calibration.intercept, prior: calibration.prior },
    members: foldModels.map((member) => ({ ...encodeLearnt(member), held_out: [...member.heldOut] })),
    documents: [...documents],
  };
  return `${JSON.stringify(weights)}\n`;
}

/** Whether a text claims to be the weights of a workflow rather than a base model's. */
export const isWorkflowWeights = (text: string): boolean => text.startsWith('{"kind":"workflow"');

/**
 * @param origin  names the weights in errors
 * @throws WeightsError where they are damaged, of another schema version or of another set of features
 */
export function parseWorkflowWeights(text: string, origin: string): WorkflowModel {
  const {
    base: baseText,
    learnt,
    calibration,
    members,
    documents,
  } = checkShape(text, origin, schema, WORKFLOW_SCHEMA_VERSION);
  const base = parseWeights(baseText, `${origin} (its base model)`);
  const read = (of: z.infer<typeof learntSchema>) => readLearnt(of, quantilesOf(base).length, origin);
  return {
    version: `workflow-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
    base,
    baseText,
    learnt: read(learnt),
    calibration,
    foldModels: members.map(({ held_out: heldOut, ...member }) => ({ ...read(member), heldOut })),
    documents,
  };
}

function readLearnt(
  { first, last, correction }: z.infer<typeof learntSchema>,
  features: number,
  origin: string,
): Learnt {
  const learnt = { roles: { first: floats(first), last: floats(last) }, correction: floats(correction) };
  const { roles } = learnt;
  const whole =
    roles.first.length === HASH_BUCKETS &&
    roles.last.length === HASH_BUCKETS &&
    learnt.correction.length === inputCount(features) + 1;
  if (!whole) throw new WeightsError(`The weights ${origin} are damaged: what was learnt is incomplete.`);
  if (![roles.first, roles.last, learnt.correction].every((values) => values.every(Number.isFinite)))
    throw new WeightsError(`The weights ${origin} are damaged: a weight is not a number.`);
  return learnt;
}
