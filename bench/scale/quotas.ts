/**
 * AWS quotas per region that can limit the design: of a new account, default, and raised as in docs/scale.md. As of
 * November 2026, from the pages named, as far as public texts quote them. The quotas of your account are in the Service
 * Quotas console. Values that AWS does not publish are marked `assumed`.
 */
export interface Quota {
  readonly name: string;
  /** Code in the Service Quotas console, or the documentation page where there is none. */
  readonly code: string;
  readonly newAccount: number;
  readonly byDefault: number;
  readonly raised: number;
  readonly unit: string;
  readonly assumed?: string;
}

const lambdaScaling = 'docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html';
const stepFunctions = 'docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html';
const partitions = 'docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const onDemand = 'docs.aws.amazon.com/amazondynamodb/latest/developerguide/on-demand-capacity-mode.html';
const s3Rates = 'docs.aws.amazon.com/AmazonS3/latest/userguide/optimizing-performance.html';

export const QUOTAS = {
  lambdaConcurrency: {
    name: 'Lambda: concurrent executions',
    code: 'L-B99A9384',
    newAccount: 10,
    byDefault: 1000,
    raised: 3000,
    unit: 'executions',
    assumed: 'A new account has fewer than 1,000; 10 is what new accounts report.',
  },
  lambdaBurst: {
    name: 'Lambda: executions a function may add',
    code: lambdaScaling,
    newAccount: 1000,
    byDefault: 1000,
    raised: 1000,
    unit: 'in 10 seconds',
  },
  startExecutionBucket: {
    name: 'Step Functions: StartExecution, bucket',
    code: stepFunctions,
    newAccount: 800,
    byDefault: 1300,
    raised: 1300,
    unit: 'calls',
  },
  startExecutionRate: {
    name: 'Step Functions: StartExecution, refill',
    code: stepFunctions,
    newAccount: 150,
    byDefault: 300,
    raised: 300,
    unit: 'calls a second',
  },
  transitionBucket: {
    name: 'Step Functions: StateTransition, bucket',
    code: stepFunctions,
    newAccount: 800,
    byDefault: 5000,
    raised: 5000,
    unit: 'transitions',
    assumed: 'A new account has fewer; taken as in the regions with the fewest.',
  },
  transitionRate: {
    name: 'Step Functions: StateTransition, refill',
    code: stepFunctions,
    newAccount: 800,
    byDefault: 5000,
    raised: 5000,
    unit: 'transitions a second',
    assumed: 'As the bucket.',
  },
  tableWrites: {
    name: 'DynamoDB: writes of a new on-demand table, which grow to twice the peak',
    code: onDemand,
    newAccount: 4000,
    byDefault: 4000,
    raised: 4000,
    unit: 'units a second',
  },
  tableReads: {
    name: 'DynamoDB: reads of a new on-demand table, which grow to twice the peak',
    code: onDemand,
    newAccount: 12_000,
    byDefault: 12_000,
    raised: 12_000,
    unit: 'units a second',
  },
  partitionWrites: {
    name: 'DynamoDB: writes of one partition (the open requests in the index)',
    code: partitions,
    newAccount: 1000,
    byDefault: 1000,
    raised: 1000,
    unit: 'units a second',
  },
  blobWrites: {
    name: 'S3: writes of a prefix',
    code: s3Rates,
    newAccount: 3500,
    byDefault: 3500,
    raised: 3500,
    unit: 'requests a second',
    assumed: 'One prefix carries all: S3 splits prefixes that stay busy, within minutes, which is not simulated.',
  },
  blobReads: {
    name: 'S3: reads of a prefix',
    code: s3Rates,
    newAccount: 5500,
    byDefault: 5500,
    raised: 5500,
    unit: 'requests a second',
    assumed: 'As the writes.',
  },
  gatewayRate: {
    name: 'API Gateway: requests of the account',
    code: 'L-8A5B8E43',
    newAccount: 10_000,
    byDefault: 10_000,
    raised: 10_000,
    unit: 'requests a second',
  },
  gatewayBurst: {
    name: 'API Gateway: burst of the account',
    code: 'docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
    newAccount: 5000,
    byDefault: 5000,
    raised: 5000,
    unit: 'requests',
  },
} as const satisfies Readonly<Record<string, Quota>>;

export type QuotaName = keyof typeof QUOTAS;
export type Level = 'newAccount' | 'byDefault' | 'raised';
export type Limits = Readonly<Record<QuotaName, number>>;

export const limitsAt = (level: Level): Limits =>
  // The cast holds: the names are those of QUOTAS.
  Object.fromEntries(Object.entries(QUOTAS).map(([name, quota]) => [name, quota[level]])) as Limits;
