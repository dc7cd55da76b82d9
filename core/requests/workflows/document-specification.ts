/** The document specification of a workflow: what its documents are like. It is fixed when the workflow is created. */
import { z } from 'zod';
import { LANGUAGES } from '../../ocr/languages/languages.ts';
import type { Language } from '../../ocr/languages/languages.ts';
import type { TextKind } from '../../documents/page-record.ts';
import { ValidationError } from '../../errors.ts';

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
    .describe(
      'The text that the OCR result, hOCR and the text of rendered PDFs have. printed: without handwriting; handwritten: ' +
        'without printed text, so that the text of a PDF itself is left out',
    ),
});
export type DocumentSpecification = z.infer<typeof documentSpecificationSchema>;

const LANGUAGES_OF: Readonly<Record<DocumentSpecification['script'], readonly Language[]>> = {
  latin: LANGUAGES.filter((language) => language !== 'ja'),
  japanese: ['ja', 'en'],
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

/** The kind of text that the results of a workflow are limited to, as a member of its processing requests. */
export const textKindOf = (specification: DocumentSpecification | undefined): { readonly text_type?: TextKind } =>
  specification === undefined || specification.text_type === DEFAULT_TEXT_TYPE
    ? {}
    : { text_type: specification.text_type };
