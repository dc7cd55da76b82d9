import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { describe, expect, it } from 'vitest';

/** Violations as `rule: from → to`, and the number of modules that were checked. */
const cruiseFolders = async (folders: string[], baseDir?: string): Promise<{ broken: string[]; files: number }> => {
  const options = await extractDepcruiseConfig('./.dependency-cruiser.cjs');
  const ruleSet = { forbidden: options.forbidden ?? [] };
  const { output } = await cruise(folders, {
    ...options.options,
    validate: true,
    ruleSet,
    ...(baseDir === undefined ? {} : { baseDir: resolve(baseDir) }),
  });
  if (typeof output === 'string') throw new Error('dependency-cruiser was asked for an object');
  const broken = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`);
  return { broken, files: output.summary.totalCruised };
};

describe('Imports between folders', () => {
  it('keep the rules of .dependency-cruiser.cjs', async () => {
    const { broken, files } = await cruiseFolders(['bin', 'core', 'adapters', 'lambdas', 'lib', 'model-container']);
    expect(broken).toEqual([]);
    expect(files).toBeGreaterThan(50);
  }, 120_000);

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
});
