/**
 * AWS SDK clients of `tearline doctor --stage`. Their packages are development packages, like CDK: only who deploys needs
 * them.
 */
import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { NodeHttpHandler } from '@smithy/node-http-handler';

/** A person waits: two attempts of a few seconds. */
const ATTEMPTS = 2;
const CONNECTION_LIMIT_MS = 3_000;
const REQUEST_LIMIT_MS = 8_000;

/** CloudFront's quotas are those of this region. */
export const REGION_OF_CLOUDFRONT = 'us-east-1';

export interface AccountClientOptions {
  /** Absent: as the SDK finds it, in the environment or the profile. */
  readonly region?: string | undefined;
  /** URL of a stand-in for AWS in tests. */
  readonly endpointUrl?: string | undefined;
}

export const accountClients = ({ region, endpointUrl }: AccountClientOptions) => {
  const common = {
    maxAttempts: ATTEMPTS,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: CONNECTION_LIMIT_MS,
      requestTimeout: REQUEST_LIMIT_MS,
      throwOnRequestTimeout: true,
    }),
    ...(endpointUrl === undefined ? {} : { endpoint: endpointUrl }),
  };
  const regional = { ...common, ...(region === undefined ? {} : { region }) };
  return {
    cloudFormation: new CloudFormationClient(regional),
    cloudWatch: new CloudWatchClient(regional),
    lambda: new LambdaClient(regional),
    sageMaker: new SageMakerClient(regional),
    quotas: new ServiceQuotasClient(regional),
    globalQuotas: new ServiceQuotasClient({ ...common, region: REGION_OF_CLOUDFRONT }),
    ses: new SESv2Client(regional),
    sqs: new SQSClient(regional),
    sts: new STSClient(regional),
  };
};

export type AccountClients = ReturnType<typeof accountClients>;
