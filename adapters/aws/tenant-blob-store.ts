/**
 * Blobs with credentials that reach one tenant's alone: where a step knows its tenant, whatever key it was led to, S3
 * refuses everything outside of `accounts/<tenant>/`.
 *
 * IAM of the function's role: sts:AssumeRole and sts:TagSession on the data role. The data role trusts the functions' roles
 * (both actions, and the request must bring the tag `tenant`), and allows what s3-blob-store.ts needs on
 * `accounts/${aws:PrincipalTag/tenant}/*`, and s3:ListBucket where `s3:prefix` begins so.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { AssumeRoleCommand } from '@aws-sdk/client-sts';
import type { STSClient } from '@aws-sdk/client-sts';
import type { BlobFile, BlobInfo, BlobStore, PresignedUpload } from '../../core/ports.ts';
import { callAws } from './call-aws.ts';

const currentTenant = new AsyncLocalStorage<string>();

/** Everything that `work` does with blobs, it does as this tenant. @param tenant  id of the account */
export const withinTenant = <Result>(tenant: string, work: () => Promise<Result>): Promise<Result> =>
  currentTenant.run(tenant, work);

/** The tenant that is worked for at the moment; undefined outside of withinTenant. */
export const tenantNow = (): string | undefined => currentTenant.getStore();

/** STS's longest for a role that another role assumes. */
const SESSION_SECONDS = 3600;
/** Stores of tenants that are kept at a time: each has credentials and connections. */
const KEPT_TENANTS = 32;

export interface TenantCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  /** The SDK asks for new ones shortly before. */
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
    throw new Error('STS gave no credentials.');
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiration: Expiration,
  };
};

export interface TenantBlobStoreOptions {
  /** Used outside of withinTenant: with the function's own credentials. */
  readonly own: BlobStore;
  /** Opens a store with the tenant's credentials. */
  readonly open: (tenant: string) => { readonly blobs: BlobStore; close(): void };
}

export class TenantBlobStore implements BlobStore {
  readonly #options: TenantBlobStoreOptions;
  /** In the order of their last use. */
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

  get(key: string): Promise<Uint8Array> {
    return this.#store().get(key);
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

  /** With the function's own credentials: a tenant's may end before the address does. */
  presignUpload(key: string, upload: { contentType: string; size: number; expiresAt: Date }): Promise<PresignedUpload> {
    return this.#options.own.presignUpload(key, upload);
  }

  #store(): BlobStore {
    const tenant = tenantNow();
    if (tenant === undefined) return this.#options.own;
    const opened = this.#tenants.get(tenant) ?? this.#options.open(tenant);
    this.#tenants.delete(tenant);
    this.#tenants.set(tenant, opened);
    const [oldest] = this.#tenants;
    if (this.#tenants.size > KEPT_TENANTS && oldest !== undefined) {
      this.#tenants.delete(oldest[0]);
      oldest[1].close();
    }
    return opened.blobs;
  }
}
