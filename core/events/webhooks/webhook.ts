/** Webhooks of an account: addresses to which its events are posted, signed as Standard Webhooks describes. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ConditionFailedError } from '../../errors.ts';
import { EVENT_TYPES } from '../../ports.ts';
import type { Key, Table, WriteOperation } from '../../ports.ts';
import { attributesOf } from '../../storage/attributes-of.ts';

export const eventTypeSchema = z.enum(EVENT_TYPES);

export const webhookSchema = z.object({
  webhook_id: z.uuid(),
  account_id: z.uuid(),
  url: z.string(),
  description: z.string().optional(),
  /** The types that are delivered; empty: all. */
  events: z.array(eventTypeSchema),
  created_at: z.iso.datetime(),
  /** Set by a 410 of the receiver (Standard Webhooks): no more requests are sent. */
  disabled_at: z.iso.datetime().optional(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** The row also has the secret, which signs every delivery and therefore cannot be stored as a hash. */
const storedWebhookSchema = webhookSchema.extend({
  secret: z.string(),
  /** Secrets before, which sign too until their time is over; the latest first. */
  previous_secrets: z.array(z.object({ secret: z.string(), valid_until: z.iso.datetime() })).default([]),
  /** Changes with the secret. */
  rotation_id: z.uuid().optional(),
});
export type StoredWebhook = z.infer<typeof storedWebhookSchema>;

/** Webhooks of one account at most. */
export const MAX_WEBHOOKS = 20;

/** Standard Webhooks recommends 24 to 64 random bytes. */
const SECRET_BYTES = 32;
const PREFIX = 'WEBHOOK#';

export const webhookKey = (accountId: string, webhookId: string): Key => ({
  pk: `ACCOUNT#${accountId}`,
  sk: `${PREFIX}${webhookId}`,
});

/** Returns a new secret as Standard Webhooks serialises it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** The secrets that sign now, the latest first. */
export const signingSecrets = ({ secret, previous_secrets: previous }: StoredWebhook, now: Date): readonly string[] => [
  secret,
  ...previous.filter(({ valid_until: until }) => until > now.toISOString()).map((one) => one.secret),
];

/** Counts the webhooks of an account, so that simultaneous requests do not make one too many. */
const countKey = (accountId: string): Key => ({ pk: `ACCOUNT#${accountId}`, sk: 'WEBHOOK_COUNT' });

/**
 * Changes the count of an account's webhooks by one. The condition fails where it would be more than MAX_WEBHOOKS. The
 * row must exist (startWebhookCount).
 */
export const changeWebhookCount = (accountId: string, add: 1 | -1): WriteOperation => ({
  update: countKey(accountId),
  add: { webhooks: add },
  when: add > 0 ? [{ attribute: 'webhooks', atMost: MAX_WEBHOOKS - 1 }] : [{ item: 'present' }],
});

/** Writes the count of an account that has none yet: an account of version 0.1.0 may have webhooks. */
export const startWebhookCount = async (table: Table, accountId: string): Promise<void> => {
  const key = countKey(accountId);
  if ((await table.get(key)) !== undefined) return;
  const { length } = await readWebhooks(table, accountId);
  try {
    await table.write([{ put: { ...key, webhooks: length }, when: [{ item: 'absent' }] }]);
  } catch (error) {
    // Another request was first.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
};

/** Writes a new row. The condition fails where the id exists. */
export const putWebhook = (webhook: StoredWebhook): WriteOperation => ({
  put: { ...webhookKey(webhook.account_id, webhook.webhook_id), ...attributesOf(webhook) },
  when: [{ item: 'absent' }],
});

/** Returns the account's webhook with its secret, or undefined. */
export const readStoredWebhook = async (
  table: Table,
  accountId: string,
  webhookId: string,
): Promise<StoredWebhook | undefined> => {
  const row = await table.get(webhookKey(accountId, webhookId));
  return row === undefined ? undefined : storedWebhookSchema.parse(row);
};

/** Returns all webhooks of the account without their secrets, oldest first. */
export const readWebhooks = async (table: Table, accountId: string): Promise<readonly Webhook[]> => {
  // The limit of webhooks is far below the limit of a page.
  const { items } = await table.query({ pk: `ACCOUNT#${accountId}`, skBeginsWith: PREFIX, limit: 1000 });
  return items.map((row) => webhookSchema.parse(row)).sort((a, b) => (a.created_at < b.created_at ? -1 : 1));
};
