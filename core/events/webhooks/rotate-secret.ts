/**
 * POST /account/webhooks/{webhook_id}/rotate-secret: a new secret. For a time, deliveries are signed with the secret before
 * too (Standard Webhooks, "Signing secret rotation"), so that a receiver can change over without losing an event.
 */
import { ConditionFailedError, IdempotencyKeyInUseError, WebhookChangedError } from '../../errors.ts';
import type { Service } from '../../service.ts';
import { linkOf } from '../../storage/made-once.ts';
import type { MadeOnce } from '../../storage/made-once.ts';
import { findWebhook } from './manage-webhooks.ts';
import { newWebhookSecret, webhookKey } from './webhook.ts';
import type { StoredWebhook } from './webhook.ts';

const HOUR_MS = 3_600_000;
/** Secrets that sign at most, so that the header stays short. */
const MOST_SECRETS = 5;

/**
 * Returns the webhook with its new secret.
 * @param graceHours  for how long the secret before signs too; 0: not at all
 * @param once  given where the request has an idempotency key
 * @throws NotFoundError, WebhookChangedError (another rotation came first), IdempotencyKeyInUseError
 */
export const rotateWebhookSecret = async (
  service: Pick<Service, 'table' | 'clock' | 'ids'>,
  { accountId, webhookId }: { readonly accountId: string; readonly webhookId: string },
  graceHours: number,
  once?: MadeOnce,
): Promise<StoredWebhook> => {
  const before = await findWebhook(service, accountId, webhookId);
  // The process that rotated died before it could answer.
  if (once?.madeId !== undefined && once.madeId === before.rotation_id) return before;
  const now = service.clock.now();
  const rotationId = service.ids.uuid();
  const changes = {
    secret: newWebhookSecret(),
    rotation_id: rotationId,
    previous_secrets: previousSecrets(before, now, graceHours),
  };
  try {
    await service.table.write([
      {
        update: webhookKey(accountId, before.webhook_id),
        set: changes,
        when: [{ attribute: 'secret', in: [before.secret] }],
      },
      ...linkOf(once, rotationId),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(0) ? new WebhookChangedError({ cause: error }) : new IdempotencyKeyInUseError();
  }
  return { ...before, ...changes };
};

const previousSecrets = (
  { secret, previous_secrets: earlier }: StoredWebhook,
  now: Date,
  graceHours: number,
): StoredWebhook['previous_secrets'] => {
  const until = new Date(now.getTime() + graceHours * HOUR_MS).toISOString();
  // An earlier secret signs no longer than the one that replaced it.
  const all = [{ secret, valid_until: until }, ...earlier].map((one) => ({
    ...one,
    valid_until: one.valid_until < until ? one.valid_until : until,
  }));
  return all.filter(({ valid_until: end }) => end > now.toISOString()).slice(0, MOST_SECRETS - 1);
};
