/** Bodies of the routes about an account, its keys and its people. */
import { z } from 'zod';
import { roleSchema } from '../../../../core/accounts/caller.ts';
import { planSchema } from '../../../../core/accounts/limits/plan.ts';
import { hasControlCharacters } from '../../../../core/control-characters.ts';
import { timeWithOffset, wellFormedText, wholeNumber } from '../../../../core/requests/request-sentences.ts';
import { pageSchema } from '../api-schemas.ts';

const nameSchema = wellFormedText()
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !hasControlCharacters(name), 'must have no control characters');
const emailSchema = z.email().max(254);

export const accountChangesSchema = z
  .strictObject({
    name: nameSchema.optional(),
    email: emailSchema.nullable().optional().describe('Recipient of mail about the account; null: no mail is sent'),
    retain_days: wholeNumber(0, 3650)
      .nullable()
      .optional()
      .describe(
        'Days after which a document and its results are deleted where the request names none; null: the host decides. ' +
          'It applies to documents that are sent after the change',
      ),
  })
  .meta({ id: 'AccountChanges', description: 'What is absent stays as it is' });

const callerKindSchema = z.enum(['api_key', 'person']).meta({ id: 'CallerKind' });

export const describedAccountSchema = z
  .strictObject({
    account_id: z.uuid(),
    name: z.string(),
    email: z.string().nullable().describe('Recipient of mail about the account'),
    retain_days: z.int().nullable(),
    created_at: z.iso.datetime(),
    plan: planSchema.extend({ name: z.string() }).meta({ id: 'Plan', description: 'Null: no limit' }),
    month: z
      .strictObject({
        month: z.string().describe('YYYY-MM, in UTC'),
        pages: z.int().describe('Pages of documents that were processed or are being processed'),
        pages_left: z.int().nullable(),
        credits: z.int(),
        credits_left: z.int().nullable(),
        ends_at: z.iso.datetime().describe('Then counting begins anew'),
      })
      .meta({ id: 'MonthUsage', description: 'Of the current month; `…_left` is null where the plan has no limit' }),
    caller: z
      .strictObject({ kind: callerKindSchema, id: z.string(), name: z.string(), role: roleSchema })
      .meta({ id: 'Caller', description: 'Who sends this request' }),
  })
  .meta({ id: 'Account' });

export const createApiKeySchema = z
  .strictObject({
    name: nameSchema.describe('What the key is for'),
    role: roleSchema.describe("At most the caller's own"),
    expires_at: timeWithOffset().describe('From then on the key is refused; in the future'),
  })
  .meta({ id: 'CreateApiKey' });

const keyMembers = {
  key_id: z.uuid(),
  name: z.string(),
  role: roleSchema,
  hint: z.string().describe('The first characters of the key'),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
};
const listedApiKeySchema = z
  .strictObject({
    ...keyMembers,
    last_used_at: z.iso.datetime().nullable().describe('At most five minutes earlier than the last use'),
  })
  .meta({ id: 'ApiKey' });
export const apiKeyPageSchema = pageSchema('ApiKeyPage', listedApiKeySchema);
export const createdApiKeySchema = z
  .strictObject({ ...keyMembers, api_key: z.string().describe('The key itself. It is shown this once') })
  .meta({ id: 'CreatedApiKey' });

export const addMemberSchema = z
  .strictObject({ email: emailSchema.describe('The address with which the person signs in'), role: roleSchema })
  .meta({ id: 'AddMember' });
export const changeMemberSchema = z.strictObject({ role: roleSchema }).meta({ id: 'ChangeMember' });
export const memberAnswerSchema = z
  .strictObject({ member_id: z.uuid(), email: z.string(), role: roleSchema, created_at: z.iso.datetime() })
  .meta({ id: 'Member' });
export const memberPageSchema = pageSchema('MemberPage', memberAnswerSchema);

export const keyPathSchema = z.object({
  key_id: z.guid().meta({ description: 'Id of the key, from GET /account/api-keys', param: { id: 'KeyId' } }),
});
export const memberPathSchema = z.object({
  member_id: z.guid().meta({ description: 'Id of the person, from GET /account/members', param: { id: 'MemberId' } }),
});
