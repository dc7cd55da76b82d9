/** One request to /invocations: what is refused and with which status, and what is answered. Knows nothing of sockets. */
import { z } from 'zod';
import { pageRecordSchema } from '../core/reading/page-record.ts';
import { scorePages } from './model/split-model.ts';
import type { SplitModel } from './model/split-model.ts';

/** Bytes; SageMaker's own limit for a real-time endpoint. */
export const MAX_BODY_BYTES = 6 * 1024 * 1024;

export const WEIGHTS_HEADER = 'x-amzn-sagemaker-custom-attributes';

const bodySchema = z.strictObject({ pages: z.array(pageRecordSchema) });

/** A request that cannot be answered, and whose fault that is: 4xx the caller's. */
export class InvocationError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = 'InvocationError';
    this.status = status;
    this.code = code;
  }
}

export interface InvocationAnswer {
  readonly probabilities: readonly number[];
  readonly model_version: string;
}

export interface Invocation {
  readonly contentType: string | undefined;
  /** Key of a workflow's own weights. */
  readonly weights: string | undefined;
  readonly body: string;
}

/** @throws InvocationError */
export function answerInvocation(model: SplitModel, { contentType, weights, body }: Invocation): InvocationAnswer {
  if (contentType !== undefined && !/^application\/json\s*(?:;|$)/iu.test(contentType)) {
    throw new InvocationError(415, 'unsupported_media_type', `The body must be application/json, not ${contentType}.`);
  }
  if (weights !== undefined && weights !== '') {
    throw new InvocationError(404, 'weights_not_found', 'There are no weights with the key in X-Amzn-SageMaker-Custom-Attributes.');
  }
  const { pages } = parseBody(body);
  return { probabilities: scorePages(model, pages), model_version: model.version };
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
    throw new InvocationError(400, 'invalid_pages', `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not page records'}`);
  }
  for (const [at, { thumbnail }] of parsed.data.pages.entries()) {
    if (Buffer.byteLength(thumbnail.grey, 'base64') === thumbnail.width * thumbnail.height) continue;
    throw new InvocationError(400, 'invalid_pages', `pages.${at}.thumbnail: grey does not hold width × height bytes`);
  }
  return parsed.data;
}
