import { describe, expect, it } from 'vitest';
import {
  pdfQuerySchema,
  renderedPdfOptions,
  splitPdfQuerySchema,
  subPdfQuerySchema,
} from '../../../core/results/pdf/pdf-query.ts';

/** Names of the rejected parameters. */
const refused = (
  query: Record<string, string>,
  schema: typeof splitPdfQuerySchema | typeof subPdfQuerySchema | typeof pdfQuerySchema = splitPdfQuerySchema,
): string[] => (schema.safeParse(query).error?.issues ?? []).map(({ path }) => String(path[0]));

const rendered = (query: Record<string, string>): Record<string, string> => ({
  return_pages_with_ocr_data: 'true',
  ...query,
});

describe('The parameters of split-pdfs', () => {
  it('default to the original pages', () => {
    expect(splitPdfQuerySchema.parse({})).toEqual({ return_pages_with_ocr_data: false });
  });

  it.each(['jpeg_quality', 'pdfa_compliant', 'image_height', 'image_width', 'dpi'])(
    'reject %s unless return_pages_with_ocr_data is true',
    (name) => {
      expect(refused({ [name]: '1' })).toContain(name);
      expect(refused({ [name]: '1', return_pages_with_ocr_data: 'false' })).toContain(name);
      expect(refused(rendered({ [name]: name === 'dpi' ? '100' : '1' }))).toEqual([]);
    },
  );

  it('require page_width with page_height, and vice versa', () => {
    expect(refused(rendered({ page_height: '297' }))).toEqual(['page_width']);
    expect(refused(rendered({ page_width: '210' }))).toEqual(['page_height']);
    expect(refused(rendered({ page_height: '297', page_width: '210.5' }))).toEqual([]);
  });

  it.each([
    ['US Letter, as a program computes its 8.5 inches', '215.89999999999998', 8.5 * 25.4],
    ['an exponent, as some programs write numbers', '2.1e+2', 210],
  ])('take a number with %s', (_name, text, value) => {
    const query = splitPdfQuerySchema.parse(rendered({ page_width: text, page_height: '279.4' }));
    expect(query).toMatchObject({ page_width: value, page_height: 279.4 });
  });

  it.each(['', '.', '1e999', '-1', '0x10', 'Infinity', 'NaN', '1_0', ' 210', `210.${'0'.repeat(100)}`])(
    'reject page_width=%s',
    (text) => {
      expect(refused(rendered({ page_width: text, page_height: '297' }))).toContain('page_width');
    },
  );

  it.each([
    ['jpeg_quality', '0'],
    ['jpeg_quality', '101'],
    ['jpeg_quality', '7.5'],
    ['jpeg_quality', 'high'],
    ['jpeg_quality', ''],
    ['dpi', '9'],
    ['dpi', '1201'],
    ['dpi', '-220'],
    ['dpi', '1e3'],
    ['image_width', '0'],
    ['image_height', '20001'],
    ['image_height', '99999999999999999999'],
    ['pdfa_compliant', 'yes'],
    ['return_pages_with_ocr_data', '2'],
    ['unknown', '1'],
  ])('reject %s=%s', (name, value) => {
    expect(splitPdfQuerySchema.safeParse({ ...rendered({}), [name]: value }).success).toBe(false);
  });

  it.each([
    ['true', true],
    ['1', true],
    ['TRUE', true],
    ['false', false],
    ['0', false],
  ])('parse %s as a boolean', (text, value) => {
    expect(splitPdfQuerySchema.parse({ return_pages_with_ocr_data: text }).return_pages_with_ocr_data).toBe(value);
  });
});

describe('The parameters of sub-pdfs', () => {
  it('do not depend on return_pages_with_ocr_data', () => {
    expect(refused({ dpi: '150', return_pages_with_ocr_data: 'true' }, subPdfQuerySchema)).toEqual([]);
    expect(refused({ dpi: '150', return_pages_with_ocr_data: 'false' }, subPdfQuerySchema)).toEqual([]);
  });

  it('are validated', () => {
    expect(refused({ jpeg_quality: '0', page_width: '3' }, subPdfQuerySchema)).toContain('jpeg_quality');
    expect(refused({ page_width: '100' }, subPdfQuerySchema)).toEqual(['page_height']);
  });
});

describe('The parameters of pdf', () => {
  it('default to rendered pages, to which all parameters apply', () => {
    expect(pdfQuerySchema.parse({ dpi: '150' })).toEqual({ return_pages_with_ocr_data: true, dpi: 150 });
    expect(refused({ return_pages_with_ocr_data: 'false', dpi: '150' }, pdfQuerySchema)).toEqual(['dpi']);
  });
});

it('only rendering options are passed to the renderer', () => {
  expect(renderedPdfOptions(splitPdfQuerySchema.parse(rendered({ dpi: '100', pdfa_compliant: 'true' })))).toEqual({
    dpi: 100,
    pdfa_compliant: true,
  });
});
