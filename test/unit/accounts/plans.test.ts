import { describe, expect, it } from 'vitest';
import { maxDocumentBytes, planNameOf, planOf } from '../../../core/accounts/limits/plan.ts';
import { NotConfiguredError } from '../../../core/errors.ts';
import { planWith } from '../../fakes/plans.ts';

const RATES = { work_per_second: 10, work_per_minute: 100, work_per_hour: 1000, reads_per_second: 100 };

describe('The built-in plans', () => {
  it('free has 100 pages a month, 100 pages and 100 MB a document, no limit of credits, and limits rates', () => {
    expect(planOf({}, { plan: 'free' })).toEqual({
      pages_per_month: 100,
      credits_per_month: null,
      max_pages: 100,
      max_document_bytes: 104_857_600,
      ...RATES,
    });
  });

  it('standard limits rates alone, and unlimited nothing', () => {
    expect(planOf({}, { plan: 'standard' })).toEqual(planWith(RATES));
    expect(new Set(Object.values(planOf({}, { plan: 'unlimited' })))).toEqual(new Set([null]));
  });
});

describe('The plan of an account', () => {
  const own = planWith({ pages_per_month: 7 });

  it('is its own, or that of the host where it has none', () => {
    expect(planNameOf({ defaultPlan: 'free' }, { plan: 'standard' })).toBe('standard');
    expect(planNameOf({ defaultPlan: 'free' }, {})).toBe('free');
    expect(planNameOf({}, {})).toBe('unlimited');
  });

  it('may be one that the deployment configures, also in place of a built-in one', () => {
    expect(planOf({ plans: { gold: own } }, { plan: 'gold' })).toEqual(own);
    expect(planOf({ plans: { free: own } }, { plan: 'free' })).toEqual(own);
  });

  it('is a fault of the configuration where it is not configured any more', () => {
    expect(() => planOf({}, { plan: 'gold' })).toThrow(NotConfiguredError);
  });

  it('allows a document as many bytes as the host does too', () => {
    expect(maxDocumentBytes({ maxUploadBytes: 500 }, { plan: 'free' })).toBe(500);
    expect(maxDocumentBytes({ maxUploadBytes: 10 ** 9 }, { plan: 'free' })).toBe(104_857_600);
    expect(maxDocumentBytes({ maxUploadBytes: 10 ** 9 }, {})).toBe(10 ** 9);
  });
});
