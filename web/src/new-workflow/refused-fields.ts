/** Which fields of the form the API refuses. */
import { ApiProblem } from '../api/client/problem.ts';
import type { RefusedPart } from '../api/client/problem.ts';

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

/**
 * The refusals of each field; empty where the error is of another kind, or not about a field.
 * @returns the first refusal of a field, as the API lists them
 */
export const refusedFields = (error: unknown): ReadonlyMap<Field, RefusedPart> => {
  const refused = new Map<Field, RefusedPart>();
  if (!(error instanceof ApiProblem)) return refused;
  for (const part of error.problem.errors ?? []) {
    const field = FIELDS.find((name) => part.loc.includes(name));
    if (field !== undefined && !refused.has(field)) refused.set(field, part);
  }
  return refused;
};
