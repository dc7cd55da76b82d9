/** The plans of a data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { plansSchema } from '../../core/accounts/limits/plan.ts';
import type { Plans } from '../../core/accounts/limits/plan.ts';
import { DataFolderUnusableError } from './data-folder-unusable.ts';
import { errorCode } from './storage-full.ts';

const PLANS_FILE = 'plans.json';

/**
 * Returns the plans of `<data folder>/plans.json`; none where there is no such file.
 * @throws DataFolderUnusableError for an invalid file
 */
export const readPlans = async (dataDir: string): Promise<Plans> => {
  const path = join(dataDir, PLANS_FILE);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
  const plans = plansSchema.safeParse(parsed(text));
  if (plans.success) return plans.data;
  throw new DataFolderUnusableError(`${path} does not hold plans: ${z.prettifyError(plans.error)}`);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // No JSON value: the schema refuses it.
  }
};
