/** Webhooks of an account: addresses to which its events are posted, signed as Standard Webhooks describes. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { EVENT_TYPES } from '../../ports.ts';
import type { Key, Table, WriteOperation } from '../../ports.ts';

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
const storedWebhookSchema = webhookSchema.extend({ secret: z.string() });
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

/** Writes a new row. The condition fails where the id exists. */
export const putWebhook = (webhook: StoredWebhook): WriteOperation => ({
  put: { ...webhookKey(webhook.account_id, webhook.webhook_id), ...webhook },
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
