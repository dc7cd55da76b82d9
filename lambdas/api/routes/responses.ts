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

/** 200 with an ETag, and 304. */
export const found = (
  description: string,
  mediaType: MediaType,
  schema: z.ZodType | 'binary' | 'text',
  headers: readonly string[] = [],
) => ({
  200: answer(description, mediaType, schema, ['ETag', 'Cache-Control', ...headers]),
  304: headers.length === 0 ? notModified : unchanged(headers),
});
/** A 304 has the headers of the 200. */
const unchanged = (headers: readonly string[]): ResponseRow => ({
  description: 'The ETag of If-None-Match still fits',
  headers: ['ETag', 'Cache-Control', ...headers],
});
const notModified = shared('NotModified', unchanged([]));
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
export const resultProblems = {
  ...serviceProblems,
  404: shared('NotFound', problem('There is no such page or sub-document')),
};

/** Deprecated since the split-pdfs endpoints exist. Existing clients keep their answers until the sunset date. */
export const replacedBy = (successor: string): Deprecation => ({
  since: new Date('2026-01-01T00:00:00Z'),
  sunset: new Date('2028-12-31T23:59:59Z'),
  successor,
});
