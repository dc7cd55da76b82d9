import { describe, expect, it } from 'vitest';
import { cruiseFolders } from './cruise-folders.ts';

describe('Imports between folders', () => {
  it('are reported where they break a rule', async () => {
    const { broken } = await cruiseFolders(
      ['core', 'adapters', 'lambdas', 'lib', 'model-container'],
      'test/architecture/forbidden',
    );
    expect(broken).toEqual(
      expect.arrayContaining([
        'core-stands-alone: core/knows-a-host.ts → adapters/local/thing.ts',
        'core-layers: core/requests/knows-results.ts → core/results/thing.ts',
        'core-root-sees-types: core/knows-results.ts → core/results/thing.ts',
        'only-the-command-sees-local-adapters: core/knows-a-host.ts → adapters/local/thing.ts',
        'adapters-do-not-mix: adapters/local/knows-aws.ts → adapters/aws/thing.ts',
        'lambdas-see-core: lambdas/api/knows-aws.ts → adapters/aws/thing.ts',
        'lib-sees-the-routes: lib/knows-core.ts → core/thing.ts',
        'model-container-sees-the-page-record: model-container/knows-core.ts → core/thing.ts',
      ]),
    );
  });

  it('keep the rules of .dependency-cruiser.cjs', { tags: 'slow' }, async () => {
    const { broken, files } = await cruiseFolders(['bin', 'core', 'adapters', 'lambdas', 'lib', 'model-container']);
    expect(broken).toEqual([]);
    expect(files).toBeGreaterThan(50);
  });
});
