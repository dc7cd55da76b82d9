/** What `tearline doctor --stage` reads of an AWS account. It changes nothing. */
import { DescribeStacksCommand, paginateListStackResources } from '@aws-sdk/client-cloudformation';
import { paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch';
import { GetAccountSettingsCommand } from '@aws-sdk/client-lambda';
import { DescribeEndpointCommand } from '@aws-sdk/client-sagemaker';
import { paginateListAWSDefaultServiceQuotas, paginateListServiceQuotas } from '@aws-sdk/client-service-quotas';
import type { ServiceQuota } from '@aws-sdk/client-service-quotas';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { accountClients, REGION_OF_CLOUDFRONT } from './account-clients.ts';
import type { AccountClientOptions, AccountClients } from './account-clients.ts';

export interface Quota {
  readonly code: string;
  readonly name: string;
  readonly value: number;
}

export interface StackState {
  /** As CloudFormation names it: `UPDATE_COMPLETE`. */
  readonly status: string;
  readonly reason: string | undefined;
  readonly isProtected: boolean;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Each function rejects with the error of the SDK; `readable` explains it. */
export interface AwsAccount {
  region(): Promise<string>;
  identity(): Promise<{ readonly account: string; readonly arn: string }>;
  /** Concurrent executions of Lambda: of the account, and without those that functions have reserved. */
  lambdaConcurrency(): Promise<{ readonly total: number; readonly unreserved: number }>;
  /** Quotas of a service, as Service Quotas names it. Those that were never changed have their default. */
  quotas(service: string): Promise<readonly Quota[]>;
  mail(): Promise<{ readonly isInSandbox: boolean; readonly isEnabled: boolean; readonly perDay: number }>;
  /** Whether an address or domain may send; undefined where SES does not know it. */
  senderIsVerified(identity: string): Promise<boolean | undefined>;
  /** Undefined where there is no stack of this name. */
  stack(name: string): Promise<StackState | undefined>;
  /** Physical ids by logical id. */
  resources(stack: string, type: string): Promise<Readonly<Record<string, string>>>;
  /** As SageMaker names it: `InService`. */
  endpointStatus(name: string): Promise<string>;
  /** Names of alarms that are raised. */
  raisedAlarms(prefix: string): Promise<readonly string[]>;
  /** Messages in a queue, approximately. */
  messages(queueUrl: string): Promise<number>;
}

const errorOf = (error: unknown): { readonly name: string; readonly message: string; readonly code: string } => {
  const { name = '', message = '', code = '' } = (error ?? {}) as Partial<Record<'name' | 'message' | 'code', string>>;
  return { name, message, code };
};

const REFUSED = /AccessDenied|UnauthorizedOperation|NotAuthorized|OptInRequired|SubscriptionRequired/;
const NO_CREDENTIALS =
  /CredentialsProviderError|ExpiredToken|InvalidClientTokenId|UnrecognizedClient|InvalidSignature|AuthFailure|TokenProviderError/;
const NO_NETWORK = /ENOTFOUND|ECONNREFUSED|ECONNRESET|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|TimeoutError/;

/** Returns an error of the SDK as a sentence, without its stack. */
export const readable = (error: unknown): string => {
  const { name, message, code } = errorOf(error);
  if (NO_NETWORK.test(`${name} ${code}`)) return `AWS cannot be reached (${code || name})`;
  if (NO_CREDENTIALS.test(name)) return `no valid credentials (${message})`;
  if (REFUSED.test(name)) return `may not be asked (${message})`;
  return message === '' ? name : message;
};

/** Returns undefined for errors that say that something does not exist. @throws all others */
const absent = (error: unknown): undefined => {
  const { name, message } = errorOf(error);
  if (name === 'NotFoundException' || /does not exist/.test(message)) return undefined;
  throw error;
};

const collect = async <Page, Found>(
  pages: AsyncIterable<Page>,
  found: (page: Page) => readonly Found[] | undefined,
): Promise<Found[]> => {
  const all: Found[] = [];
  for await (const page of pages) all.push(...(found(page) ?? []));
  return all;
};

class SdkAccount implements AwsAccount {
  readonly #clients: AccountClients;

  constructor(clients: AccountClients) {
    this.#clients = clients;
  }

  region(): Promise<string> {
    return this.#clients.sts.config.region();
  }

  async identity() {
    const { Account: account = '', Arn: arn = '' } = await this.#clients.sts.send(new GetCallerIdentityCommand({}));
    return { account, arn };
  }

  async lambdaConcurrency() {
    const { AccountLimit: limit } = await this.#clients.lambda.send(new GetAccountSettingsCommand({}));
    return { total: limit?.ConcurrentExecutions ?? 0, unreserved: limit?.UnreservedConcurrentExecutions ?? 0 };
  }

  async quotas(service: string): Promise<readonly Quota[]> {
    const client = service === 'cloudfront' ? this.#clients.globalQuotas : this.#clients.quotas;
    const input = { ServiceCode: service };
    const [defaults, applied] = await Promise.all([
      collect(paginateListAWSDefaultServiceQuotas({ client }, input), ({ Quotas }) => Quotas),
      collect(paginateListServiceQuotas({ client }, input), ({ Quotas }) => Quotas),
    ]);
    const byCode = new Map<string, ServiceQuota>();
    for (const quota of [...defaults, ...applied]) byCode.set(quota.QuotaCode ?? '', quota);
    return [...byCode].map(([code, { QuotaName: name = '', Value: value = 0 }]) => ({ code, name, value }));
  }

  async mail() {
    const found = await this.#clients.ses.send(new GetAccountCommand({}));
    return {
      isInSandbox: found.ProductionAccessEnabled !== true,
      isEnabled: found.SendingEnabled !== false && found.EnforcementStatus !== 'SHUTDOWN',
      perDay: found.SendQuota?.Max24HourSend ?? 0,
    };
  }

  async senderIsVerified(identity: string): Promise<boolean | undefined> {
    const found = await this.#clients.ses.send(new GetEmailIdentityCommand({ EmailIdentity: identity })).catch(absent);
    return found === undefined ? undefined : found.VerifiedForSendingStatus === true;
  }

  async stack(name: string): Promise<StackState | undefined> {
    const found = await this.#clients.cloudFormation.send(new DescribeStacksCommand({ StackName: name })).catch(absent);
    const stack = found?.Stacks?.[0];
    if (stack === undefined) return undefined;
    const outputs = (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]);
    return {
      status: stack.StackStatus ?? '',
      reason: stack.StackStatusReason,
      isProtected: stack.EnableTerminationProtection === true,
      outputs: Object.fromEntries(outputs) as Record<string, string>,
    };
  }

  async resources(stack: string, type: string): Promise<Readonly<Record<string, string>>> {
    const client = this.#clients.cloudFormation;
    const all = await collect(
      paginateListStackResources({ client }, { StackName: stack }),
      ({ StackResourceSummaries }) => StackResourceSummaries,
    );
    const found = all.filter(({ ResourceType }) => ResourceType === type);
    return Object.fromEntries(found.map((each) => [each.LogicalResourceId ?? '', each.PhysicalResourceId ?? '']));
  }

  async endpointStatus(name: string): Promise<string> {
    const found = await this.#clients.sageMaker.send(new DescribeEndpointCommand({ EndpointName: name }));
    return found.EndpointStatus ?? '';
  }

  async raisedAlarms(prefix: string): Promise<readonly string[]> {
    const client = this.#clients.cloudWatch;
    const input = { AlarmNamePrefix: prefix, StateValue: 'ALARM' as const };
    const raised = await collect(paginateDescribeAlarms({ client }, input), ({ MetricAlarms }) => MetricAlarms);
    // moto does not select by state where a prefix is given.
    return raised.flatMap(({ AlarmName: name = '', StateValue: state }) => (state === 'ALARM' ? [name] : []));
  }

  async messages(queueUrl: string): Promise<number> {
    const { Attributes: attributes } = await this.#clients.sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(attributes?.ApproximateNumberOfMessages ?? 0);
  }
}

/** The account of the credentials that the SDK finds. */
export const awsAccount = (options: AccountClientOptions): AwsAccount => new SdkAccount(accountClients(options));

export { REGION_OF_CLOUDFRONT };
