/** The split model at a SageMaker endpoint, serverless or real-time. IAM: sagemaker:InvokeEndpoint on the endpoint. */
import { InvokeEndpointCommand, ModelError, SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { GapScores, SplitModel } from '../../../core/ports.ts';
import type { PageJson } from '../../../core/documents/page-record.ts';
import { decodeResponse, encodeRequest, refusalOf } from '../../../core/splitting/split-model-messages.ts';
import { configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';
import { callAws } from '../call-aws.ts';

export interface SageMakerSplitModelOptions {
  readonly client: SageMakerRuntimeClient;
  /** Name of the endpoint. */
  readonly endpoint: string;
  /** Milliseconds for one window with all its attempts; default 150,000, because of serverless cold starts. */
  readonly limitMs?: number;
}

/** Milliseconds. SageMaker allows a container 60 seconds per request. */
const SCORE_REQUEST_LIMIT_MS = 65_000;

export const sageMakerRuntimeClient = (options: AwsClientOptions): SageMakerRuntimeClient =>
  new SageMakerRuntimeClient(configure(options, SCORE_REQUEST_LIMIT_MS));

const DEFAULT_LIMIT_MS = 150_000;
const TOO_MANY_REQUESTS = 429;
const SERVER_FAULT = 500;

/** The error for a response of the container that SageMaker passed on with the container's status. */
const errorOf = (error: ModelError): Error => {
  const status = error.OriginalStatusCode ?? SERVER_FAULT;
  if (status === TOO_MANY_REQUESTS || status >= SERVER_FAULT)
    return new TemporarilyUnavailableError('The split model is not available just now. Try again in a moment.', {
      cause: error,
    });
  return refusalOf(status, error.OriginalMessage ?? error.message, { cause: error });
};

/** Contrary to its types, the SDK returns null for an empty body. */
const textOf = (body: Uint8Array | null): string => (body === null ? '' : new TextDecoder().decode(body));

export class SageMakerSplitModel implements SplitModel {
  readonly #options: SageMakerSplitModelOptions;

  constructor(options: SageMakerSplitModelOptions) {
    this.#options = options;
  }

  /** @throws TemporarilyUnavailableError, SplitModelFaultError */
  async score(pages: readonly PageJson[], weights?: string): Promise<GapScores> {
    const { client, endpoint, limitMs = DEFAULT_LIMIT_MS } = this.#options;
    const command = new InvokeEndpointCommand({
      EndpointName: endpoint,
      Body: encodeRequest(pages),
      ContentType: 'application/json',
      Accept: 'application/json',
      ...(weights === undefined ? {} : { CustomAttributes: weights }),
    });
    try {
      const { Body } = await callAws('The split model', (options) => client.send(command, options), limitMs);
      return decodeResponse(textOf(Body), pages.length);
    } catch (error) {
      throw error instanceof ModelError ? errorOf(error) : error;
    }
  }
}
