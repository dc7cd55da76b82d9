/** An AWS account of made-up facts; the deployed stage in it is healthy unless a test says otherwise. */
import type { AwsAccount, StackState } from '../../../adapters/aws/account/aws-account.ts';
import type { Site } from '../../../bin/stage-doctor/deployed-stage.ts';

export const TOOLKIT: StackState = {
  status: 'CREATE_COMPLETE',
  reason: undefined,
  isProtected: false,
  outputs: { BootstrapVersion: '30' },
};

export const DEPLOYED: StackState = {
  status: 'UPDATE_COMPLETE',
  reason: undefined,
  isProtected: true,
  outputs: { ApiUrl: 'https://api.example.com/prod/', WebUrl: 'https://split.example.com' },
};

/** Quotas as Service Quotas names them, with the values of an account that has been in use. */
export const QUOTAS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  sagemaker: {
    'Total concurrency that you can allocate across all serverless endpoints': 200,
    'Maximum memory size in MB for a serverless endpoint': 6144,
    'ml.m5.large for spot training job usage': 4,
    'ml.m5.xlarge for spot training job usage': 4,
    'ml.m5.large for endpoint usage': 4,
  },
  codebuild: { 'Concurrently running builds for Linux/Small environment': 60 },
  cloudfront: { 'Web distributions per AWS account': 200 },
};

export interface Facts {
  readonly stacks?: Readonly<Record<string, StackState>>;
  readonly quotas?: typeof QUOTAS;
}

export const fakeAccount = (
  { stacks = { CDKToolkit: TOOLKIT }, quotas = QUOTAS }: Facts = {},
  changes: Partial<AwsAccount> = {},
): AwsAccount => ({
  region: () => Promise.resolve('eu-west-1'),
  identity: () =>
    Promise.resolve({ account: '111122223333', arn: 'arn:aws:sts::111122223333:assumed-role/Deployer/ann' }),
  lambdaConcurrency: () => Promise.resolve({ total: 1000, unreserved: 1000 }),
  quotas: (service) =>
    Promise.resolve(
      Object.entries(quotas[service] ?? {}).map(([name, value], index) => ({ code: `L-${index}`, name, value })),
    ),
  mail: () => Promise.resolve({ isInSandbox: false, isEnabled: true, perDay: 50_000 }),
  senderIsVerified: () => Promise.resolve(undefined),
  stack: (name) => Promise.resolve(stacks[name]),
  resources: () =>
    Promise.resolve({
      MailMailFeedbackUndelivered1: 'https://sqs.example.com/undelivered',
      AdmissionQueue1: 'https://sqs.example.com/waiting',
    }),
  endpointStatus: () => Promise.resolve('InService'),
  raisedAlarms: () => Promise.resolve([]),
  messages: (url) => Promise.resolve(url.endsWith('waiting') ? 5 : 0),
  ...changes,
});

export const fakeSite = (changes: Partial<Site> = {}): Site => ({
  status: () => Promise.resolve(200),
  certificateEnd: () => Promise.resolve(new Date('2027-06-01T00:00:00Z')),
  ...changes,
});
