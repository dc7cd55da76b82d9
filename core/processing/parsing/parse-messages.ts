/**
 * The messages between a service and parsers on another machine, which get presigned URLs in place of blobs. Neither
 * side trusts the other's: whoever parses a hostile document may be under its control.
 */
import { z } from 'zod';
import { inspectionSchema } from '../../documents/formats/document-file.ts';
import type { DocumentJob, DocumentJobName, DocumentJobs } from '../../parser-jobs.ts';

/** A presigned URL to which a file is sent by PUT. */
export interface UrlToWrite {
  readonly url: string;
  readonly contentType: string;
}

const JOB_NAMES = [
  'inspect',
  'readPages',
  'renderPageImage',
  'cutPdfs',
  'makeThumbnail',
  'writeRenderedPdf',
] as const satisfies readonly DocumentJobName[];

export const parseRequestSchema = z.strictObject({
  /** The document, by a name that says nothing: whatever a process or a disk still holds of another one must go. */
  document: z.string().regex(/^[0-9a-f]{64}$/),
  job: z.enum(JOB_NAMES),
  reads: z.array(z.url()).readonly(),
  writes: z.array(z.strictObject({ url: z.url(), contentType: z.string() })).readonly(),
  /** DocumentJobs[job]['input']. */
  input: z.unknown(),
});

export interface ParseRequest<Name extends DocumentJobName = DocumentJobName> extends DocumentJob<
  Name,
  string,
  UrlToWrite
> {
  readonly document: string;
  readonly job: Name;
}

export const parseAnswerSchema = z.union([
  z.strictObject({ output: z.unknown() }),
  /** An error of core/errors.ts by its name (core/parsers/parser-messages.ts). */
  z.strictObject({ error: z.strictObject({ name: z.string(), message: z.string(), stack: z.string().optional() }) }),
]);
export type ParseAnswer = z.infer<typeof parseAnswerSchema>;

const count = z.int().min(0);
const size = z.object({ width: count, height: count });

const outputSchemas: { readonly [Name in DocumentJobName]: z.ZodType<DocumentJobs[Name]['output']> } = {
  inspect: inspectionSchema,
  // A function of an earlier version, which a deployment has not replaced yet, leaves no page unread.
  readPages: z.object({ pages: count, ocrPages: count, unreadPages: count.default(0) }),
  renderPageImage: size,
  cutPdfs: z.object({ cut: count }),
  makeThumbnail: size,
  writeRenderedPdf: z.object({ pages: count }),
};

/** @throws ZodError where it is not an output of the job */
export const readOutput = <Name extends DocumentJobName>(job: Name, output: unknown): DocumentJobs[Name]['output'] =>
  outputSchemas[job].parse(output);
