/** Creates an account with its first API key. For the operator: no route makes accounts. */
import { hasControlCharacters } from '../control-characters.ts';
import { ValidationError } from '../errors.ts';
import type { Service } from '../service.ts';
import { accountSchema, checkPlan, putAccount } from './account.ts';
import type { Account } from './account.ts';
import { prepareApiKey } from './api-key.ts';

export interface NewAccount {
  /** 1 to 100 characters without the spaces around it; none is a control character. */
  readonly name: string;
  readonly plan: string;
  readonly email?: string | undefined;
  /** Days until its first key expires. */
  readonly validDays: number;
}

const DAY = 24 * 3_600_000;

const invalid = (member: 'name' | 'email', msg: string, type: string): ValidationError =>
  new ValidationError([{ loc: ['body', member], msg, type }]);

/** A row that the schema refuses would make every request of the account fail. @throws ValidationError */
const checkDetails = (name: string, email: string | undefined): void => {
  if (name === '' || name.length > 100)
    throw invalid('name', 'An account needs a name of 1 to 100 characters.', 'invalid_name');
  if (hasControlCharacters(name))
    throw invalid('name', 'The name of an account must have no control characters.', 'invalid_name');
  if (!accountSchema.shape.email.safeParse(email).success)
    throw invalid('email', 'It must be an e-mail address.', 'invalid_email');
};

/** `key` can be shown only once. @throws ValidationError for an invalid name or e-mail address, or an unknown plan */
export const createAccount = async (
  service: Pick<Service, 'table' | 'clock' | 'ids' | 'settings'>,
  { plan, email, validDays, ...given }: NewAccount,
): Promise<{ readonly account: Account; readonly key: string }> => {
  const name = given.name.trim();
  checkDetails(name, email);
  checkPlan(service.settings, plan);
  const now = service.clock.now();
  const account: Account = {
    account_id: service.ids.uuid(),
    name,
    ...(email === undefined ? {} : { email }),
    plan,
    created_at: now.toISOString(),
  };
  const { key, writes } = prepareApiKey(service, account.account_id, {
    name: 'First key',
    role: 'owner',
    expiresAt: new Date(now.getTime() + validDays * DAY),
  });
  await service.table.write([putAccount(account), ...writes]);
  return { account, key };
};
