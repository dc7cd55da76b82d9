/** Refuses what an account's month has no room for. */
import { CreditLimitReachedError, PageLimitReachedError } from '../../errors.ts';
import { endOfMonth } from './quota.ts';
import type { Amounts, MonthLimits } from './quota.ts';

const untilOf = (month: string): string => `Counting begins anew on ${endOfMonth(month).slice(0, 10)} (UTC).`;

/** @throws PageLimitReachedError, CreditLimitReachedError where the month and the amounts are above a limit together */
export const checkMonth = (month: string, counted: Amounts, wanted: Amounts, limits: MonthLimits): void => {
  if (limits.pages !== null && wanted.pages > 0 && counted.pages + wanted.pages > limits.pages)
    throw new PageLimitReachedError(
      `The plan allows ${limits.pages} pages a month; ${counted.pages} are used, and this document needs ` +
        `${wanted.pages === 1 ? 'at least 1' : wanted.pages}. ${untilOf(month)}`,
    );
  if (limits.credits !== null && wanted.credits > 0 && counted.credits + wanted.credits > limits.credits)
    throw new CreditLimitReachedError(
      `The plan allows ${limits.credits} credits a month; ${counted.credits} are used, and this document needs ` +
        `${wanted.credits} or more. ${untilOf(month)}`,
    );
};
