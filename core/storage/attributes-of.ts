/** Values as the attributes of an item. */
import type { AttributeValue } from '../ports.ts';

/** Returns the members of an object as attributes: JSON has exactly their values, and leaves out undefined ones, at any depth. */
export const attributesOf = (values: object): Record<string, AttributeValue> =>
  JSON.parse(JSON.stringify(values)) as Record<string, AttributeValue>;
