/** A processed document as lists show it. */
import { z } from 'zod';
import { storedDocumentSchema } from '../requests/rows/document-rows.ts';
import type { StoredDocument } from '../requests/rows/document-rows.ts';
import { resultPath } from '../results/result-paths.ts';

export const listedDocumentSchema = storedDocumentSchema
  .extend({
    thumbnail: z.string().nullable().describe('Path of the image of page 1; null until the document has succeeded'),
  })
  .meta({ id: 'ProcessedDocument' });
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

export const listedDocumentOf = (document: StoredDocument): ListedDocument => ({
  ...document,
  thumbnail: document.state === 'succeeded' ? `${resultPath(document.processing_id)}/thumbnail` : null,
});
