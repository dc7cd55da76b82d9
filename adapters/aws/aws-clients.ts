/**
 * What all clients of the AWS SDK have in common: connections are kept alive, every connection and every request has a
 * timeout, and transient errors (throttling, 5xx, broken connections) are retried with exponential backoff and jitter.
 * call-aws.ts limits the total time of a call. Each client is in the folder or file of its adapter, so that a function
 * loads only the clients that it uses.
 */
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { NodeHttpHandlerOptions } from '@smithy/node-http-handler';

/** Attempts per call. The SDK waits a random time up to 50 ms (throttled: 1 s), doubled each time, at most 20 s. */
const ATTEMPTS = 8;
const CONNECTION_LIMIT_MS = 2_000;
const SOCKETS = 64;
/** Milliseconds without a response after which an attempt fails. */
const REQUEST_LIMIT_MS = 6_000;
/** The same for transfers of blobs. */
export const BLOB_REQUEST_LIMIT_MS = 20_000;

export interface AwsClientOptions {
  readonly region: string;
  /** URL of a stand-in for AWS in tests. S3 then uses path-style addressing. */
  readonly endpointUrl?: string | undefined;
  /** Connections that several clients share. Default: the client's own. */
  readonly requestHandler?: NodeHttpHandler;
  /** Default: the credentials of the function's role. */
  readonly credentials?: NonNullable<DynamoDBClientConfig['credentials']>;
}

const handlerOptions = (requestTimeout: number): NodeHttpHandlerOptions => ({
  connectionTimeout: CONNECTION_LIMIT_MS,
  requestTimeout,
  // Without this option the SDK only logs a warning.
  throwOnRequestTimeout: true,
  httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
  httpAgent: { keepAlive: true, maxSockets: SOCKETS },
});

/** Configuration that all clients share. */
export const configure = (
  { region, endpointUrl, credentials, requestHandler }: AwsClientOptions,
  requestLimitMs = REQUEST_LIMIT_MS,
) => ({
  region,
  maxAttempts: ATTEMPTS,
  retryMode: 'standard' as const,
  requestHandler: requestHandler ?? new NodeHttpHandler(handlerOptions(requestLimitMs)),
  ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
  ...(credentials === undefined ? {} : { credentials }),
});

/** Connections for clients that differ in their credentials only. */
export const requestHandlers = {
  table: () => new NodeHttpHandler(handlerOptions(REQUEST_LIMIT_MS)),
  blobs: () => new NodeHttpHandler(handlerOptions(BLOB_REQUEST_LIMIT_MS)),
};
