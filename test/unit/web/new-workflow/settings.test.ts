import { describe, expect, it } from 'vitest';
import { NotAvailableError } from '../../../../core/errors.ts';
import {
  checkSpecification,
  documentSpecificationSchema,
} from '../../../../core/requests/workflows/document-specification.ts';
import { FIRST_SPECIFICATION, SETTINGS } from '../../../../web/src/new-workflow/specification/settings.ts';
import type { Setting } from '../../../../web/src/new-workflow/specification/settings.ts';

// The keys of a constant object are its type's.
const settings = Object.keys(SETTINGS) as Setting[];
const choices = settings.flatMap((setting) => SETTINGS[setting].map((choice) => ({ setting, ...choice })));

const isRefused = (setting: Setting, value: unknown): boolean => {
  try {
    checkSpecification(documentSpecificationSchema.parse({ [setting]: value }));
    return false;
  } catch (error) {
    if (error instanceof NotAvailableError) return true;
    throw error;
  }
};

describe('The settings of a new workflow', () => {
  it('are those of the API', () => {
    expect(settings.sort()).toEqual(Object.keys(documentSpecificationSchema.shape).sort());
  });

  it.each(choices)('can be chosen exactly where the service takes them: $setting = $value', (choice) => {
    expect(choice.available).toBe(!isRefused(choice.setting, choice.value));
  });

  it.each(['script', 'text_type'] as const)('offer everything that the API knows as %s', (setting) => {
    const { options } = documentSpecificationSchema.shape[setting].unwrap();
    expect(SETTINGS[setting].map(({ value }) => value).sort()).toEqual([...options].sort());
  });

  it('begin with what the API assumes where nothing is said', () => {
    expect(FIRST_SPECIFICATION).toEqual(documentSpecificationSchema.parse({}));
  });
});
