import { describe, expect, it } from 'vitest';
import { knownSearch } from '../../../../web/src/app/known-search.ts';
import { dashboardSearch } from '../../../../web/src/dashboard/dashboard-search.ts';

/** As the router joins the address and the result of the check. */
const joined = (check: (search: Record<string, unknown>) => object, address: Record<string, unknown>) => ({
  ...address,
  ...check(address),
});

describe('The search of an address', () => {
  it('has nothing that the route does not know', () => {
    const check = knownSearch(dashboardSearch);
    expect(joined(check, { interval: 'secondly', start: '2026-11-01', other: 'x' })).toEqual({ start: '2026-11-01' });
  });

  it('keeps what the route knows', () => {
    expect(joined(knownSearch(dashboardSearch), { interval: 'daily' })).toEqual({ interval: 'daily' });
  });
});
