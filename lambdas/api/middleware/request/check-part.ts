/** Checks one part of a request against its schema; every issue carries its location. */
import type { z } from 'zod';
import type { ValidationIssue } from '../../../../core/errors.ts';
import { requestSentence } from '../../../../core/requests/request-sentences.ts';

export type Part = 'path' | 'query' | 'header' | 'body';

export type Checked = { readonly value: unknown } | { readonly issues: readonly ValidationIssue[] };

export function checkPart(part: Part, schema: z.ZodType | undefined, given: unknown): Checked {
  if (schema === undefined) return { value: {} };
  const parsed = schema.safeParse(given, { reportInput: true, error: requestSentence });
  return parsed.success
    ? { value: parsed.data }
    : { issues: parsed.error.issues.flatMap((issue) => issuesOf(part, issue)) };
}

/** Issues for parameters that the schema does not name: a misspelt parameter must not be ignored. */
export function unknownNames(
  part: Part,
  schema: z.ZodObject | undefined,
  given: Readonly<Record<string, unknown>>,
): ValidationIssue[] {
  const known = schema === undefined ? [] : Object.keys(schema.shape);
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => unrecognized([part, name]));
}

function issuesOf(part: Part, issue: z.core.$ZodIssue): ValidationIssue[] {
  const loc = [part, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))];
  if (issue.code === 'unrecognized_keys')
    return part === 'query' ? [] : issue.keys.map((key) => unrecognized([...loc, key]));
  if (isMissing(issue)) return [{ loc, msg: 'is required', type: 'missing' }];
  if (part === 'query' && Array.isArray(issue.input)) return [{ loc, msg: 'may be given once', type: 'repeated' }];
  return [{ loc, msg: issue.message, type: issue.code }];
}

const isMissing = (issue: z.core.$ZodIssue): boolean =>
  ['invalid_type', 'invalid_value', 'custom'].includes(issue.code) && 'input' in issue && issue.input === undefined;

const unrecognized = (loc: readonly (string | number)[]): ValidationIssue => ({
  loc,
  msg: 'is not known here',
  type: 'unrecognized_keys',
});
