/** The claim on a request's `Idempotency-Key` as creations of core's lower folders take it. */
import { linkMade } from '../../../core/requests/idempotency.ts';
import type { KeyClaim } from '../../../core/requests/idempotency.ts';
import type { MadeOnce } from '../../../core/storage/made-once.ts';

/** Undefined for a request without a key. */
export const madeOnce = (claim: KeyClaim | undefined): MadeOnce | undefined =>
  claim && { madeId: claim.madeIds?.[0], link: (id) => linkMade(claim, [id]) };
