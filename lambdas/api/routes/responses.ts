/** Paths, headers and responses that several rows of the routes table share. */
import { z } from 'zod';
import { inProgressSchema, presignedRedirectSchema, problemSchema } from './api-schemas.ts';
import type { Deprecation, MediaType, ResponseRow } from './route-row.ts';

/** Path template of a whole result; the paths of its parts begin with it. */
export const RESULT_PATH = '/processing/results/{processing_id}';
export const ifNoneMatch = z.object({
  'if-none-match': z
    .string()
    .optional()
    .meta({ description: 'An ETag: 304 where it still fits', param: { id: 'IfNoneMatch' } }),
});
export const ifMatch = z.object({
  'if-match': z
    .string()
    .max(1000)
    .optional()
    .meta({ description: 'An ETag: 412 where it does not fit any more', param: { id: 'IfMatch' } }),
});
export const rangeHeaders = ifNoneMatch.extend({
  range: z
    .string()
    .optional()
    .meta({
      description:
        'RFC 9110: one range of bytes. Several ranges, and what is no range, are answered with the whole file',
      examples: ['bytes=0-65535'],
      param: { id: 'Range' },
    }),
  'if-range': z
    .string()
    .optional()
    .meta({ description: 'An ETag: the whole file where it does not fit any more', param: { id: 'IfRange' } }),
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
/** A response that several operations share. @param id  its name in `components` of the OpenAPI document */
const shared = (id: string, response: ResponseRow): ResponseRow => ({ ...response, id });

/** Headers of text, which is sent in the coding that Accept-Encoding selects. */
export const CODING_HEADERS = ['Vary', 'Content-Encoding'];
const unchanged = (headers: readonly string[]): ResponseRow => ({
  description: 'The ETag of If-None-Match still fits',
  headers: ['ETag', 'Cache-Control', ...headers],
});
const textUnchanged = shared('TextNotModified', unchanged(['Vary']));
/** 200 with an ETag, and 304. */
export const found = (
  description: string,
  mediaType: MediaType,
  schema: z.ZodType | 'text',
  headers: readonly string[] = [],
) => ({
  200: answer(description, mediaType, schema, ['ETag', 'Cache-Control', ...CODING_HEADERS, ...headers]),
  304: headers.length === 0 ? textUnchanged : unchanged(['Vary', ...headers]),
});

const FILE_HEADERS = ['ETag', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition'];
const fileUnchanged = shared('FileNotModified', unchanged([]));
/** A file: 200, or 206 with a range of it. */
export const foundFile = (description: string, mediaType: MediaType) => {
  const content = { [mediaType]: 'binary' as const };
  return {
    200: { description, content, headers: FILE_HEADERS },
    206: { description: 'The bytes that Range requests', content, headers: [...FILE_HEADERS, 'Content-Range'] },
    304: fileUnchanged,
    416: outOfRange,
  };
};
/** 201 with what was made. */
export const created = (description: string, schema: z.ZodType, headers: readonly string[] = []) => ({
  201: answer(description, 'application/json', schema, [...CODING_HEADERS, ...headers]),
});
/** 200 with what was changed; for PUT, PATCH and POST, whose responses have no ETag. */
export const changed = (description: string, schema: z.ZodType, headers: readonly string[] = []) => ({
  200: answer(description, 'application/json', schema, [...CODING_HEADERS, ...headers]),
});
/** 204 without a body, such as after a DELETE. */
export const done = (description: string) => ({ 204: { description } });

/** For bodies above the host's size limit: 303 after a POST, 307 after a GET. */
export const presignedRedirect = shared(
  'PresignedRedirect',
  answer(
    'The body is larger than this deployment carries: it lies at Location for a quarter of an hour, to be fetched ' +
      'without credentials',
    'application/json',
    presignedRedirectSchema,
    ['Location', 'Cache-Control', 'Preference-Applied'],
  ),
);
export const presignedGet = { 307: presignedRedirect };
export const problem = (description: string, headers: readonly string[] = []) =>
  answer(description, 'application/problem+json', problemSchema, ['Cache-Control', ...headers]);
/** Problem of every path with a JSON body. */
export const jsonBodyProblems = {
  415: problem('The body is not application/json, or it has a Content-Encoding', ['Accept-Encoding']),
};
const outOfRange = shared('OutOfRange', problem('No byte of the file is in the requested range', ['Content-Range']));
export const inProgress = {
  202: shared(
    'InProgress',
    answer('Not finished yet: ask again at Location', 'application/json', inProgressSchema, [
      'Location',
      'Retry-After',
      'Preference-Applied',
    ]),
  ),
};

/**
 * Problems of every path. 405 and 501 answer other methods than the path's own. 400, 408, 413 and 431 also answer
 * requests that the host or the gateway does not pass on.
 */
export const pathProblems = {
  400: shared('Malformed', problem('The request is not HTTP, or its path cannot be decoded')),
  405: shared('MethodNotAllowed', problem('The path has other methods', ['Allow'])),
  406: shared('NotAcceptable', problem('`Accept` excludes every media type of the path; `detail` lists them')),
  408: shared('TooSlow', problem('The request did not arrive in time')),
  413: shared('TooLarge', problem('The document or the request is too large, or the document has too many pages')),
  422: shared('Invalid', problem('The request is not valid; `errors` says where')),
  431: shared('HeadersTooLarge', problem('The request line and the headers are too large together')),
  429: shared('TooManyRequests', problem('Too many requests', ['Retry-After'])),
  500: shared('Failed', problem('An error of ours, or the processing request failed to complete')),
  501: shared('MethodNotImplemented', problem('No path has a method of this name')),
  503: shared(
    'Unavailable',
    problem('Storage is full or a part of the service is down; try again later', ['Retry-After']),
  ),
};
/** Problems of every path that needs credentials. */
export const serviceProblems = {
  ...pathProblems,
  401: shared('Unauthenticated', problem('The credentials could not be validated', ['WWW-Authenticate'])),
  403: shared(
    'NotAuthorised',
    problem('Not authorised for this; for a processing request also: there is none with this id'),
  ),
};
export const uploadProblems = {
  402: shared('LimitReached', problem("A processing limit of the account's plan has been reached")),
};
export const idempotencyProblems = {
  409: problem('The first request with this Idempotency-Key is still being answered', ['Retry-After']),
};
/** Problems of a request that changes a result, which must have been processed: it may have ended at a limit. */
export const stateProblems = {
  ...uploadProblems,
  409: problem(
    'Not possible in the state of the processing request, or the first request with this Idempotency-Key is still ' +
      'being answered',
    ['Retry-After'],
  ),
};
/** Problem of idempotent requests about a result. */
export const goneProblem = {
  410: problem('The result that the first request with this Idempotency-Key is about has been deleted'),
};
export const resultProblems = {
  ...serviceProblems,
  ...uploadProblems,
  404: shared('NotFound', problem('There is no such page or sub-document')),
};

export const workflowProblems = {
  ...serviceProblems,
  404: shared('WorkflowNotFound', problem('There is no such workflow, or nothing with this name or id in it')),
};

/** Deprecated since the split-pdfs endpoints exist. Existing clients keep their answers until the sunset date. */
export const replacedBy = (successor: string): Deprecation => ({
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2028-12-31T23:59:59Z'),
  successor,
});
