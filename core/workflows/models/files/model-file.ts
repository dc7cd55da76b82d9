/** The file in which a model leaves a service and enters another one: JSON with the weights and their report. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ValidationError } from '../../../errors.ts';
import { listsFit } from '../../../lists-fit.ts';
import { modelReportSchema } from '../evaluation/model-report.ts';
import type { ModelReport } from '../evaluation/model-report.ts';
import { checkWeights } from './weights.ts';

const KIND = 'tearline-model';
const SCHEMA_VERSION = 1;

/** Bytes of a model file at most: the container loads weights of 16 MB. */
export const MAX_MODEL_FILE_BYTES = 32 * 1024 * 1024;

const headSchema = z.object({ kind: z.literal(KIND), schema_version: z.number() });

const fileSchema = z.strictObject({
  kind: z.literal(KIND),
  schema_version: z.literal(SCHEMA_VERSION),
  /** The release that trained the model. */
  release: z.string().max(100),
  /** SHA-256 of the weights, hexadecimal. */
  digest: z.string().regex(/^[0-9a-f]{64}$/u),
  report: modelReportSchema,
  /** The text of the weights. */
  weights: z.string(),
});

export interface ModelFile {
  readonly release: string;
  readonly digest: string;
  readonly report: ModelReport;
  readonly weights: string;
}

export const formatModelFile = ({ release, digest, report, weights }: ModelFile): string =>
  JSON.stringify({ kind: KIND, schema_version: SCHEMA_VERSION, release, digest, report, weights });

/** With it every model file begins, also one of which the end is missing. */
const FIRST_BYTES = Buffer.from(`{"kind":${JSON.stringify(KIND)}`);

const DAMAGED = ['damaged_model', 'is damaged: export the model again'] as const;

/** What is wrong with a file, as a sentence without its subject. @param json  undefined where the file is none */
const problemOf = (bytes: Uint8Array, json: unknown): readonly [type: string, msg: string] => {
  if (json === undefined && FIRST_BYTES.equals(bytes.subarray(0, FIRST_BYTES.length))) return DAMAGED;
  const head = headSchema.safeParse(json);
  if (!head.success) return ['foreign_model', 'must be a file that GET …/models/{version}/export gave'];
  return head.data.schema_version === SCHEMA_VERSION
    ? DAMAGED
    : ['unsupported_model', `has schema version ${head.data.schema_version}; this release reads ${SCHEMA_VERSION}`];
};

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

/** Whether the digest, the version and the weights belong together, and the weights are of a version that can be read. */
const isWhole = ({ digest, report, weights }: ModelFile): boolean =>
  createHash('sha256').update(weights).digest('hex') === digest &&
  report.model_version === `workflow-${digest.slice(0, 12)}` &&
  checkWeights(weights);

/**
 * @param loc  where the file is in the request
 * @throws ValidationError for a foreign or damaged file, and one of another schema version
 */
export const parseModelFile = (bytes: Uint8Array, loc: readonly (string | number)[]): ModelFile => {
  const json = parseJson(bytes);
  const parsed = listsFit(fileSchema, json) ? fileSchema.safeParse(json) : undefined;
  if (parsed?.success === true && isWhole(parsed.data)) return parsed.data;
  const [type, msg] = problemOf(bytes, json);
  throw new ValidationError([{ loc, msg, type }]);
};
