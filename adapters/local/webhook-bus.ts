/** The local event bus with webhooks: an event is queued for them when it is published, and sent in the background. */
import type { DomainEvent, EventBus } from '../../core/ports.ts';
import { queueDeliveries } from '../../core/events/webhooks/queue-deliveries.ts';
import { attemptDelivery } from '../../core/events/webhooks/send-deliveries.ts';
import type { DeliveringService } from '../../core/events/webhooks/send-deliveries.ts';
import { DeliveryLimits } from '../../core/events/webhooks/delivery-limits.ts';
import type { Delivery } from '../../core/events/webhooks/delivery.ts';

export interface WebhookBusOptions {
  readonly service: DeliveringService;
  readonly bus: EventBus;
  /** Called where an attempt could not be made or logged: the delivery stays due. */
  readonly onFailure?: (deliveryId: string, error: unknown) => void;
}

export class WebhookBus implements EventBus {
  readonly #options: WebhookBusOptions;
  readonly #running = new Set<Promise<void>>();
  readonly #limits = new DeliveryLimits();
  readonly #stop = new AbortController();

  constructor(options: WebhookBusOptions) {
    this.#options = options;
  }

  /** Resolves once the event and its deliveries are stored, before they are sent. */
  async publish(event: DomainEvent): Promise<void> {
    const { service, bus } = this.#options;
    const deliveries = await queueDeliveries(service, event);
    await bus.publish(event);
    for (const delivery of deliveries) this.#send(delivery);
  }

  /** Breaks running requests off: their deliveries are due at the next start. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }

  #send(delivery: Delivery): void {
    const { service, onFailure } = this.#options;
    const attempt = async (): Promise<void> => {
      if (!this.#stop.signal.aborted) await attemptDelivery(service, delivery, this.#stop.signal);
    };
    const sending = this.#limits
      .run(delivery.webhook_id, attempt)
      .catch((error: unknown) => onFailure?.(delivery.delivery_id, error))
      .finally(() => this.#running.delete(sending));
    this.#running.add(sending);
  }
}
