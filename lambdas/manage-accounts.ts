/**
 * Manages accounts, their keys and their people for an operator, who invokes the function directly; it is not part of
 * the API. A key is returned once and stored only as a hash.
 */
import { z } from 'zod';
import { listAccounts, setErrorReports, setPlan } from '../core/accounts/account.ts';
import { createApiKey, listKeyPage, revokeApiKey } from '../core/accounts/api-key.ts';
import { roleSchema } from '../core/accounts/caller.ts';
import { createAccount } from '../core/accounts/create-account.ts';
import { addMember } from '../core/accounts/people/members.ts';
import type { PeopleService } from '../core/accounts/people/members.ts';
import { listAccountCosts, monthSchema } from '../core/workflows/account/account-costs.ts';

const DAY_MS = 24 * 3_600_000;

const name = z.string().trim().min(1).max(100);
const validDays = z.int().min(1).max(3650).default(365);
const account = { account_id: z.uuid() };
const page = { limit: z.int().min(1).max(1000).default(100), cursor: z.string().optional() };

const commandSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('create_account'),
    name,
    plan: z.string().default('free'),
    email: z.email().optional(),
    valid_days: validDays,
  }),
  z.strictObject({ action: z.literal('list_accounts'), ...page }),
  // Each account takes several reads: fewer in one call.
  z.strictObject({ action: z.literal('list_costs'), month: monthSchema, ...page, limit: page.limit.default(20) }),
  z.strictObject({ action: z.literal('set_plan'), ...account, plan: z.string() }),
  z.strictObject({ action: z.literal('set_error_reports'), ...account, allowed: z.boolean() }),
  z.strictObject({
    action: z.literal('create_key'),
    ...account,
    name,
    role: roleSchema.default('owner'),
    valid_days: validDays,
  }),
  z.strictObject({ action: z.literal('list_keys'), ...account, ...page }),
  z.strictObject({ action: z.literal('revoke_key'), ...account, key_id: z.uuid() }),
  z.strictObject({ action: z.literal('add_member'), ...account, email: z.email(), role: roleSchema }),
]);
type Command = z.infer<typeof commandSchema>;

const perform = async (service: PeopleService, command: Command): Promise<unknown> => {
  switch (command.action) {
    case 'create_account': {
      const { account: made, key } = await createAccount(service, { ...command, validDays: command.valid_days });
      return { ...made, api_key: key };
    }
    case 'list_accounts':
      return listAccounts(service, command);
    case 'list_costs':
      return listAccountCosts(service, command);
    case 'set_plan':
      return setPlan(service, command.account_id, command.plan);
    case 'set_error_reports':
      return setErrorReports(service, command.account_id, command.allowed);
    case 'create_key': {
      const expiresAt = new Date(service.clock.now().getTime() + command.valid_days * DAY_MS);
      const { key, record } = await createApiKey(service, command.account_id, { ...command, expiresAt });
      return { ...record, api_key: key };
    }
    case 'list_keys':
      return listKeyPage(service, command.account_id, command);
    case 'revoke_key':
      return revokeApiKey(service, command.account_id, command.key_id);
    case 'add_member':
      return addMember(service, command.account_id, command);
  }
};

/** Performs one command. The handler throws ZodError for an invalid one, and NotFoundError for an unknown id. */
export const manageAccounts =
  (service: PeopleService) =>
  async (event: unknown): Promise<unknown> =>
    perform(service, commandSchema.parse(event));
