/** What an owner does with webhooks: create, list, delete, test, read the delivery log, replay. */
import {
  ConditionFailedError,
  DeliveryPendingError,
  IdempotencyKeyInUseError,
  NotFoundError,
  ValidationError,
} from '../../errors.ts';
import type { EventType } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { listPage } from '../../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../../storage/lists/list-page.ts';
import { linkOf } from '../../storage/made-once.ts';
import type { MadeOnce } from '../../storage/made-once.ts';
import {
  deliveriesPartition,
  newDelivery,
  parseDelivery,
  putDelivery,
  readDelivery,
  replayedDelivery,
  TEST_EVENT,
} from './delivery.ts';
import type { Delivery } from './delivery.ts';
import { attemptAndRead } from './send-deliveries.ts';
import type { DeliveringService } from './send-deliveries.ts';
import {
  changeWebhookCount,
  MAX_WEBHOOKS,
  newWebhookSecret,
  putWebhook,
  readStoredWebhook,
  startWebhookCount,
  webhookKey,
  webhookSchema,
} from './webhook.ts';
import type { StoredWebhook, Webhook } from './webhook.ts';

type WebhooksService = Pick<Service, 'table' | 'clock' | 'ids' | 'webhooks'>;

export interface NewWebhook {
  /** An absolute URL. */
  readonly url: string;
  readonly description?: string | undefined;
  /** Empty: all. */
  readonly events: readonly EventType[];
}

const invalid = (member: string, msg: string, type: string): ValidationError =>
  new ValidationError([{ loc: ['body', member], msg, type }]);

const REFUSALS = {
  address_refused:
    'must begin with https:// and name a host on the internet, without user name or password; private addresses are ' +
    'not called',
  name_not_found: 'names a host that does not exist',
} as const;

/** @throws ValidationError, TemporarilyUnavailableError where the host cannot be resolved now */
const checkAddress = async (service: WebhooksService, url: string): Promise<void> => {
  const refusal = await service.webhooks.check(url);
  if (refusal !== undefined) throw invalid('url', REFUSALS[refusal], refusal);
};

/**
 * Creates a webhook and returns it with its secret, which is not shown again.
 * @param once  given where the request has an idempotency key
 * @throws ValidationError for an address that nothing is sent to, or one webhook too many
 * @throws TemporarilyUnavailableError where the host cannot be resolved now
 * @throws IdempotencyKeyInUseError where another call has taken the request over
 */
export const createWebhook = async (
  service: WebhooksService,
  accountId: string,
  wanted: NewWebhook,
  once?: MadeOnce,
): Promise<StoredWebhook> => {
  const made = once?.madeId === undefined ? undefined : await readStoredWebhook(service.table, accountId, once.madeId);
  if (made !== undefined) return made;
  await checkAddress(service, wanted.url);
  await startWebhookCount(service.table, accountId);
  const webhook: StoredWebhook = {
    webhook_id: service.ids.uuid(),
    account_id: accountId,
    url: wanted.url,
    ...(wanted.description === undefined ? {} : { description: wanted.description }),
    events: [...new Set(wanted.events)],
    created_at: service.clock.now().toISOString(),
    secret: newWebhookSecret(),
    previous_secrets: [],
  };
  await writeNew(service, webhook, once);
  return webhook;
};

