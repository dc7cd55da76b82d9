/** Models of workflows by the keys of their weights: the few that were used last stay in memory. */
import { WeightsError } from '../classifiers/weights-file.ts';
import { parseWorkflowWeights } from '../classifiers/workflow/workflow-weights.ts';
import type { WorkflowModel } from '../classifiers/workflow/workflow-weights.ts';

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
    super(
      'A key of weights is made of segments of letters, digits, dots, dashes and underscores, with / between them.',
    );
    this.name = 'WeightsKeyError';
  }
}

const SEGMENT = /^[A-Za-z0-9._-]{1,200}$/u;
const MAX_KEY = 900;
/** Bytes of the largest weights that are read. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface WorkflowModels {
  /**
   * @throws WeightsKeyError where the key would lead out of the folder
   * @throws WeightsNotFoundError
   * @throws WeightsError where they are damaged or of another version
   */
  get(key: string): Promise<WorkflowModel>;
}

/**
 * The bytes of the weights with a key, which is one.
 * @throws WeightsNotFoundError
 * @throws WeightsError where they are too large
 */
export type ReadWeights = (key: string) => Promise<Uint8Array>;

/** @param read  undefined where this server has the base model alone */
export function openWorkflowModels(read: ReadWeights | undefined, kept: number): WorkflowModels {
  // A Map keeps the order of insertion: the first is the one that was used longest ago.
  const models = new Map<string, Promise<WorkflowModel>>();
  return {
    get(key) {
      checkKey(key);
      if (read === undefined) return Promise.reject(new WeightsNotFoundError(key));
      const found = models.get(key) ?? readModel(read, key);
      models.delete(key);
      models.set(key, found);
      const oldest = models.keys().next().value;
      if (models.size > kept && oldest !== undefined) models.delete(oldest);
      // What could not be read may be there the next time.
      found.catch(() => {
        if (models.get(key) === found) models.delete(key);
      });
      return found;
    },
  };
}

function checkKey(key: string): void {
  const fits =
    key.length <= MAX_KEY &&
    key.split('/').every((segment) => SEGMENT.test(segment) && segment !== '.' && segment !== '..');
  if (!fits) throw new WeightsKeyError();
}

async function readModel(read: ReadWeights, key: string): Promise<WorkflowModel> {
  return parseWorkflowWeights(new TextDecoder().decode(await read(key)), key);
}

/** @throws WeightsError */
export function checkSize(key: string, bytes: number): void {
  if (bytes > MAX_BYTES) throw new WeightsError(`The weights ${key} have ${bytes} bytes; ${MAX_BYTES} are the most.`);
}
