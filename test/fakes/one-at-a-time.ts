/** Sends requests one after the other, as they come: for a service that keeps apart what runs at once less well than the real one. */
import { NodeHttpHandler } from '@smithy/node-http-handler';
import pLimit from 'p-limit';

export class OneAtATime extends NodeHttpHandler {
  readonly #limit = pLimit(1);

  override handle(...parameters: Parameters<NodeHttpHandler['handle']>): ReturnType<NodeHttpHandler['handle']> {
    return this.#limit(() => super.handle(...parameters));
  }
}
