/** Webhooks: each event is delivered, with one id and one body, however often it is sent. */
import { answeredOf } from './activity.ts';
import type { Activity } from './activity.ts';
import { formOf, NoAnswerError } from '../../running-service/client/api-client.ts';
import type { KillWorld } from './kill-world.ts';

/** Documents at once, each of which has an event. */
const AT_ONCE = 4;

interface DeliveryView {
  readonly delivery_id: string;
  readonly message_id: string;
  readonly state: string;
}

/** @param file  a document of one page */
export function delivery(file: Uint8Array): Activity {
  let webhook = '';
  let round = 0;
  const post = async (world: KillWorld, at: number): Promise<string> => {
    const form = formOf(new Map([['page.pdf', file]]), {});
    const url = `/processing/${world.workflowId}?wait_for=120&include=pdf`;
    return (await world.send<{ processing_id: string }>('POST', url, form, `delivery-${round}-${at}`)).processing_id;
  };
  const list = async (world: KillWorld): Promise<readonly DeliveryView[]> =>
    (await world.get<{ items: DeliveryView[] }>(`/account/webhooks/${webhook}/deliveries?limit=1000`)).items;
  return {
    name: 'delivery',
    killWithinMs: 6000,
    prepare: async (world, number) => {
      round = number;
      const body = { url: world.receiver.url, events: ['processing.succeeded'] };
      webhook = (await world.send<{ webhook_id: string }>('POST', '/account/webhooks', body)).webhook_id;
    },
    act: async (world) => {
      await answeredOf(
        Array.from({ length: AT_ONCE }, (_, at) => post(world, at)),
        (error) => error instanceof NoAnswerError,
      );
    },
    finish: async (world, violations) => {
      const ids = await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => post(world, at)));
      for (const id of ids)
        await world.until(
          () => world.get<{ state: string }>(`/processing/results/${id}/progress`),
          ({ state }) => state === 'succeeded',
        );
      const deliveries = await world.until(
        () => list(world),
        (all) => all.length >= AT_ONCE && all.every(({ state }) => state === 'delivered'),
      );
      if (deliveries.length !== AT_ONCE)
        violations.add('duplicated', `${deliveries.length} deliveries of ${AT_ONCE} events`);
      const messages = deliveries.map(({ message_id: id }) => world.receiver.bodies.get(id));
      if (messages.some((bodies) => bodies === undefined)) violations.add('lost', 'a delivery did not arrive');
      if (messages.some((bodies) => (bodies?.size ?? 0) > 1)) violations.add('different', 'a message has two bodies');
      await world.send('DELETE', `/account/webhooks/${webhook}`);
    },
  };
}
