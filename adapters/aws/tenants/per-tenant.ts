/** One of something for each tenant, such as a client with the tenant's credentials. */
import { LRUCache } from 'lru-cache';
import { currentTenantId } from './tenant-sessions.ts';

/** Tenants whose clients are kept: each takes some 100 KB. Their connections belong to all tenants. */
const MAX_OPEN_TENANTS = 32;

/** A store with the function's own credentials, and one for each tenant. */
export interface TenantStores<Store> {
  /** Used outside withinTenant. */
  readonly own: Store;
  /** Opens the tenant's. */
  readonly open: (tenant: string) => Store;
}

/** Returns a function that gives the store of the current withinTenant. */
export const perTenant = <Store extends object>({ own, open }: TenantStores<Store>): (() => Store) => {
  const stores = new LRUCache<string, Store>({ max: MAX_OPEN_TENANTS });
  return () => {
    const tenant = currentTenantId();
    if (tenant === undefined) return own;
    const store = stores.get(tenant) ?? open(tenant);
    stores.set(tenant, store);
    return store;
  };
};
