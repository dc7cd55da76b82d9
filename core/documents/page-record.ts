/**
 * The page record: the output of ReadPages and the input of all later steps (results, the split model, extractions).
 * The model container imports no other files of core than this one, splitting/fit-density.ts and lists-fit.ts.
 */
import { z } from 'zod';

/** Default resolution of page images and word boxes, in pixels per inch. */
export const PAGE_DPI = 220;

export const textKindSchema = z.enum(['printed', 'handwritten']);
export type TextKind = z.infer<typeof textKindSchema>;

export const wordSchema = z.strictObject({
  /** Corners in pixels of the page image; x1 < x2, y1 < y2; the origin is the top left. */
  x1: z.int(),
  y1: z.int(),
  x2: z.int(),
  y2: z.int(),
  text: z.string(),
  /** Mean Shannon entropy of the OCR alternatives per character, in bits; 0 for text of a PDF's text layer. */
  entropy: z.number().min(0),
  /**
   * Absent where it is not known: in Japanese text that OCR read, in scripts that it does not read, and in records of
   * earlier versions. The text of handwriting is empty where it was not read.
   */
  kind: textKindSchema.optional(),
  /** Index of the text line on the page, from 0 in reading order; the words of one line are consecutive in `words`. */
  line: z.int().min(0),
  /** Index of the block (column, paragraph), from 0 in reading order. */
  block: z.int().min(0),
});

/** A font of a PDF page. */
export const pageFontSchema = z.strictObject({
  /** PostScript name, without the tag of a subset. */
  name: z.string(),
  /** Size of the embedded font file in bytes, which tells the subsets of a font apart; 0 for a font that is not embedded. */
  bytes: z.int().min(0),
});
export type PageFont = z.infer<typeof pageFontSchema>;

export const pageRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  /** From 1. */
  page: z.int().min(1),
  /** Number of the crop on its page, from 1, where the page has several. Absent for other pages. */
  crop: z.int().min(1).optional(),
  /** Size in pixels of the page image used in processing: upright and deskewed. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Pixels per inch of that image. */
  dpi: z.number().positive(),
  /** Degrees clockwise by which the page, as a viewer displays it, was rotated to be upright. */
  rotation: z.literal([0, 90, 180, 270]),
  /** Degrees clockwise by which the page was then rotated to deskew it; small, 0 if no skew was detected. */
  skew: z.number(),
  /**
   * Corners of the sheet in a photograph taken at an angle, clockwise from the top left, each as parts of the width and
   * height of the page as a viewer displays it: x1, y1, … y4. The photograph was straightened by them before it was
   * rotated. Absent for other pages.
   */
  sheet: z.array(z.number()).length(8).optional(),
  /**
   * How the lines of a page that is not flat bend in its picture, after it was straightened by `sheet` or cut out by
   * `crop_corners` and before it was rotated. The picture was flattened by it. Absent for other pages.
   */
  curl: z
    .strictObject({
      /** Whether the lines run from top to bottom: then rows and columns of the picture are exchanged. */
      sideways: z.boolean(),
      /** Degrees clockwise by which the lines descend to the right in the mean. */
      skew: z.number(),
      /**
       * How far down the lines are displaced at 17 places from left to right at the top, in the middle and at the bottom,
       * after rotation by the skew, as parts of the picture's width.
       */
      bends: z.array(z.number()).length(51),
    })
    .optional(),
  /**
   * Corners of the crop on its page as a viewer displays it, clockwise from the crop's top left, each as parts of the
   * page's width and height: x1, y1, … y4. The crop was straightened by them before it was rotated. Absent for a page
   * that is whole.
   */
  crop_corners: z.array(z.number()).length(8).optional(),
  /** Origin of the words. `none`: the page has no readable text. */
  text_source: z.enum(['text_layer', 'ocr', 'none']),
  /**
   * Part of the page's ink that no word covers, 0 to 1, without specks and rules; a picture's ink counts. Absent where
   * the words are those of a text layer.
   */
  unread_ink: z.number().min(0).max(1).optional(),
  /** True for a page that seems to have lines of text in a script that OCR does not read. */
  unread_script: z.boolean().optional(),
  /** True for a page that could not be read: it has no text, and is blank where it could not be rendered either. */
  unread: z.literal(true).optional(),
  /** ISO 639-1 code of the page's main language; null if it was not detected. */
  language: z.string().nullable(),
  words: z.array(wordSchema),
  /**
   * Fonts of the text that a PDF page holds, also where OCR read the page. Absent where there are none, for crops, and in
   * records of earlier versions.
   */
  fonts: z.array(pageFontSchema).min(1).optional(),
  /** The words in reading order: lines are separated by \n, blocks by an empty line. */
  fulltext: z.string(),
  /** Fraction of the page that is not background, 0 to 1; close to 0 for a blank page. */
  ink: z.number().min(0).max(1),
  /** Grey thumbnail of the page: rows of 8-bit grey (0 is black) as base64; the long side has 96 pixels. */
  thumbnail: z.strictObject({ width: z.int().min(1), height: z.int().min(1), grey: z.string() }),
});

export type Word = z.infer<typeof wordSchema>;
export type PageRecord = z.infer<typeof pageRecordSchema>;

/**
 * The JSON text of one page record in UTF-8. It stays bytes, because it passes from a blob to the model without being
 * parsed.
 */
export type PageJson = Buffer;
