/** Blobs accessed with credentials that are restricted to the current tenant (tenant-sessions.ts). */
import type { BlobFile, BlobInfo, BlobStore, ByteRange, PresignedUpload } from '../../../core/ports.ts';
import { perTenant } from './per-tenant.ts';
import type { TenantStores } from './per-tenant.ts';

export class TenantBlobStore implements BlobStore {
  readonly #store: () => BlobStore;
  readonly #sign: TenantBlobStoreOptions['presignUpload'];

  constructor({ presignUpload, ...stores }: TenantBlobStoreOptions) {
    this.#store = perTenant(stores);
    this.#sign = presignUpload;
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

  deleteAll(keyOrFolder: string): Promise<void> {
    return this.#store().deleteAll(keyOrFolder);
  }

  presignUpload(key: string, upload: Upload): Promise<PresignedUpload> {
    return this.#sign(key, upload);
  }
}

type Upload = Parameters<BlobStore['presignUpload']>[1];

export interface TenantBlobStoreOptions extends TenantStores<BlobStore> {
  /** Signs with credentials that last as long as the URL, which those of `open` may not. */
  readonly presignUpload: BlobStore['presignUpload'];
}
