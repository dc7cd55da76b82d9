/** The plans of a data folder. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { plansSchema } from '../../core/accounts/limits/plan.ts';
import type { Plans } from '../../core/accounts/limits/plan.ts';
import { DataFolderUnusableError } from './data-folder-unusable.ts';
import { errorCode } from './storage-full.ts';

const PLANS_FILE = 'plans.json';

/** The file `<data folder>/plans.json`. It is read again when it has changed: accounts may be moved to a plan that is new. */
export class PlansFile {
  readonly #path: string;
  #version: string;
  #plans: Plans;

  /** @throws DataFolderUnusableError for an invalid file */
  constructor(dataDir: string) {
    this.#path = join(dataDir, PLANS_FILE);
    this.#version = versionOf(this.#path);
    this.#plans = readPlans(this.#path);
  }

  /** Those of the file; none where there is no such file. While a changed file cannot be read, those that it had. */
  get plans(): Plans {
    const version = versionOf(this.#path);
    if (version !== this.#version) {
      this.#version = version;
      try {
        this.#plans = readPlans(this.#path);
      } catch {
        // Requests are answered as before. `tearline accounts` and the next start name the error.
      }
    }
    return this.#plans;
  }
}

/** Another text for each write of the file; empty where there is none. */
const versionOf = (path: string): string => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? '' : `${stats.ino} ${stats.mtimeNs} ${stats.size}`;
};

/** @throws DataFolderUnusableError for an invalid file */
const readPlans = (path: string): Plans => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return {};
    throw error;
  }
  const plans = plansSchema.safeParse(parsed(path, text));
  if (plans.success) return plans.data;
  throw new DataFolderUnusableError(`${path} does not hold plans: ${z.prettifyError(plans.error)}`);
};

/** @throws DataFolderUnusableError where the text is not JSON */
const parsed = (path: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new DataFolderUnusableError(`${path} is not JSON: ${error instanceof Error ? error.message : ''}`, {
      cause: error,
    });
  }
};
