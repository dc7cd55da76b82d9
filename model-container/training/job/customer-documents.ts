/**
 * Reads a workflow's training documents from a SageMaker channel. A file `<name>.jsonl` holds page records, one per
 * line; the folder that contains it, if any, names the sender. `<name>.json` beside it is its annotation: the sender
 * where it is known, the documents where the file contains several, and whether a person confirmed them. A file without
 * an annotation is one document.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { pageRecordSchema } from '../../../core/documents/page-record.ts';
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { TrainingRefusedError } from './training-error.ts';

/** Position of a document in a merged file, from 0. */
export interface MergedPlace {
  readonly file: string;
  readonly place: number;
}

export interface CustomerDocument {
  /** The sender; null where it is not known. */
  readonly sender: string | null;
  /** The customer's grouping of documents; null where the annotation names none. */
  readonly collection: string | null;
  /** Whether a person confirmed where the document begins and ends. */
  readonly verified: boolean;
  /** Path of the file below the channel, without extension; with `#2` for the second document of a merged file. */
  readonly name: string;
  /** First 16 hexadecimal digits of the SHA-256 of the page records. */
  readonly fingerprint: string;
  readonly pages: readonly PageRecord[];
  /** Position in a merged file, where the annotation divides the file into documents. */
  readonly merged: MergedPlace | null;
}

const annotationSchema = z.strictObject({
  schema_version: z.literal(1),
  sender: z.string().min(1).nullable().optional(),
  collection: z.string().min(1).optional(),
  /** Whether a person confirmed the documents of the file. */
  verified: z.boolean().optional(),
  sub_documents: z
    .array(
      z
        .object({
          pages: z.array(z.int().min(1)).min(1),
          /** As long as `pages`: of each page the number of its crop. Absent: no page was cropped. */
          crops: z.array(z.int().min(1)).optional(),
        })
        .refine(({ pages, crops }) => crops === undefined || crops.length === pages.length),
    )
    .min(1)
    .optional(),
});
type Annotation = z.infer<typeof annotationSchema>;

/**
 * Reads one document at a time, in the order of the file names, so that not all records are in memory at once.
 * @throws TrainingRefusedError where a file is damaged
 */
export async function* readCustomerDocuments(channel: string): AsyncGenerator<CustomerDocument> {
  for (const path of await recordFiles(channel)) {
    const name = relative(channel, path)
      .split(sep)
      .join('/')
      .replace(/\.jsonl$/u, '');
    const annotation = await readAnnotation(path.replace(/\.jsonl$/u, '.json'), `${name}.json`);
    const pages = await readRecords(path, `${name}.jsonl`);
    const folder = dirname(name);
    const sender = annotation.sender ?? (folder === '.' ? null : folder);
    const parts = partsOf(pages, annotation, name);
    for (const [at, part] of parts.entries()) {
      const merged = annotation.sub_documents === undefined ? null : { file: name, place: at };
      yield {
        sender,
        collection: annotation.collection ?? null,
        verified: annotation.verified ?? false,
        name: parts.length === 1 ? name : `${name}#${at + 1}`,
        fingerprint: fingerprintOf(part),
        pages: part,
        merged,
      };
    }
  }
}

async function recordFiles(channel: string): Promise<string[]> {
  try {
    const entries = await readdir(channel, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch (error) {
    throw new TrainingRefusedError('no_documents', 'There is no channel of training documents.', { cause: error });
  }
}

async function readRecords(path: string, name: string): Promise<PageRecord[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new TrainingRefusedError('damaged_records', `${name} holds no page.`);
  return lines.map((line, at) => readRecord(line, `${name}, line ${at + 1},`));
}

function readRecord(line: string, place: string): PageRecord {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (error) {
    throw new TrainingRefusedError('damaged_records', `${place} is not JSON: the file is damaged.`, { cause: error });
  }
  const version = z.object({ schema_version: z.unknown() }).safeParse(json).data?.schema_version;
  if (version !== undefined && version !== 1) {
    throw new TrainingRefusedError(
      'wrong_schema_version',
      `${place} has schema version ${JSON.stringify(version)}; this version reads 1. Process the document again.`,
    );
  }
  const parsed = pageRecordSchema.safeParse(json);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new TrainingRefusedError(
      'damaged_records',
      `${place} is not a page record: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
    );
  const { thumbnail } = parsed.data;
  if (Buffer.byteLength(thumbnail.grey, 'base64') !== thumbnail.width * thumbnail.height) {
    throw new TrainingRefusedError(
      'damaged_records',
      `${place} is not a page record: its thumbnail does not hold width × height bytes.`,
    );
  }
  return parsed.data;
}

async function readAnnotation(path: string, name: string): Promise<Annotation> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { schema_version: 1 };
    throw error;
  }
  try {
    return annotationSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new TrainingRefusedError('damaged_annotation', `${name} is not an annotation.`, { cause: error });
  }
}

/** The pages of each document. @throws TrainingRefusedError where the annotation omits a page or names one twice */
function partsOf(pages: readonly PageRecord[], { sub_documents: parts }: Annotation, name: string): PageRecord[][] {
  if (parts === undefined) return [[...pages]];
  const named = parts.flatMap(({ pages: of, crops }) => of.map((page, at) => ({ page, crop: crops?.[at] ?? 1 })));
  if (named.length !== pages.length || !named.every((page, at) => follows(page, named[at - 1]))) {
    throw new TrainingRefusedError(
      'damaged_annotation',
      `The annotation of ${name} must name each of its ${pages.length} pages once, in order.`,
    );
  }
  let end = 0;
  return parts.map((part) => pages.slice(end, (end += part.pages.length)));
}

interface NamedPage {
  readonly page: number;
  /** 1 for a page that is whole. */
  readonly crop: number;
}

/** Whether a page, or a crop of a page, may come after another. @param before  undefined: nothing comes before */
function follows({ page, crop }: NamedPage, before: NamedPage = { page: 0, crop: 1 }): boolean {
  return page === before.page ? crop === before.crop + 1 : page === before.page + 1 && crop === 1;
}

const fingerprintOf = (pages: readonly PageRecord[]): string =>
  createHash('sha256')
    .update(JSON.stringify(pages.map((page) => ({ ...page, page: 0 }))))
    .digest('hex')
    .slice(0, 16);
