import { describe, expect, it } from 'vitest';
import { cruiseFolders } from './cruise-folders.ts';

const FOLDERS = ['bin', 'core', 'adapters', 'lambdas', 'lib', 'model-container', 'web'];

describe('Imports between folders', () => {
  // All rules but not-to-unresolvable, which the compiler checks too.
  it('are reported where they break a rule', async () => {
    const { broken } = await cruiseFolders(FOLDERS, 'test/architecture/forbidden');
    const ofPackages = (path: string) =>
      path.replace(/node_modules\/(@[^/]+\/[^/]+|[^/]+)\/.*/, '$1').replace('../../../', '');
    expect(broken.map(ofPackages).sort()).toEqual([
      'adapters-do-not-mix: adapters/local/knows-aws.ts → adapters/aws/thing.ts',
      'adapters-see-core: adapters/local/knows-web.ts → web/thing.ts',
      'aws-sdk-in-its-adapters-alone: core/knows-packages.ts → @aws-sdk/client-s3',
      'cdk-in-lib-alone: core/knows-packages.ts → aws-cdk-lib',
      'core-layers: core/requests/knows-results.ts → core/results/thing.ts',
      'core-root-sees-types: core/knows-results.ts → core/results/thing.ts',
      'core-stands-alone: core/knows-a-host.ts → adapters/local/thing.ts',
      'entry-sees-aws: lambdas/entry/knows-local.ts → adapters/local/thing.ts',
      'lambdas-see-core: lambdas/api/knows-aws.ts → adapters/aws/thing.ts',
      'lib-sees-the-routes: lib/knows-core.ts → core/thing.ts',
      'model-container-sees-the-page-record: model-container/knows-core.ts → core/thing.ts',
      'no-circular: core/circle.ts → core/round.ts',
      'nothing-imports-tests: bin/knows-all.ts → test/thing.ts',
      'nothing-imports-web: adapters/local/knows-web.ts → web/thing.ts',
      'nothing-imports-web: bin/knows-all.ts → web/thing.ts',
      'only-the-app-sees-lib: bin/knows-all.ts → lib/knows-core.ts',
      'only-the-command-sees-local-adapters: core/knows-a-host.ts → adapters/local/thing.ts',
      'only-the-command-sees-local-adapters: lambdas/entry/knows-local.ts → adapters/local/thing.ts',
      'packages-see-no-code: lib/packages/knows-lib.ts → lib/knows-core.ts',
      'web-stands-alone: web/knows-core.ts → core/thing.ts',
    ]);
  });

  it('keep the rules of .dependency-cruiser.cjs', { tags: 'slow' }, async () => {
    const { broken, files } = await cruiseFolders(FOLDERS);
    expect(broken).toEqual([]);
    expect(files).toBeGreaterThan(50);
  });
});
