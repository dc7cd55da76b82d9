/**
 * The query parameters of split-pdfs/{index}, sub-pdfs/{index} and pdf (specification, "Query parameters of
 * split-pdfs/{index}"). Values arrive as strings in the URL. The upper bounds are ours: no request may ask for a
 * picture that takes the service down.
 */
import { z } from 'zod';
import type { RenderedPdfOptions } from '../../parser-jobs.ts';

/** Pixels of a rendered image's short side. */
const LARGEST_IMAGE = 20_000;
/** Millimetres. A PDF page cannot be longer than 200 inches (5,080 mm). */
const LARGEST_PAGE_MM = 5_000;
const SMALLEST_PAGE_MM = 5;

// The input is text, but the OpenAPI description shows what the text must mean: hence the overrides.
const truth = (description: string) =>
  z
    .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' })
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
    .regex(/^[+-]?\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({
      description,
      override: ({ jsonSchema }) => {
        describeNumber(jsonSchema, 'integer', minimum, maximum);
      },
    });

const decimalNumber = (minimum: number, maximum: number, description: string) =>
  z
    .string()
    .regex(/^[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({
      description,
      override: ({ jsonSchema }) => {
        describeNumber(jsonSchema, 'number', minimum, maximum);
      },
    });

const renderingFields = {
  jpeg_quality: integerParameter(
    1,
    100,
    'Quality of the images in the PDF, 75 where absent. Higher means better and bigger.',
  ).optional(),
  pdfa_compliant: truth('Make the PDF comply with PDF/A-2b.').optional(),
  image_height: integerParameter(
    1,
    LARGEST_IMAGE,
    'Pixels of the short side of the rendered images. Where absent, dpi and the page size decide. An image has 40 million pixels at most: what asks for more gets that.',
  ).optional(),
  image_width: integerParameter(
    1,
    LARGEST_IMAGE,
    'The same as image_height; where both are given, the smaller one is the short side.',
  ).optional(),
  page_height: decimalNumber(
    SMALLEST_PAGE_MM,
    LARGEST_PAGE_MM,
    'Long side of the PDF pages in millimetres; needs page_width.',
  ).optional(),
  page_width: decimalNumber(
    SMALLEST_PAGE_MM,
    LARGEST_PAGE_MM,
    'Short side of the PDF pages in millimetres; needs page_height.',
  ).optional(),
  dpi: integerParameter(
    10,
    1200,
    'Pixels per inch of the rendered images, 220 where absent; less where that is more than 40 million pixels (A4 at 640 dpi).',
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

/** Original pages have no rendering to describe. */
function checkRendering(query: Rendering & { readonly return_pages_with_ocr_data: boolean }, addIssue: AddIssue): void {
  checkPageSize(query, addIssue);
  if (query.return_pages_with_ocr_data) return;
  for (const name of RENDERING_NAMES.filter((field) => query[field] !== undefined)) {
    addIssue({ code: 'custom', path: [name], message: 'applies only where return_pages_with_ocr_data is true' });
  }
}

/** `GET …/split-pdfs/{index}`: every parameter about rendering needs return_pages_with_ocr_data=true. */
export const splitPdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: truth(
      'false: the original pages, unchanged. true: pages rendered from the processing results, with the text over them; only then do the other parameters apply.',
    ).default(false),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkRendering(query, (issue) => {
      context.addIssue(issue);
    });
  });

/**
 * `GET …/sub-pdfs/{index}` (deprecated): here true means the original pages, and overrides the other parameters.
 * It stays undefined where absent: true for a PDF upload; an upload that is an image has no pages to cut and gets rendered ones.
 */
export const subPdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: truth(
      'true (the default): cut directly out of the uploaded PDF, whatever the other parameters say; only for PDF uploads. false: pages rendered from the processing results. Where it is absent and the upload is an image, pages are rendered.',
    ).optional(),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkPageSize(query, (issue) => {
      context.addIssue(issue);
    });
  });

/** `GET …/pdf`: all pages as processed, with the text over them. return_pages_with_ocr_data=false gives the upload's pages unchanged. */
export const pdfQuerySchema = z
  .strictObject({
    return_pages_with_ocr_data: truth(
      'true (the default): pages rendered from the processing results, with the text over them. false: the original pages, unchanged.',
    ).default(true),
    ...renderingFields,
  })
  .superRefine((query, context) => {
    checkRendering(query, (issue) => {
      context.addIssue(issue);
    });
  });

export type SplitPdfQuery = z.infer<typeof splitPdfQuerySchema>;
export type SubPdfQuery = z.infer<typeof subPdfQuerySchema>;
export type PdfQuery = z.infer<typeof pdfQuerySchema>;

/** @returns only what describes rendered pages, without members that are undefined */
export function renderedPdfOptions(query: Rendering): RenderedPdfOptions {
  const given = RENDERING_NAMES.filter((name) => query[name] !== undefined).map((name) => [name, query[name]]);
  // The names and value types are those of the schema above, which are those of RenderedPdfOptions.
  return Object.fromEntries(given) as RenderedPdfOptions;
}
