/** Which fields of the form the API refuses. */
import { ApiProblem } from '../api/client/problem.ts';

const FIELDS = [
  'workflow_name',
  'description',
  'thumbnail',
  'cropping',
  'script',
  'text_type',
  'learns_from_corrections',
] as const;
export type Field = (typeof FIELDS)[number];

export interface Refusal {
  /** What the API says, in its own words. */
  readonly message: string;
  /** A stable word, such as `no_image`. */
  readonly type: string;
}

/**
 * The refusals of each field; empty where the error is of another kind, or not about a field.
 * @returns the first refusal of a field, as the API lists them
 */
export const refusedFields = (error: unknown): ReadonlyMap<Field, Refusal> => {
  const refused = new Map<Field, Refusal>();
  if (!(error instanceof ApiProblem)) return refused;
  for (const { loc, msg, type } of error.problem.errors ?? []) {
    const field = FIELDS.find((name) => loc.includes(name));
    if (field !== undefined && !refused.has(field)) refused.set(field, { message: msg, type });
  }
  return refused;
};
