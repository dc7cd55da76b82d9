/**
 * Creates an API key for an operator who has AWS credentials but no API key yet. The operator invokes the function
 * directly; it is not part of the API. The key is returned once and stored only as a hash.
 */
import { z } from 'zod';
import { setAccountEmail } from '../core/accounts/account.ts';
import type { AccountsService } from '../core/accounts/api-key.ts';
import { createApiKey } from '../core/accounts/api-key.ts';
import { ensureFirstAccount } from '../core/accounts/first-account.ts';
import { NotFoundError } from '../core/errors.ts';

const DAY_MS = 24 * 3_600_000;

const inputSchema = z.strictObject({
  /** Purpose of the key; required from the second key on. */
  name: z.string().min(1).max(100).optional(),
  /** Days until that key expires. */
  valid_days: z.int().min(1).max(3650).default(365),
  /** New address for mail about the account, e.g. on the end of a training. Absent: unchanged. */
  email: z.email().optional(),
});

export interface CreatedKey {
  readonly account_id: string;
  readonly api_key: string;
}

/**
 * Invoked with `{ "email"? }` it creates the deployment's first account and key; with
 * `{ "name", "valid_days"?, "email"? }` another key of that account.
 * The handler throws NotFoundError where the first key exists and no name is given.
 */
export const createKey =
  (service: AccountsService) =>
  async (event: unknown): Promise<CreatedKey> => {
    const { name, valid_days, email } = inputSchema.parse(event ?? {});
    const { account, key } = await ensureFirstAccount(service, email);
    if (key !== undefined) return { account_id: account.account_id, api_key: key };
    if (name === undefined) {
      throw new NotFoundError(
        'The first key was made before and cannot be shown again. To make another one, invoke with {"name": "what ' +
          'it is for"}.',
      );
    }
    if (email !== undefined) await setAccountEmail(service.table, account.account_id, email);
    const another = await createApiKey(service, account.account_id, {
      name,
      expiresAt: new Date(service.clock.now().getTime() + valid_days * DAY_MS),
    });
    return { account_id: account.account_id, api_key: another.key };
  };
