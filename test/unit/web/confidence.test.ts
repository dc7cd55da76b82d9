import { expect, it } from 'vitest';
import { formatConfidence, percentOf } from '../../../web/src/components/format/confidence.ts';

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

it('Lists show the number of the editor, with the sign as the language writes it; only what a caller decided is certain', () => {
  const shown = (language: string) =>
    [0.57, 0.900001, 0.9979, 0.999999, 1].map((one) => formatConfidence(one, language).replace(/\s/g, ' '));
  expect(shown('en')).toEqual(['57%', '91%', '99+%', '99+%', '100%']);
  expect(shown('de')).toEqual(['57 %', '91 %', '99+ %', '99+ %', '100 %']);
});
