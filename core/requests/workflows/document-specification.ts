/** The document specification of a workflow: what its documents are like. It is fixed when the workflow is created. */
import { z } from 'zod';
import { LANGUAGES } from '../../ocr/languages/languages.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import { NotAvailableError, ValidationError } from '../../errors.ts';

export const scriptSchema = z.enum(['latin', 'japanese']);
export const textTypeSchema = z.enum(['printed_and_handwritten', 'printed', 'handwritten']);

const DEFAULT_TEXT_TYPE = 'printed_and_handwritten';

export const documentSpecificationSchema = z.strictObject({
  cropping: z
    .boolean()
    .default(false)
    .describe(
      'Remove the background around photographed and scanned documents, and treat each document on a page as a page of ' +
        'its own. Pages with a usable text layer stay whole.',
    ),
  script: scriptSchema
    .default('latin')
    .describe('latin: English, German, French, Spanish, Slovak, Czech, Polish, Italian, Dutch; japanese: with English'),
  text_type: textTypeSchema
    .default(DEFAULT_TEXT_TYPE)
    .describe('The text that is read. Only printed_and_handwritten is available yet'),
});
export type DocumentSpecification = z.infer<typeof documentSpecificationSchema>;

const LANGUAGES_OF: Readonly<Record<DocumentSpecification['script'], readonly Language[]>> = {
  latin: LANGUAGES.filter((language) => language !== 'ja'),
  japanese: ['ja', 'en'],
};

/** @throws NotAvailableError for a setting that processing does not follow yet */
export const checkSpecification = ({ text_type: textType }: DocumentSpecification): void => {
  if (textType !== DEFAULT_TEXT_TYPE)
    throw new NotAvailableError(
      `The text type ${textType} is not available yet. Create the workflow with "text_type": "${DEFAULT_TEXT_TYPE}".`,
    );
};

/**
 * Returns the languages that OCR reads: those of the request, else those of the script. Empty: all, detected by page.
 * @param specification  of the workflow; undefined: the generic workflow, which reads all scripts
 * @throws ValidationError for a language of another script
 */
export const languagesToRead = (
  specification: DocumentSpecification | undefined,
  requested: readonly Language[],
): readonly Language[] => {
  if (specification === undefined) return requested;
  const languages = LANGUAGES_OF[specification.script];
  const foreign = requested.flatMap((language, index) => (languages.includes(language) ? [] : [index]));
  if (foreign.length > 0)
    throw new ValidationError(
      foreign.map((index) => ({
        loc: ['body', 'parameters', 'languages', index],
        msg: `must be one of ${languages.join(', ')}: the workflow reads the script ${specification.script}`,
        type: 'invalid_value',
      })),
    );
  return requested.length > 0 ? requested : languages;
};
