/**
 * Pages and credits that a processing request takes from its account's month: reserved once while it is processed,
 * kept where it succeeds, given back where it fails. The month is that in which the request was accepted.
 */
import { checkMonth } from '../../accounts/limits/check-month.ts';
import {
  addToMonth,
  beginMonth,
  CREDITS_PER_SUB_DOCUMENT,
  findMonth,
  monthOf,
  NO_MONTH_LIMITS,
} from '../../accounts/limits/quota.ts';
import type { Amounts } from '../../accounts/limits/quota.ts';
import { ConditionFailedError } from '../../errors.ts';
import type { ConditionClause, WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import type { ProcessingRequest } from '../processing-request.ts';
import { updateProcessing } from '../processing-requests.ts';

/** Index of the operation on the request's row, in the transaction that reserves. */
const REQUEST = 0;

/**
 * Reserves pages for a request that is being processed. Does nothing where they are reserved, where the request has ended,
 * and for a training document, whose reading is not charged.
 * @throws PageLimitReachedError
 */
export const reservePages = (
  service: Pick<Service, 'table'>,
  request: ProcessingRequest,
  pages: number,
): Promise<void> => reserve(service, request, 'reserved_pages', { pages, credits: 0 });

/** Reserves the credits of the sub-documents, as reservePages. @throws CreditLimitReachedError */
export const reserveCredits = (
  service: Pick<Service, 'table'>,
  request: ProcessingRequest,
  subDocuments: number,
): Promise<void> =>
  reserve(service, request, 'reserved_credits', { pages: 0, credits: subDocuments * CREDITS_PER_SUB_DOCUMENT });

const reserve = async (
  service: Pick<Service, 'table'>,
  request: ProcessingRequest,
  attribute: 'reserved_pages' | 'reserved_credits',
  wanted: Amounts,
): Promise<void> => {
  const { account_id: accountId, month_limits: limits = NO_MONTH_LIMITS } = request;
  const month = monthOf(request.created_at);
  const writes = [
    updateProcessing(request, { [attribute]: wanted.pages + wanted.credits }, [{ attribute, is: 'absent' }]),
    addToMonth(accountId, month, wanted, limits),
  ];
  if (request.purpose === 'training') return;
  for (;;) {
    try {
      await service.table.write(writes);
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailedError)) throw error;
      if (error.operations.includes(REQUEST)) return;
    }
    const counted = await findMonth(service, accountId, month);
    if (counted === undefined) await service.table.write([beginMonth(accountId, month)]);
    else checkMonth(month, counted, wanted, limits);
    // Not above the limit any more: another request gave back what it had reserved.
  }
};

/** What ends a request's reservation, for the transaction that ends the request. */
export interface Settlement {
  /** On the request's row: its reservation is still the one that is settled. */
  readonly when: readonly ConditionClause[];
  readonly writes: readonly WriteOperation[];
}

/** @param used  what a successful request has used; undefined: it failed */
export const settle = (request: ProcessingRequest, used: Amounts | undefined): Settlement => {
  const { reserved_pages: pages, reserved_credits: credits } = request;
  const owed = { pages: (used?.pages ?? 0) - (pages ?? 0), credits: (used?.credits ?? 0) - (credits ?? 0) };
  return {
    when: [unchanged('reserved_pages', pages), unchanged('reserved_credits', credits)],
    writes:
      owed.pages === 0 && owed.credits === 0 ? [] : [addToMonth(request.account_id, monthOf(request.created_at), owed)],
  };
};

const unchanged = (attribute: string, value: number | undefined): ConditionClause =>
  value === undefined ? { attribute, is: 'absent' } : { attribute, in: [value] };
