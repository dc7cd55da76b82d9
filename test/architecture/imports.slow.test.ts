import { expect, it } from 'vitest';
import { cruiseFolders } from './cruise-folders.ts';

it('the house keeps its rules of who may import whom', async () => {
  const { broken, files } = await cruiseFolders(['bin', 'core', 'adapters', 'lambdas', 'lib', 'model-container']);
  expect(broken).toEqual([]);
  expect(files).toBeGreaterThan(50);
});
