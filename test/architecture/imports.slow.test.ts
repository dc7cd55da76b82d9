import { expect, it } from 'vitest';
import { cruiseFolders } from './cruise-folders.ts';

it('Imports between folders keep the rules of .dependency-cruiser.cjs', async () => {
  const { broken, files } = await cruiseFolders(['bin', 'core', 'adapters', 'lambdas', 'lib', 'model-container']);
  expect(broken).toEqual([]);
  expect(files).toBeGreaterThan(50);
});
