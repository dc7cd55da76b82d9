/**
 * Handles one request to /invocations, independent of HTTP: validates it, scores the pages, returns the response body.
 */
import { z } from 'zod';
import { pageRecordSchema } from '../../core/documents/page-record.ts';
import type { PageRecord } from '../../core/documents/page-record.ts';
import { areWords } from './check-words.ts';
import { scorePages } from '../classifiers/split-model.ts';
import type { SplitModel } from '../classifiers/split-model.ts';
import { WeightsError } from '../classifiers/weights-file.ts';
import type { BaseWeights } from '../classifiers/weights-file.ts';
import { scoreWorkflowPages } from '../classifiers/workflow/score-stream.ts';
import type { WorkflowModel } from '../classifiers/workflow/workflow-weights.ts';
import { WeightsKeyError, WeightsNotFoundError } from './workflow-models.ts';
import type { WorkflowModels } from './workflow-models.ts';

export const WEIGHTS_HEADER = 'x-amzn-sagemaker-custom-attributes';

const pageSchema = pageRecordSchema.extend({ words: z.custom<PageRecord['words']>(areWords, 'not an array of words') });
const bodySchema = z.strictObject({ pages: z.array(pageSchema) });

/**
 * A request that is refused. `status` is the HTTP status: 4xx for errors of the caller, 5xx for errors of the server.
 */
export class InvocationError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'InvocationError';
    this.status = status;
    this.code = code;
  }
}

export interface InvocationAnswer {
  /** One a gap, for the calibration's boundary density, because the pages may be a window of a longer document. */
  readonly probabilities: readonly number[];
  /** That density, the share of gaps that are boundaries: the caller adjusts a whole document's probabilities by it. */
  readonly prior?: number | undefined;
  readonly model_version: string;
  /** SHA-256 of the weights file, hexadecimal. */
  readonly model_digest: string;
}

export interface Invocation {
  readonly contentType: string | undefined;
  /** Key of a workflow's weights; undefined or empty for the base model. */
  readonly weights: string | undefined;
  readonly body: string;
}

export interface ServedModels {
  readonly base: SplitModel & Pick<BaseWeights, 'digest'>;
  readonly workflows: WorkflowModels;
}

/** Scores the pages of the request. @throws InvocationError */
export async function answerInvocation(
  { base, workflows }: ServedModels,
  { contentType, weights, body }: Invocation,
): Promise<InvocationAnswer> {
  if (contentType !== undefined && !/^application\/json\s*(?:;|$)/iu.test(contentType)) {
    throw new InvocationError(415, 'unsupported_media_type', `The body must be application/json, not ${contentType}.`);
  }
  const workflow = weights === undefined || weights === '' ? undefined : await findWorkflow(workflows, weights);
  const { pages } = parseBody(body);
  if (workflow === undefined)
    return {
      probabilities: scorePages(base, pages),
      prior: base.calibration.prior,
      model_version: base.version,
      model_digest: base.digest,
    };
  return {
    probabilities: scoreWorkflowPages(workflow, pages),
    prior: workflow.calibration.prior,
    model_version: workflow.version,
    model_digest: workflow.digest,
  };
}

async function findWorkflow(workflows: WorkflowModels, key: string): Promise<WorkflowModel> {
  try {
    return await workflows.get(key);
  } catch (error) {
    if (error instanceof WeightsKeyError)
      throw new InvocationError(400, 'invalid_weights_key', error.message, { cause: error });
    if (error instanceof WeightsNotFoundError)
      throw new InvocationError(404, 'weights_not_found', error.message, { cause: error });
    // 422, because a 5xx would be retried, and retries do not help.
    if (error instanceof WeightsError)
      throw new InvocationError(422, 'unusable_weights', error.message, { cause: error });
    throw error;
  }
}

function parseBody(body: string): z.infer<typeof bodySchema> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw new InvocationError(400, 'not_json', 'The body is not JSON.');
  }
  const parsed = bodySchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new InvocationError(
      400,
      'invalid_pages',
      `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not page records'}`,
    );
  }
  for (const [at, { thumbnail }] of parsed.data.pages.entries()) {
    if (Buffer.byteLength(thumbnail.grey, 'base64') === thumbnail.width * thumbnail.height) continue;
    throw new InvocationError(400, 'invalid_pages', `pages.${at}.thumbnail: grey does not hold width × height bytes`);
  }
  return parsed.data;
}
