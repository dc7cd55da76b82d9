/** The types of Inspect's result, and the page ranges of parser jobs. */
import { z } from 'zod';

export const documentKindSchema = z.enum(['pdf', 'jpeg', 'png', 'gif', 'tiff', 'webp']);
export type DocumentKind = z.infer<typeof documentKindSchema>;

export const pageInspectionSchema = z.strictObject({
  /**
   * Size in millimetres, as a viewer displays the page (/Rotate applied); images at their own dpi, otherwise at
   * PAGE_DPI.
   */
  width_mm: z.number().positive(),
  height_mm: z.number().positive(),
  /** `good`: the text layer is used; `none` and `bad` (garbage characters, text that is not on the page): OCR. */
  text_layer: z.enum(['good', 'none', 'bad']),
});

export const inspectionSchema = z.strictObject({
  kind: documentKindSchema,
  /** The number of pages that is charged, split and reported. */
  page_count: z.int().min(1),
  /** True if the file is encrypted and was opened with an empty user password. */
  encrypted: z.boolean(),
  pages: z.array(pageInspectionSchema),
});
export type PageInspection = z.infer<typeof pageInspectionSchema>;
export type Inspection = z.infer<typeof inspectionSchema>;

/** A range of pages: numbers from 1, both inclusive. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}
