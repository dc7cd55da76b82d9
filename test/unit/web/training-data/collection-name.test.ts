import { describe, expect, it } from 'vitest';
import { collectionNameSchema } from '../../../../core/requests/training-documents/collection.ts';
import { fitsCollectionName } from '../../../../web/src/training-data/collections/collection-name.ts';

const NAMES = [
  'letters',
  'Büro 2',
  '..',
  '.',
  '...',
  'a/b',
  'a\u0007b',
  'a'.repeat(100),
  'a'.repeat(101),
  '',
  '\ud800',
];

describe('The name of a collection', () => {
  it.each(NAMES)('is taken exactly where the API takes it: %j', (name) => {
    expect(fitsCollectionName(name)).toBe(collectionNameSchema.safeParse(name).success);
  });
});
