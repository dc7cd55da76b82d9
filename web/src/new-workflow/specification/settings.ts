/** The settings of a document specification, and what each may be. */
import type { Schema } from '../../api/client/client.ts';

export type Specification = Required<NonNullable<Schema<'CreateWorkflow'>['document_specification']>>;
export type Setting = keyof Specification;

export const SETTINGS: { readonly [Name in Setting]: readonly Specification[Name][] } = {
  cropping: [false, true],
  script: ['latin', 'japanese'],
  text_type: ['printed_and_handwritten', 'printed', 'handwritten'],
};

export const FIRST_SPECIFICATION: Specification = {
  cropping: false,
  script: 'latin',
  text_type: 'printed_and_handwritten',
};
