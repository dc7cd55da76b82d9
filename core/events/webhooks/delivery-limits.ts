/** How many requests to webhooks run at the same time. */
import pLimit from 'p-limit';
import type { LimitFunction } from 'p-limit';

/** Requests at a time, and those of them to one webhook: a slow receiver delays no other account's deliveries. */
const AT_A_TIME = 64;
const AT_A_TIME_FOR_A_WEBHOOK = 4;

export class DeliveryLimits {
  readonly #all = pLimit(AT_A_TIME);
  readonly #byWebhook = new Map<string, LimitFunction>();

  /** Runs the task as soon as both limits allow. */
  async run(webhookId: string, task: () => Promise<void>): Promise<void> {
    const ofWebhook = this.#byWebhook.get(webhookId) ?? pLimit(AT_A_TIME_FOR_A_WEBHOOK);
    this.#byWebhook.set(webhookId, ofWebhook);
    try {
      await ofWebhook(() => this.#all(task));
    } finally {
      if (ofWebhook.activeCount + ofWebhook.pendingCount === 0) this.#byWebhook.delete(webhookId);
    }
  }
}
