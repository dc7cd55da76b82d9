/** Models of workflows by the keys of their weights: the few that were used last stay in memory. */
import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { WeightsError } from './model/weights-file.ts';
import { parseWorkflowWeights } from './training/workflow-weights.ts';
import type { WorkflowModel } from './training/workflow-weights.ts';

/** There are no weights with this key. */
export class WeightsNotFoundError extends Error {
  constructor(key: string, options?: ErrorOptions) {
    super(`There are no weights with the key ${JSON.stringify(key.slice(0, MAX_KEY))}.`, options);
    this.name = 'WeightsNotFoundError';
  }
}

/** The key is none: it names no place below the folder of models. */
export class WeightsKeyError extends Error {
  constructor() {
    super('A key of weights is made of segments of letters, digits, dots, dashes and underscores, with / between them.');
    this.name = 'WeightsKeyError';
  }
}

const SEGMENT = /^[A-Za-z0-9._-]{1,200}$/u;
const MAX_KEY = 900;
const MAX_BYTES = 16 * 1024 * 1024;

export interface WorkflowModels {
  /**
   * @throws WeightsKeyError where the key would lead out of the folder
   * @throws WeightsNotFoundError
   * @throws WeightsError where they are damaged or of another version
   */
  get(key: string): Promise<WorkflowModel>;
}

/** @param folder  undefined where this server has the base model alone */
export function openWorkflowModels(folder: string | undefined, kept: number): WorkflowModels {
  // A Map keeps the order of insertion: the first is the one that was used longest ago.
  const models = new Map<string, Promise<WorkflowModel>>();
  return {
    get(key) {
      checkKey(key);
      if (folder === undefined) return Promise.reject(new WeightsNotFoundError(key));
      const found = models.get(key) ?? readModel(folder, key);
      models.delete(key);
      models.set(key, found);
      const oldest = models.keys().next().value;
      if (models.size > kept && oldest !== undefined) models.delete(oldest);
      // What could not be read may be there the next time.
      found.catch(() => { if (models.get(key) === found) models.delete(key); });
      return found;
    },
  };
}

function checkKey(key: string): void {
  const fits = key.length <= MAX_KEY && key.split('/').every((segment) => SEGMENT.test(segment) && segment !== '.' && segment !== '..');
  if (!fits) throw new WeightsKeyError();
}

async function readModel(folder: string, key: string): Promise<WorkflowModel> {
  const bytes = await readInside(folder, key);
  if (bytes.length > MAX_BYTES) throw new WeightsError(`The weights ${key} have ${bytes.length} bytes; ${MAX_BYTES} are the most.`);
  return parseWorkflowWeights(bytes.toString('utf8'), key);
}

/** A link may not lead out of the folder either. */
async function readInside(folder: string, key: string): Promise<Buffer> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, key))]);
    if (!path.startsWith(root + sep)) throw new WeightsNotFoundError(key);
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR')) throw new WeightsNotFoundError(key, { cause: error });
    throw error;
  }
}
