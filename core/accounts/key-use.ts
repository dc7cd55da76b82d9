/** When an API key was last used: written at most once in some minutes, so that no request costs a write. */
import { z } from 'zod';
import { isTransient } from '../errors.ts';
import type { Service } from '../service.ts';
import { listAll } from '../storage/lists/list-page.ts';
import type { Caller } from './caller.ts';
import { activityKey, activityPartition } from './activity.ts';

/** The time that is shown is at most so much earlier than the last use. */
const WRITE_EVERY_MS = 5 * 60_000;
/** Keys that this process remembers; without a bound it would grow with the keys of a deployment. */
const MAX_REMEMBERED = 10_000;

const PREFIX = 'API_KEY#';
const useSchema = z.object({ key_id: z.string(), last_used_at: z.iso.datetime() });

/** By table: milliseconds of the last write for each key. */
const remembered = new WeakMap<object, Map<string, number>>();

const timesOf = (table: object): Map<string, number> => {
  const times = remembered.get(table) ?? new Map<string, number>();
  remembered.set(table, times);
  return times;
};

/** Notes that a key sends a request. Callers of another kind have none. A time that cannot be written is no reason to refuse the request. */
export const noteKeyUse = async (
  { table, clock }: Pick<Service, 'table' | 'clock'>,
  { account, kind, id: keyId }: Caller,
): Promise<void> => {
  if (kind !== 'api_key') return;
  const times = timesOf(table);
  const now = clock.now();
  const written = times.get(keyId);
  if (written !== undefined && now.getTime() - written < WRITE_EVERY_MS) return;
  if (times.size >= MAX_REMEMBERED) times.clear();
  times.set(keyId, now.getTime());
  const use = { key_id: keyId, last_used_at: now.toISOString() };
  try {
    await table.write([{ put: { ...activityKey(account.account_id, `${PREFIX}${keyId}`), ...use } }]);
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
};

/** The times of last use of an account's keys, by key id. */
export const listKeyUses = async (
  service: Pick<Service, 'table'>,
  accountId: string,
): Promise<ReadonlyMap<string, string>> => {
  const uses = await listAll(service, { pk: activityPartition(accountId), skBeginsWith: PREFIX }, (row) =>
    useSchema.parse(row),
  );
  return new Map(uses.map(({ key_id: id, last_used_at: at }) => [id, at]));
};
