import { resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';

/** Violations as `rule: from → to`, and the number of modules that were checked. */
export const cruiseFolders = async (
  folders: string[],
  baseDir?: string,
): Promise<{ broken: string[]; files: number }> => {
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
