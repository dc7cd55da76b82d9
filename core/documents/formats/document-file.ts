/** What Inspect says of an upload, and how the parsing jobs are asked for work. */
import { z } from 'zod';

export const documentKindSchema = z.enum(['pdf', 'jpeg', 'png', 'gif', 'tiff', 'webp']);
export type DocumentKind = z.infer<typeof documentKindSchema>;

export const pageInspectionSchema = z.strictObject({
  /** Millimetres, as a viewer shows the page (its /Rotate applied); images at their own dpi, else at PAGE_DPI. */
  width_mm: z.number().positive(),
  height_mm: z.number().positive(),
  /** `good` is used as it is; `none` and `bad` (garbage, invisible nonsense) pages are read by OCR. */
  text_layer: z.enum(['good', 'none', 'bad']),
});

export const inspectionSchema = z.strictObject({
  kind: documentKindSchema,
  /** The one count of pages: charged, split and reported. */
  page_count: z.int().min(1),
  /** True where the file was encrypted and opened with an empty user password. */
  encrypted: z.boolean(),
  pages: z.array(pageInspectionSchema),
});
export type PageInspection = z.infer<typeof pageInspectionSchema>;
export type Inspection = z.infer<typeof inspectionSchema>;

/** A range of pages, both from 1 and inclusive. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}
