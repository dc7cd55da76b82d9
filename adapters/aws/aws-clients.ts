/**
 * The clients of AWS, all with one policy: connections are kept, every connection and every request has a time limit, and
 * what is transient (throttling, 5xx, broken connections) is tried again with random pauses that grow. How long a call may
 * take in all, pauses included, is call-aws.ts's matter. SageMaker's own client is in sagemaker-client.ts: it is large.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SageMakerRuntimeClient } from '@aws-sdk/client-sagemaker-runtime';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SFNClient } from '@aws-sdk/client-sfn';
import { STSClient } from '@aws-sdk/client-sts';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { NodeHttpHandlerOptions } from '@smithy/node-http-handler';

/** Attempts in all. The SDK's pauses are random, up to 50 ms (throttled: 1 s), doubled each time, at most 20 s. */
const ATTEMPTS = 8;
const CONNECTION_LIMIT_MS = 2_000;
const SOCKETS = 64;
/** Milliseconds without an answer after which one attempt is given up. */
const REQUEST_LIMIT_MS = 6_000;
/** A blob's bytes take longer: so long without any of them. */
const BLOB_REQUEST_LIMIT_MS = 20_000;
/** SageMaker gives a container 60 seconds. */
const SCORE_REQUEST_LIMIT_MS = 65_000;

export interface AwsClientOptions {
  readonly region: string;
  /** Address of a stand-in for AWS: buckets are then in paths, not in host names. */
  readonly standInUrl?: string | undefined;
  /** Default: those of the function's role. */
  readonly credentials?: NonNullable<DynamoDBClientConfig['credentials']>;
}

const handlerOptions = (requestTimeout: number): NodeHttpHandlerOptions => ({
  connectionTimeout: CONNECTION_LIMIT_MS,
  requestTimeout,
  // Without it the SDK only warns.
  throwOnRequestTimeout: true,
  httpsAgent: { keepAlive: true, maxSockets: SOCKETS },
  httpAgent: { keepAlive: true, maxSockets: SOCKETS },
});

/** What every client is made with. */
export const configure = (
  { region, standInUrl, credentials }: AwsClientOptions,
  requestLimitMs = REQUEST_LIMIT_MS,
) => ({
  region,
  maxAttempts: ATTEMPTS,
  retryMode: 'standard' as const,
  requestHandler: new NodeHttpHandler(handlerOptions(requestLimitMs)),
  ...(standInUrl === undefined ? {} : { endpoint: standInUrl }),
  ...(credentials === undefined ? {} : { credentials }),
});

export const dynamoDbClient = (options: AwsClientOptions): DynamoDBClient => new DynamoDBClient(configure(options));

/** Checksums only where S3 wants them: a presigned address could not be used with one, since its body is not known when it is signed. */
export const s3Client = (options: AwsClientOptions): S3Client =>
  new S3Client({
    ...configure(options, BLOB_REQUEST_LIMIT_MS),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    forcePathStyle: options.standInUrl !== undefined,
  });

export const stepFunctionsClient = (options: AwsClientOptions): SFNClient => new SFNClient(configure(options));
export const sageMakerRuntimeClient = (options: AwsClientOptions): SageMakerRuntimeClient =>
  new SageMakerRuntimeClient(configure(options, SCORE_REQUEST_LIMIT_MS));
export const sesClient = (options: AwsClientOptions): SESv2Client => new SESv2Client(configure(options));
export const eventBridgeClient = (options: AwsClientOptions): EventBridgeClient =>
  new EventBridgeClient(configure(options));
export const stsClient = (options: AwsClientOptions): STSClient => new STSClient(configure(options));
