/** Receivers of webhooks: they record what is posted and answer as told. */
import type { WebhookResponse, WebhookSender } from '../../core/ports.ts';

export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export class FakeReceivers implements WebhookSender {
  readonly posted: Posted[] = [];
  /** The answer to a request; default: 204. */
  answer: (posted: Posted) => Promise<WebhookResponse> | WebhookResponse = () => ({ status: 204 });

  async post(posted: Posted): Promise<WebhookResponse> {
    this.posted.push(posted);
    return this.answer(posted);
  }

  /** As the real one: hosts named `private` are refused, those named `unknown` have no address. */
  check(url: string): Promise<'address_refused' | 'name_not_found' | undefined> {
    const { hostname, protocol } = new URL(url);
    if (protocol !== 'https:' || hostname.startsWith('private')) return Promise.resolve('address_refused');
    return Promise.resolve(hostname.startsWith('unknown') ? 'name_not_found' : undefined);
  }
}
