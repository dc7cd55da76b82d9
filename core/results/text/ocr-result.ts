/** The schema of the OCR result, which `GET …/ocr` returns and the processing result contains. */
import { z } from 'zod';
import type { PageRecord } from '../../documents/page-record.ts';

export const ocrBoxSchema = z
  .strictObject({
    id: z.int().min(0),
    x1: z.int(),
    y1: z.int(),
    x2: z.int(),
    y2: z.int(),
    text: z.string(),
    text_entropy: z
      .number()
      .min(0)
      .describe("Mean Shannon entropy in bits of the recogniser's alternatives per character; 0 for a PDF's own text"),
    kind: z
      .enum(['printed', 'handwritten'])
      .optional()
      .describe(
        'The text of handwriting is empty where it was not read. Absent where the kind is not known: in scanned Japanese, ' +
          'in scripts that are not read, and in older results',
      ),
  })
  .meta({ id: 'OcrBox', description: 'A word; corners in page pixels from the top left' });

export const ocrPageSchema = z
  .strictObject({
    width: z.int().min(1).describe('Pixels'),
    height: z.int().min(1).describe('Pixels'),
    bboxes: z.array(ocrBoxSchema),
    fulltext: z.string(),
    unread_ink: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        "Part of the page's ink that no word covers; the ink of pictures counts, rules and specks do not. 0 for a PDF's own text. Absent in older results",
      ),
    unread_handwriting: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Number of handwritten boxes that were found and not read: their text is empty. Absent in older results',
      ),
    unread: z
      .literal(true)
      .optional()
      .describe(
        'True where the page could not be read, because it is damaged or took too long: it has no text. Absent for all others',
      ),
  })
  .meta({ id: 'OcrPage' });

export const ocrResultSchema = z
  .strictObject({ pages: z.array(ocrPageSchema).describe('In order; of a page with several crops each crop') })
  .meta({ id: 'OcrResult' });
export type OcrResult = z.infer<typeof ocrResultSchema>;

/** Converts a page record to a page of the OCR result; `id` numbers the boxes of each page from 0, in reading order. */
export const ocrPageOf = ({
  width,
  height,
  words,
  fulltext,
  unread_ink,
  unread,
}: PageRecord): OcrResult['pages'][number] => ({
  width,
  height,
  bboxes: words.map(({ x1, y1, x2, y2, text, entropy, kind }, id) => ({
    id,
    x1,
    y1,
    x2,
    y2,
    text,
    text_entropy: entropy,
    ...(kind === undefined ? {} : { kind }),
  })),
  fulltext,
  unread_ink: unread_ink ?? 0,
  unread_handwriting: words.filter(({ kind, text }) => kind === 'handwritten' && text === '').length,
  ...(unread === undefined ? {} : { unread }),
});