const writeNew = async (
  service: WebhooksService,
  webhook: StoredWebhook,
  once: MadeOnce | undefined,
): Promise<void> => {
  try {
    await service.table.write([
      changeWebhookCount(webhook.account_id, 1),
      putWebhook(webhook),
      ...linkOf(once, webhook.webhook_id),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    if (error.operations.includes(0))
      throw invalid('url', `is one too many: an account has at most ${MAX_WEBHOOKS} webhooks`, 'too_many');
    throw new IdempotencyKeyInUseError();
  }
};

/** Returns a page of the account's webhooks, without their secrets. @throws ValidationError (cursor) */
export const listWebhooks = (
  service: Pick<Service, 'table'>,
  accountId: string,
  page: PageRequest,
): Promise<Page<Webhook>> =>
  listPage(service, { pk: `ACCOUNT#${accountId}`, skBeginsWith: 'WEBHOOK#' }, page, (row) => webhookSchema.parse(row));

const unknown = (): NotFoundError =>
  new NotFoundError('This account has no webhook with this id. GET /account/webhooks lists them.');

/**
 * Returns the account's webhook.
 * @throws NotFoundError for an id that is unknown or of another account: the error does not disclose which
 */
export const findWebhook = async (
  service: Pick<Service, 'table'>,
  accountId: string,
  webhookId: string,
): Promise<StoredWebhook> => {
  const webhook = await readStoredWebhook(service.table, accountId, webhookId.toLowerCase());
  if (webhook === undefined) throw unknown();
  return webhook;
};

/** Deletes a webhook. Its pending deliveries are not sent any more; its log is deleted when it expires. @throws NotFoundError */
export const deleteWebhook = async (
  service: Pick<Service, 'table'>,
  accountId: string,
  webhookId: string,
): Promise<void> => {
  const { webhook_id: id } = await findWebhook(service, accountId, webhookId);
  await startWebhookCount(service.table, accountId);
  try {
    await service.table.write([
      { delete: webhookKey(accountId, id), when: [{ item: 'present' }] },
      changeWebhookCount(accountId, -1),
    ]);
  } catch (error) {
    // Another request has deleted it.
    throw error instanceof ConditionFailedError ? unknown() : error;
  }
};

/** Returns a page of the webhook's deliveries, the latest event first. @throws NotFoundError, ValidationError (cursor) */
export const listDeliveries = async (
  service: Pick<Service, 'table'>,
  { accountId, webhookId }: { readonly accountId: string; readonly webhookId: string },
  page: PageRequest,
): Promise<Page<Delivery>> => {
  const { webhook_id: id } = await findWebhook(service, accountId, webhookId);
  const query = { pk: deliveriesPartition(accountId), skBeginsWith: `${id}#`, descending: true };
  return listPage(service, query, page, parseDelivery);
};

/**
 * Sends a test event to the webhook, once at once and then as any other delivery, and returns the delivery after its
 * first attempt. @throws NotFoundError
 */
export const testWebhook = async (
  service: DeliveringService,
  accountId: string,
  webhookId: string,
): Promise<Delivery> => {
  const webhook = await findWebhook(service, accountId, webhookId);
  const now = service.clock.now();
  const event = { type: TEST_EVENT, id: service.ids.uuid(), time: now.toISOString() } as const;
  const delivery = newDelivery(webhook, event, { webhook_id: webhook.webhook_id });
  await service.table.write([putDelivery(delivery, now)]);
  return attemptAndReadOrThrow(service, { ...delivery, next_attempt_at: now.toISOString() });
};

const attemptAndReadOrThrow = async (service: DeliveringService, delivery: Delivery): Promise<Delivery> => {
  const after = await attemptAndRead(service, delivery);
  if (after === undefined) throw unknown();
  return after;
};

/**
 * Sends an ended delivery again, with the same `webhook-id`, and returns it after its first attempt.
 * @throws NotFoundError, DeliveryPendingError while the delivery is still being attempted
 */
export const replayDelivery = async (
  service: DeliveringService,
  accountId: string,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<Delivery> => {
  const { webhook_id: id } = await findWebhook(service, accountId, webhookId);
  const key = { account_id: accountId, webhook_id: id, delivery_id: deliveryId.toLowerCase() };
  const delivery = await readDelivery(service.table, key);
  if (delivery === undefined)
    throw new NotFoundError('This webhook has no delivery with this id. Deliveries are kept for 30 days.');
  const at = service.clock.now().toISOString();
  try {
    await service.table.write([replayedDelivery(delivery, at)]);
  } catch (error) {
    if (error instanceof ConditionFailedError) throw new DeliveryPendingError({ cause: error });
    throw error;
  }
  return attemptAndReadOrThrow(service, { ...delivery, state: 'pending', attempt_count: 0, next_attempt_at: at });
};
