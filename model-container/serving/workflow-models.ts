/** Models of workflows by the keys of their weights, in a cache that evicts the least recently used. */
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

/** The key is not a relative path of allowed segments. */
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
/** Bytes of a weights file at most. */
const MAX_BYTES = 16 * 1024 * 1024;

export interface WorkflowModels {
  /**
   * The model with these weights, from the cache or read.
   * @throws WeightsKeyError where the key is malformed
   * @throws WeightsNotFoundError where there are no weights with the key
   * @throws WeightsError where the weights are damaged or of another schema version
   */
  get(key: string): Promise<WorkflowModel>;
}

/**
 * Reads the bytes of the weights with a well-formed key.
 * @throws WeightsNotFoundError
 * @throws WeightsError where they are too large
 */
export type ReadWeights = (key: string) => Promise<Uint8Array>;

/**
 * @param read  undefined for a server that has only the base model
 * @param capacity  models in the cache at most
 */
export function openWorkflowModels(read: ReadWeights | undefined, capacity: number): WorkflowModels {
  // A Map keeps the order of insertion: the first entry is the least recently used.
  const models = new Map<string, Promise<WorkflowModel>>();
  return {
    get(key) {
      checkKey(key);
      if (read === undefined) return Promise.reject(new WeightsNotFoundError(key));
      const found = models.get(key) ?? readModel(read, key);
      models.delete(key);
      models.set(key, found);
      const oldest = models.keys().next().value;
      if (models.size > capacity && oldest !== undefined) models.delete(oldest);
      // A failed read is not cached: the next call tries again.
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

/** @throws WeightsError where a file of so many bytes is too large to be weights */
export function checkSize(key: string, bytes: number): void {
  if (bytes > MAX_BYTES) throw new WeightsError(`The weights ${key} have ${bytes} bytes; ${MAX_BYTES} are the most.`);
}
