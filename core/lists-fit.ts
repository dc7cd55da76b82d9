/**
 * Checks the long lists of an untrusted JSON value up to the first entry that does not fit. A schema describes every one: of
 * millions, in minutes and gigabytes.
 */
import { z } from 'zod';

/** Entries of a list that a schema may check at once. */
const FEW = 100;

/** Whether every entry of each long list fits the schema. Everything else in the value is left to the schema itself. */
export const listsFit = (schema: z.core.$ZodType, value: unknown): boolean => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodNullable)
    return listsFit(schema.unwrap(), value);
  if (schema instanceof z.ZodArray) return !Array.isArray(value) || entriesFit(schema.element, value);
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return true;
  const members = new Map<string, unknown>(Object.entries(value));
  return Object.entries<z.core.$ZodType>(schema.shape).every(([name, member]) => listsFit(member, members.get(name)));
};

const entriesFit = (schema: z.core.$ZodType, entries: readonly unknown[]): boolean =>
  entries.every(
    (entry) => listsFit(schema, entry) && (entries.length <= FEW || z.core.safeParse(schema, entry).success),
  );
