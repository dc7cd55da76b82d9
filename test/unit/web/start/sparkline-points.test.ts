import { describe, expect, it } from 'vitest';
import { sparklinePoints } from '../../../../web/src/start/sparkline-points.ts';

describe('A sparkline', () => {
  it('goes from the left edge to the right one, and up to the upper one at the highest value', () => {
    expect(sparklinePoints([0, 2, 1], 100, 10)).toBe('0.0,10.0 50.0,0.0 100.0,5.0');
  });

  it('lies on the lower edge where nothing was used', () => {
    expect(sparklinePoints([0, 0], 100, 10)).toBe('0.0,10.0 100.0,10.0');
  });
});
