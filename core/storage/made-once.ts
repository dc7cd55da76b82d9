/** How a creation takes part in the idempotency of its request, without knowing of requests. */
import type { WriteOperation } from '../ports.ts';

export interface MadeOnce {
  /** Id of what the request made before its process died; undefined: nothing. */
  readonly madeId: string | undefined;
  /**
   * Part of the transaction that makes something: a repetition of the request then finds its id in `madeId`. The
   * condition fails where another call has taken the request over.
   */
  readonly link: (id: string) => WriteOperation;
}

/** The operation as part of a transaction; none for a request that cannot be repeated. */
export const linkOf = (once: MadeOnce | undefined, id: string): readonly WriteOperation[] =>
  once === undefined ? [] : [once.link(id)];
