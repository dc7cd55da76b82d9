/**
 * The users of the deployment's user directory are those whom an account lists. A row names the address of each change;
 * it is written before the directory is asked, and deleted when the directory has the user exactly if an account lists
 * the address. After a crash, resumeUnfinished continues.
 */
import { z } from 'zod';
import { TemporarilyUnavailableError } from '../../errors.ts';
import type { Key, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { indexItems } from '../../storage/lists/index-items.ts';
import { addressPartition, isTaken, sameAddress } from './member-rows.ts';

/** Index partition of all changes, sorted by the time from which the sweep continues them. */
const OPEN = 'OPEN_USER_CHANGES';
/** Milliseconds in which the request that makes a change ends. */
const REQUEST_MS = 60_000;

const userChangeSchema = z.object({ change_id: z.uuid(), email: z.string(), due_at: z.iso.datetime() });
export type UserChange = z.infer<typeof userChangeSchema>;

type Directory = Pick<Service, 'table' | 'users' | 'settings'>;

/** A change that the request which makes it completes; the sweep continues it a minute later. */
export const newUserChange = ({ clock, ids }: Pick<Service, 'clock' | 'ids'>, email: string): UserChange => ({
  change_id: ids.uuid(),
  email,
  due_at: new Date(clock.now().getTime() + REQUEST_MS).toISOString(),
});

/** One row for each change: of two changes of an address, the one that ends last sees what the other did. */
const keyOf = ({ change_id: id, email }: UserChange): Key => ({
  pk: addressPartition(email),
  sk: `USER_CHANGE#${id}`,
});

export const putUserChange = (change: UserChange): WriteOperation => ({
  put: { ...keyOf(change), ...change, index_pk: OPEN, index_sk: `${change.due_at}#${change.change_id}` },
});

/** Drops a change that did not take place. */
export const dropUserChange = ({ table }: Pick<Service, 'table'>, change: UserChange): Promise<void> =>
  table.write([{ delete: keyOf(change) }]);

/**
 * Completes a change: adds the user where an account lists the address, removes it where none does. Idempotent.
 * @throws TemporarilyUnavailableError, UserRefusedError
 */
export const settleUser = async (service: Directory, change: UserChange): Promise<void> => {
  let listed = await isListed(service, change);
  for (;;) {
    await (listed ? service.users.add(change.email) : removeUser(service, change));
    const after = await isListed(service, change);
    if (after === listed) break;
    // Somebody added or removed the person meanwhile, and the directory may have been asked in the other order.
    listed = after;
  }
  await dropUserChange(service, change);
};

/** Completes a change now, or leaves it to the sweep while the directory is down: the person's rights are as written. */
export const settleUserSoon = async (service: Directory, change: UserChange): Promise<void> => {
  try {
    await settleUser(service, change);
  } catch (error) {
    if (!(error instanceof TemporarilyUnavailableError)) throw error;
  }
};

const isListed = (service: Directory, { email }: UserChange): Promise<boolean> => isTaken(service, email);

/** The administrator's user is the deployment's: it remains, whether an account lists it or not. */
const removeUser = async ({ users, settings }: Directory, { email }: UserChange): Promise<void> => {
  const { administratorEmail: administrator } = settings;
  if (administrator === undefined || !sameAddress(email, administrator)) await users.remove(email);
};

/** Yields the changes whose request has ended, the earliest first. */
export async function* dueUserChanges(service: Pick<Service, 'table'>, now: Date): AsyncGenerator<UserChange> {
  for await (const item of indexItems(service, OPEN, now.toISOString())) yield userChangeSchema.parse(item);
}
