/** Sends requests one after the other, for a stand-in that isolates concurrent requests less well than AWS. */
import { NodeHttpHandler } from '@smithy/node-http-handler';
import pLimit from 'p-limit';

export class SequentialRequests extends NodeHttpHandler {
  readonly #limit = pLimit(1);

  override handle(...parameters: Parameters<NodeHttpHandler['handle']>): ReturnType<NodeHttpHandler['handle']> {
    return this.#limit(() => super.handle(...parameters));
  }
}
