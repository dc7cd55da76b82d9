/**
 * The page record: what reading a page yields and everything after it works on (results, the split model,
 * extractions). The model container imports this file and nothing else of core.
 */
import { z } from 'zod';

/** Page images are made, and boxes measured, at this many pixels per inch. */
export const PAGE_DPI = 220;

export const wordSchema = z.strictObject({
  /** Corners in page pixels; x1 < x2, y1 < y2; the origin is the page image's top left. */
  x1: z.int(),
  y1: z.int(),
  x2: z.int(),
  y2: z.int(),
  text: z.string(),
  /** Mean Shannon entropy in bits of the recogniser's alternatives per character; 0 for a PDF's own text. */
  entropy: z.number().min(0),
  /** Text line on the page, from 0 in reading order: words of one line stand next to each other in `words`. */
  line: z.int().min(0),
  /** Block (column, paragraph) from 0 in reading order. */
  block: z.int().min(0),
});

export const pageRecordSchema = z.strictObject({
  schema_version: z.literal(1),
  /** From 1. */
  page: z.int().min(1),
  /** Pixels of the page image as used in processing: upright, skew removed. */
  width: z.int().min(1),
  height: z.int().min(1),
  /** Pixels per inch of that image. */
  dpi: z.number().positive(),
  /** Degrees clockwise that the page, as a viewer shows it, was turned to stand upright. */
  rotation: z.literal([0, 90, 180, 270]),
  /** Degrees clockwise that the page was turned back after that to remove its skew; small, 0 where none was found. */
  skew: z.number(),
  /** Where the words come from. `none`: nothing readable on the page. */
  text_source: z.enum(['text_layer', 'ocr', 'none']),
  /** ISO 639-1 code of the page's main language, null where it could not be told. */
  language: z.string().nullable(),
  words: z.array(wordSchema),
  /** The words in reading order: lines end in \n, blocks are parted by an empty line. */
  fulltext: z.string(),
  /** Share of the page that is not background, 0 to 1: about 0 is a blank page. */
  ink: z.number().min(0).max(1),
  /** Small grey picture of the page: rows of 8-bit grey (0 is black) as base64; the long side has 96 pixels. */
  thumbnail: z.strictObject({ width: z.int().min(1), height: z.int().min(1), grey: z.string() }),
});

export type Word = z.infer<typeof wordSchema>;
export type PageRecord = z.infer<typeof pageRecordSchema>;

/** The JSON text of one page record in UTF-8. Bytes, since on its way from a blob to the model nobody reads it. */
export type PageJson = Buffer;
