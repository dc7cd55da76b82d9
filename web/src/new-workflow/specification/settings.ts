/** The settings of a document specification, and what each may be. */
import type { Schema } from '../../api/client.ts';

export type Specification = Required<NonNullable<Schema<'CreateWorkflow'>['document_specification']>>;
export type Setting = keyof Specification;

export interface Choice<Value> {
  readonly value: Value;
  /** Whether the service accepts it; the others it refuses as `not_available`. */
  readonly available: boolean;
}

export const SETTINGS: { readonly [Name in Setting]: readonly Choice<Specification[Name]>[] } = {
  cropping: [
    { value: false, available: true },
    { value: true, available: true },
  ],
  script: [
    { value: 'latin', available: true },
    { value: 'japanese', available: true },
  ],
  text_type: [
    { value: 'printed_and_handwritten', available: true },
    { value: 'printed', available: false },
    { value: 'handwritten', available: false },
  ],
};

export const FIRST_SPECIFICATION: Specification = {
  cropping: false,
  script: 'latin',
  text_type: 'printed_and_handwritten',
};
