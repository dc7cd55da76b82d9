/**
 * Credentials that are restricted to one tenant: sessions of the function's tenant role with the tag `tenant`. DynamoDB
 * and S3 reject rows and files of another tenant, even if a defect or an attack makes a function ask for them.
 *
 * IAM (lib/constructs/data/data-access.ts): the function's role allows sts:AssumeRole and sts:TagSession on the tenant
 * role, which trusts it for requests with the tag `tenant`. The tenant role allows rows by `dynamodb:LeadingKeys` and
 * files by their prefix, both with `${aws:PrincipalTag/tenant}`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { LRUCache } from 'lru-cache';
import { configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';
import { callAws } from '../call-aws.ts';
import type { AwsSettings } from '../settings.ts';

export const stsClient = (options: AwsClientOptions): STSClient => new STSClient(configure(options));

const currentTenant = new AsyncLocalStorage<string>();

/** Runs `work`; its calls of the table and the blob store use the tenant's credentials. @param tenant  id of the account */
export const withinTenant = <Result>(tenant: string, work: () => Promise<Result>): Promise<Result> =>
  currentTenant.run(tenant, work);

/** The tenant of the current withinTenant; undefined outside. */
export const currentTenantId = (): string | undefined => currentTenant.getStore();

/** STS's maximum for role chaining. */
const SESSION_SECONDS = 3600;
/** Tenants whose credentials are kept, each about 2 KB. */
const MAX_SESSIONS = 500;
/** A session is replaced when less of it is left, in milliseconds: as the SDK does, which asks again then. */
const LEAST_LEFT_MS = 5 * 60_000;

export interface TenantCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** The SDK requests new credentials shortly before. */
  readonly expiration: Date;
}

/** Credentials of the tenant role for one tenant, for an hour. @throws TemporarilyUnavailableError */
export const assumeForTenant = async (
  client: STSClient,
  roleArn: string,
  tenant: string,
): Promise<TenantCredentials> => {
  const command = new AssumeRoleCommand({
    RoleArn: roleArn,
    RoleSessionName: `tenant-${tenant}`.slice(0, 64),
    DurationSeconds: SESSION_SECONDS,
    Tags: [{ Key: 'tenant', Value: tenant }],
  });
  const { Credentials } = await callAws('The access to the data', (options) => client.send(command, options));
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
  if (
    AccessKeyId === undefined ||
    SecretAccessKey === undefined ||
    SessionToken === undefined ||
    Expiration === undefined
  )
    throw new Error('STS returned no credentials.');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration,
  };
};

/** The sessions of a process: one for each tenant, shared by its table, its files and its presigned URLs. */
export class TenantSessions {
  readonly #assume: (tenant: string) => Promise<TenantCredentials>;
  readonly #sessions = new LRUCache<string, Promise<TenantCredentials>>({ max: MAX_SESSIONS });

  constructor(assume: (tenant: string) => Promise<TenantCredentials>) {
    this.#assume = assume;
  }

  /**
   * @param leastLeftMs  milliseconds for which the credentials must still be valid, less than an hour
   * @throws TemporarilyUnavailableError
   */
  async credentials(tenant: string, leastLeftMs = LEAST_LEFT_MS): Promise<TenantCredentials> {
    const known = this.#sessions.get(tenant);
    if (known !== undefined) {
      const credentials = await known;
      if (credentials.expiration.getTime() - Date.now() >= leastLeftMs) return credentials;
    }
    return this.#renew(tenant, known);
  }

  /** @param expired  what another call may have replaced meanwhile */
  #renew(tenant: string, expired: Promise<TenantCredentials> | undefined): Promise<TenantCredentials> {
    const present = this.#sessions.peek(tenant);
    if (present !== undefined && present !== expired) return present;
    const renewed = this.#assume(tenant);
    this.#sessions.set(tenant, renewed);
    renewed.catch(() => {
      if (this.#sessions.peek(tenant) === renewed) this.#sessions.delete(tenant);
    });
    return renewed;
  }
}

type Settings = Pick<AwsSettings, 'region' | 'endpointUrl' | 'dataRoleArn'>;

const bySettings = new WeakMap<Settings, TenantSessions>();

/** The sessions for a function's settings; undefined where they name no tenant role. */
export const tenantSessions = (settings: Settings): TenantSessions | undefined => {
  const { dataRoleArn, region, endpointUrl } = settings;
  if (dataRoleArn === undefined) return undefined;
  const known = bySettings.get(settings);
  if (known !== undefined) return known;
  const sts = stsClient({ region, endpointUrl });
  const sessions = new TenantSessions((tenant) => assumeForTenant(sts, dataRoleArn, tenant));
  bySettings.set(settings, sessions);
  return sessions;
};
