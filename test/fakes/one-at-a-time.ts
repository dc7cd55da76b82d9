/** Sends requests one after the other, as they come: for a service that keeps apart what runs at once less well than the real one. */
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { takeTurns } from '../../core/take-turns.ts';

export class OneAtATime extends NodeHttpHandler {
  readonly #inTurn = takeTurns(1);

  override handle(...parameters: Parameters<NodeHttpHandler['handle']>): ReturnType<NodeHttpHandler['handle']> {
    return this.#inTurn(() => super.handle(...parameters));
  }
}
