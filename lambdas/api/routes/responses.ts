/** Paths, headers and responses that several rows of the routes table share. */
import { z } from 'zod';
import { inProgressSchema, presignedRedirectSchema, problemSchema } from './api-schemas.ts';
import type { Deprecation, MediaType, ResponseRow } from './route-row.ts';

/** Path template of a whole result; the paths of its parts begin with it. */
export const RESULT_PATH = '/processing/results/{processing_id}';
export const ifNoneMatch = z.object({
  'if-none-match': z.string().optional().describe('An ETag: 304 where it still fits'),
});
export const rangeHeaders = ifNoneMatch.extend({
  range: z
    .string()
    .optional()
    .describe('RFC 9110: one range of bytes. Several ranges, and what is no range, are answered with the whole file')
    .meta({ examples: ['bytes=0-65535'] }),
  'if-range': z.string().optional().describe('An ETag: the whole file where it does not fit any more'),
});

export const answer = (
  description: string,
  mediaType: MediaType,
  schema: z.ZodType | 'binary' | 'text',
  headers: readonly string[] = [],
): ResponseRow => ({
  description,
  content: { [mediaType]: schema },
  headers,
});
/** Headers of text, which is sent in the coding that Accept-Encoding selects. */
export const CODING_HEADERS = ['Vary', 'Content-Encoding'];
/** 200 with an ETag, and 304. */
export const found = (description: string, mediaType: MediaType, schema: z.ZodType | 'text') => ({
  200: answer(description, mediaType, schema, ['ETag', 'Cache-Control', ...CODING_HEADERS]),
  304: { description: 'The ETag of If-None-Match still fits', headers: ['ETag', 'Vary'] },
});

const FILE_HEADERS = ['ETag', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition'];
/** A file: 200, or 206 with a range of it. */
export const foundFile = (description: string, ...mediaTypes: readonly MediaType[]) => {
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, 'binary' as const]));
  return {
    200: { description, content, headers: FILE_HEADERS },
    206: { description: 'The bytes that Range requests', content, headers: [...FILE_HEADERS, 'Content-Range'] },
    304: { description: 'The ETag of If-None-Match still fits', headers: ['ETag'] },
    416: problem('No byte of the file is in the requested range', ['Content-Range']),
  };
};
/** For bodies above the host's size limit: 303 after a POST, 307 after a GET. */
export const presignedRedirect = answer(
  'The body is larger than this deployment carries: it lies at Location for a quarter of an hour, to be fetched ' +
    'without credentials',
  'application/json',
  presignedRedirectSchema,
  ['Location', 'Cache-Control', 'Preference-Applied'],
);
export const presignedGet = { 307: presignedRedirect };
export const problem = (description: string, headers: readonly string[] = []) =>
  answer(description, 'application/problem+json', problemSchema, headers);
export const inProgress = {
  202: answer('Not finished yet: ask again at Location', 'application/json', inProgressSchema, [
    'Location',
    'Retry-After',
    'Preference-Applied',
  ]),
};

export const serviceProblems = {
  401: problem('The credentials could not be validated', ['WWW-Authenticate']),
  406: problem('The body cannot be of a type that Accept allows; `detail` lists the types that it can be of'),
  422: problem('The request is not valid; `errors` says where'),
  429: problem('Too many requests', ['Retry-After']),
  500: problem('An error of ours, or the processing request failed to complete'),
  503: problem('Storage is full or a part of the service is down; try again later', ['Retry-After']),
};
export const uploadProblems = {
  402: problem("A processing limit of the account's plan has been reached"),
  413: problem('The document is too large or has too many pages'),
};
export const idempotencyProblems = {
  409: problem('The first request with this Idempotency-Key is still being answered', ['Retry-After']),
};
export const resultProblems = {
  ...serviceProblems,
  403: problem('Not authorised for this processing request, or there is none with this id'),
  404: problem('There is no such page or sub-document'),
};

/** Deprecated since the split-pdfs endpoints exist. Existing clients keep their answers until the sunset date. */
export const replacedBy = (successor: string): Deprecation => ({
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2028-12-31T23:59:59Z'),
  successor,
});
