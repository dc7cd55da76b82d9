import { describe, expect, it } from 'vitest';
import { documentSpecificationSchema } from '../../../../core/requests/workflows/document-specification.ts';
import { FIRST_SPECIFICATION, SETTINGS } from '../../../../web/src/new-workflow/specification/settings.ts';
import type { Setting } from '../../../../web/src/new-workflow/specification/settings.ts';

// The keys of a constant object are its type's.
const settings = Object.keys(SETTINGS) as Setting[];
const choices = settings.flatMap((setting) => SETTINGS[setting].map((value) => ({ setting, value })));

describe('The settings of a new workflow', () => {
  it('are those of the API', () => {
    expect(settings.sort()).toEqual(Object.keys(documentSpecificationSchema.shape).sort());
  });

  it.each(choices)('can be chosen where the API takes them: $setting = $value', ({ setting, value }) => {
    expect(documentSpecificationSchema.parse({ [setting]: value })[setting]).toBe(value);
  });

  it.each(['script', 'text_type'] as const)('offer everything that the API knows as %s', (setting) => {
    const { options } = documentSpecificationSchema.shape[setting].unwrap();
    expect(SETTINGS[setting].toSorted()).toEqual([...options].sort());
  });

  it('begin with what the API assumes where nothing is said', () => {
    expect(FIRST_SPECIFICATION).toEqual(documentSpecificationSchema.parse({}));
  });
});
