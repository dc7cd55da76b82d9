/** Rows accessed with credentials that are restricted to the current tenant (tenant-sessions.ts). */
import type { Item, Key, Query, Table, WriteOperation } from '../../../core/ports.ts';
import { perTenant } from './per-tenant.ts';
import type { TenantStores } from './per-tenant.ts';

export class TenantTable implements Table {
  readonly #table: () => Table;

  constructor(stores: TenantStores<Table>) {
    this.#table = perTenant(stores);
  }

  get(key: Key): Promise<Item | undefined> {
    return this.#table().get(key);
  }

  query(query: Query): Promise<{ readonly items: readonly Item[]; readonly next?: string }> {
    return this.#table().query(query);
  }

  write(operations: readonly WriteOperation[]): Promise<void> {
    return this.#table().write(operations);
  }
}
