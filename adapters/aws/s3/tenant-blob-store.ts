/**
 * Blobs accessed with credentials that are restricted to one tenant: S3 rejects every key outside `accounts/<tenant>/`,
 * even if a defect or an attack makes a step use one.
 *
 * IAM of the function's role: sts:AssumeRole and sts:TagSession on the data role. The data role trusts the functions'
 * roles for both actions if the request has the tag `tenant`. It allows the actions of s3-blob-store.ts on
 * `accounts/${aws:PrincipalTag/tenant}/*`, and s3:ListBucket where `s3:prefix` begins with that path.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AssumeRoleCommand } from '@aws-sdk/client-sts';
import type { STSClient } from '@aws-sdk/client-sts';
import type { BlobFile, BlobInfo, BlobStore, ByteRange, PresignedUpload } from '../../../core/ports.ts';
import { callAws } from '../call-aws.ts';

const currentTenant = new AsyncLocalStorage<string>();

/** Runs `work`; its blob operations use the tenant's credentials. @param tenant  id of the account */
export const withinTenant = <Result>(tenant: string, work: () => Promise<Result>): Promise<Result> =>
  currentTenant.run(tenant, work);

/** The tenant of the current withinTenant; undefined outside. */
export const currentTenantId = (): string | undefined => currentTenant.getStore();

/** STS's maximum for role chaining. */
const SESSION_SECONDS = 3600;
/** Tenants whose stores are cached, each with its credentials and connections. */
const MAX_OPEN_TENANTS = 32;

export interface TenantCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** The SDK requests new credentials shortly before. */
  readonly expiration: Date;
}

/** Credentials of the data role for one tenant. @throws TemporarilyUnavailableError */
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
  const { Credentials } = await callAws('The access to the documents', (options) => client.send(command, options));
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

export interface TenantBlobStoreOptions {
  /** The store with the function's own credentials, used outside withinTenant. */
  readonly own: BlobStore;
  /** Opens a store with the tenant's credentials. */
  readonly open: (tenant: string) => { readonly blobs: BlobStore; close(): void };
}

export class TenantBlobStore implements BlobStore {
  readonly #options: TenantBlobStoreOptions;
  /** Least recently used first. */
  readonly #tenants = new Map<string, ReturnType<TenantBlobStoreOptions['open']>>();

  constructor(options: TenantBlobStoreOptions) {
    this.#options = options;
  }

  put(key: string, body: Uint8Array | string, contentType: string): Promise<BlobInfo> {
    return this.#store().put(key, body, contentType);
  }

  putFile(key: string, path: string, contentType: string): Promise<BlobInfo> {
    return this.#store().putFile(key, path, contentType);
  }

  get(key: string, range?: ByteRange): Promise<Uint8Array> {
    return this.#store().get(key, range);
  }

  head(key: string): Promise<BlobInfo | undefined> {
    return this.#store().head(key);
  }

  file(key: string): Promise<BlobFile> {
    return this.#store().file(key);
  }

  list(prefix: string): Promise<readonly string[]> {
    return this.#store().list(prefix);
  }

  deleteAll(prefix: string): Promise<void> {
    return this.#store().deleteAll(prefix);
  }

  /** With the function's own credentials: a tenant's session may expire before the URL. */
  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload> {
    return this.#options.own.presignUpload(key, upload);
  }

  #store(): BlobStore {
    const tenant = currentTenantId();
    if (tenant === undefined) return this.#options.own;
    const opened = this.#tenants.get(tenant) ?? this.#options.open(tenant);
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, opened);
    const [oldest] = this.#tenants;
    if (this.#tenants.size > MAX_OPEN_TENANTS && oldest !== undefined) {
      this.#tenants.delete(oldest[0]);
      oldest[1].close();
    }
    return opened.blobs;
  }
}
