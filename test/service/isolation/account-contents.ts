/** Everything that is stored of an account, for tests that nothing of it changes. */
import type { TestApi } from '../harness/test-api.ts';

/** The rows that name the account, and its blobs with their hashes, as text. */
export const contentsOf = async ({ service }: Pick<TestApi, 'service'>, accountId: string): Promise<string> => {
  const rows = service.table.everything().map((row) => JSON.stringify(row));
  const keys = await service.blobs.list(`accounts/${accountId}/`);
  const blobs = await Promise.all(keys.map(async (key) => `${key} ${(await service.blobs.head(key))?.etag ?? ''}`));
  return [...rows.filter((row) => row.includes(accountId)).sort(), ...blobs].join('\n');
};
