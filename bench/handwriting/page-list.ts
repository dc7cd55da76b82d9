/** The list of pages with known handwriting: docs/sources/handwriting-sources.tsv. */
import { z } from 'zod';
import { LANGUAGES } from '../../core/ocr/languages/languages.ts';
import { tableRows } from '../shared-data.ts';

const rowSchema = z.object({
  /** Owner and name on GitHub; a clone of it has the name as its folder. */
  repository: z.string().regex(/^[^/]+\/[^/]+$/),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** File of the picture, from the root of the repository: an image, or a PDF whose pages are images. */
  picture: z.string().min(1),
  /** Page of the file, from 1. */
  page: z.coerce.number().int().min(1),
  /** File with the lines and their text in ALTO or PAGE XML, from the root of the repository. */
  lines: z.string().min(1),
  language: z.enum(LANGUAGES),
  /** When it was written, as the source, its archive or the catalogue of HTR-United says. */
  written: z.string().min(1),
  /** Checksum of the picture, in hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Pages of the evaluation are not looked at while the reading is worked on. */
  split: z.enum(['development', 'evaluation']),
  /** Pixels of the page as the file of lines states its size, for each unit of its outlines: 1 where that file is right. */
  outline_scale: z.coerce.number().positive(),
});

export type ListedPage = z.infer<typeof rowSchema>;

/**
 * @param text a line of names and a line for each page, values separated by tabs
 * @throws ZodError where a value is wrong
 */
export const readPageList = (text: string): ListedPage[] => tableRows(text).map((row) => rowSchema.parse(row));

/** Folder of a clone of the repository. */
export const cloneOf = ({ repository }: Pick<ListedPage, 'repository'>): string => repository.split('/')[1] ?? '';
