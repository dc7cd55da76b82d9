/**
 * The query parameters of split-pdfs/{index}, sub-pdfs/{index}, pdf and archive (specification, "Query parameters of
 * split-pdfs/{index}"). Values are strings in the URL. The upper bounds are not in the specification: they protect the
 * service from images that exceed its memory.
 */
import { z } from 'zod';
import { rangeSentence, wholeNumber } from '../../requests/request-sentences.ts';
import type { RenderedPdfOptions } from '../../parser-jobs.ts';

/** Maximum short side of a rendered image, in pixels. */
const MAX_IMAGE_SIDE = 20_000;
/** Bounds of a page side in millimetres. A PDF page is at most 200 inches (5,080 mm) long (ISO 32000-1, annex C). */
const MAX_PAGE_MM = 5_000;
const MIN_PAGE_MM = 5;

// The input is text, but the OpenAPI description states the type of its value: hence the overrides.
export const booleanParameter = (description: string) =>
  z
    .stringbool({
      truthy: ['true', '1'],
      falsy: ['false', '0'],
      case: 'insensitive',
      error: 'must be true or false',
    })
    .meta({ description, override: { type: 'boolean' } });

export function describeNumber(
  schema: { type?: unknown; pattern?: string; minimum?: number; maximum?: number },
  type: 'integer' | 'number',
  minimum: number,
  maximum: number,
): void {
  delete schema.pattern;
  Object.assign(schema, { type, minimum, maximum });
}

export const integerParameter = (minimum: number, maximum: number, description: string) =>
  z
    .string()
    .regex(/^[+-]?\d{1,9}$/, rangeSentence('a whole number', minimum, maximum))
    .transform(Number)
    .pipe(wholeNumber(minimum, maximum))
    .meta({
      description,
      override: ({ jsonSchema }) => {
        describeNumber(jsonSchema, 'integer', minimum, maximum);
      },
    });

/** Also as programs write their own numbers: 8.5 * 25.4 is 215.89999999999998, and Python's 0.00005 is 5e-05. */
const DECIMAL = /^[+-]?(\d{1,9}(\.\d{0,30})?|\.\d{1,30})([eE][+-]?\d{1,3})?$/;

export const decimalParameter = (minimum: number, maximum: number, description: string) => {
  const sentence = rangeSentence('a number', minimum, maximum);
  return z
    .string()
    .regex(DECIMAL, sentence)
    .transform(Number)
    .pipe(z.number().min(minimum, sentence).max(maximum, sentence))
    .meta({
      description,
      override: ({ jsonSchema }) => {
        describeNumber(jsonSchema, 'number', minimum, maximum);
      },
    });
};

const renderingFields = {
  jpeg_quality: integerParameter(
    1,
    100,
    'Quality of the images in the PDF, 75 where absent. Higher means better and bigger.',
  ).optional(),
  pdfa_compliant: booleanParameter('Make the PDF comply with PDF/A-2b.').optional(),
  image_height: integerParameter(
    1,
    MAX_IMAGE_SIDE,
    'Pixels of the short side of the rendered images. Where absent, dpi and the page size decide. ' +
      'An image has 40 million pixels at most: what asks for more gets that.',
  ).optional(),
  image_width: integerParameter(
    1,
    MAX_IMAGE_SIDE,
    'The same as image_height; where both are given, the smaller one is the short side.',
  ).optional(),
  page_height: decimalParameter(
    MIN_PAGE_MM,
    MAX_PAGE_MM,
    'Long side of the PDF pages in millimetres; needs page_width.',
  ).optional(),
  page_width: decimalParameter(
    MIN_PAGE_MM,
    MAX_PAGE_MM,
    'Short side of the PDF pages in millimetres; needs page_height.',
  ).optional(),
  dpi: integerParameter(
    10,
    1200,
    'Pixels per inch of the rendered images, 220 where absent; ' +
      'less where that is more than 40 million pixels (A4 at 640 dpi).',
  ).optional(),
};

const RENDERING_NAMES = Object.keys(renderingFields) as readonly (keyof typeof renderingFields)[];

type Rendering = { readonly [Name in keyof typeof renderingFields]?: number | boolean | undefined };
type AddIssue = (issue: { code: 'custom'; path: string[]; message: string }) => void;

function checkPageSize(query: Rendering, addIssue: AddIssue): void {
  if (query.page_height !== undefined && query.page_width === undefined)
    addIssue({ code: 'custom', path: ['page_width'], message: 'is required where page_height is given' });
  if (query.page_width !== undefined && query.page_height === undefined)
    addIssue({ code: 'custom', path: ['page_height'], message: 'is required where page_width is given' });
}

/** Rendering parameters are rejected for original pages. */
function checkRendering(query: Rendering & { readonly return_pages_with_ocr_data: boolean }, addIssue: AddIssue): void {
  checkPageSize(query, addIssue);
  if (query.return_pages_with_ocr_data) return;
  for (const name of RENDERING_NAMES.filter((field) => query[field] !== undefined)) {
    addIssue({ code: 'custom', path: [name], message: 'applies only where return_pages_with_ocr_data is true' });
  }
}

/** `GET …/split-pdfs/{index}`: rendering parameters require return_pages_with_ocr_data=true. */
export const splitPdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: booleanParameter(
      'false: the original pages, unchanged. true: pages rendered from the processing results, ' +
        'with the text over them; only then do the other parameters apply.',
    ).default(false),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkRendering(query, (issue) => {
      context.addIssue(issue);
    });
  });

/**
 * `GET …/sub-pdfs/{index}` (deprecated): here true means the original pages and overrides the other parameters.
 * Absent, it stays undefined: it then means true for a PDF upload, and false for an image, which has no pages to
 * extract.
 */
export const subPdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: booleanParameter(
      'true (the default): cut directly out of the uploaded PDF, whatever the other parameters say; ' +
        'only for PDF uploads. false: pages rendered from the processing results. ' +
        'Where it is absent and the upload is an image, pages are rendered.',
    ).optional(),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkPageSize(query, (issue) => {
      context.addIssue(issue);
    });
  });

/**
 * `GET …/pdf`: all pages as processed, with text over them; with return_pages_with_ocr_data=false the original pages.
 */
export const pdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: booleanParameter(
      'true (the default): pages rendered from the processing results, with the text over them. ' +
        'false: the original pages, unchanged.',
    ).default(true),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkRendering(query, (issue) => {
      context.addIssue(issue);
    });
  });

/** `GET …/archive`. */
export const archiveQuerySchema = z.strictObject({
  return_pages_with_ocr_data: booleanParameter(
    'false: PDFs of the original pages, unchanged. true: PDFs of pages rendered from the processing results, ' +
      'with the text over them.',
  ).default(false),
});

export type ArchiveQuery = z.infer<typeof archiveQuerySchema>;
export type SplitPdfQuery = z.infer<typeof splitPdfQuerySchema>;
export type SubPdfQuery = z.infer<typeof subPdfQuerySchema>;
export type PdfQuery = z.infer<typeof pdfQuerySchema>;

/** @returns only the rendering options, without undefined members */
export function renderedPdfOptions(query: Rendering): RenderedPdfOptions {
  const given = RENDERING_NAMES.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]);
  // The schema above has the names and value types of RenderedPdfOptions.
  return Object.fromEntries(given) as RenderedPdfOptions;
}
