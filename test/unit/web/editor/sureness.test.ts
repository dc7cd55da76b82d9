import { expect, it } from 'vitest';
import { percentOf } from '../../../../web/src/editor/overview/sureness.ts';

it('A confidence is shown in whole percent, and is never shown as certain', () => {
  expect([0, 0.57, 0.9, 0.900001, 0.99, 0.990001, 0.999999].map(percentOf)).toEqual([
    '0',
    '57',
    '90',
    '91',
    '99',
    '99+',
    '99+',
  ]);
});
