/** Parses a request's body by its Content-Type. */
import type { APIGatewayProxyEvent } from 'aws-lambda';
import {
  UnsupportedContentEncodingError,
  UnsupportedMediaTypeError,
  ValidationError,
} from '../../../../core/errors.ts';
import type { ValidationIssue } from '../../../../core/errors.ts';
import { headerOf } from './api-event.ts';
import type { ReadBody } from './api-event.ts';
import type { FormPart } from './read-multipart.ts';
import type { FormParts } from '../../routes/route-row.ts';
import { readMultipart } from './read-multipart.ts';

/** Bytes of a JSON body at most. */
const MAX_JSON_BYTES = 2 * 1024 * 1024;

/**
 * @param accepted  media types of the route
 * @param form  how the parts of a form are read
 * @throws UnsupportedContentEncodingError, UnsupportedMediaTypeError, ValidationError, DocumentTooLargeError
 */
export async function readBody(
  event: APIGatewayProxyEvent,
  accepted: readonly string[],
  maxFileBytes: number,
  form: FormParts = DOCUMENT_FORM,
): Promise<ReadBody> {
  checkEncoding(headerOf(event, 'content-encoding') ?? '');
  const contentType = headerOf(event, 'content-type') ?? '';
  const mediaType = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (!accepted.includes(mediaType)) {
    throw new UnsupportedMediaTypeError(
      `Send the body as ${accepted.join(' or ')}${mediaType === '' ? '' : `, not as ${mediaType}`}.`,
    );
  }
  const bytes = bytesOf(event);
  if (mediaType === 'multipart/form-data') {
    const parts = await readMultipart(bytes, contentType, { maxFileBytes, files: form.files });
    return { mediaType, value: readParts(parts, form) };
  }
  return { mediaType: 'application/json', value: parseJsonBody(bytes) };
}

// Contrary to the types, the gateway sends null where there is no body.
const bytesOf = ({ body, isBase64Encoded }: APIGatewayProxyEvent): Buffer =>
  Buffer.from(body ?? '', isBase64Encoded ? 'base64' : 'utf8');

const IDENTITY = 'identity';

/** @throws UnsupportedContentEncodingError */
function checkEncoding(header: string): void {
  const unknown = header.split(',').filter((coding) => !['', IDENTITY].includes(coding.trim().toLowerCase()));
  if (unknown.length > 0)
    throw new UnsupportedContentEncodingError(
      `Send the body without Content-Encoding, or with ${IDENTITY}: ${unknown.join(', ').trim()} is not decoded here.`,
      [IDENTITY],
    );
}

/** The form of a document to process. */
const DOCUMENT_FORM: FormParts = { files: { file: 'one' }, json: ['parameters'], optional: ['parameters'] };

const isEmpty = (part: FormPart): boolean =>
  typeof part === 'string' ? part.trim() === '' : !Array.isArray(part) && 'bytes' in part && part.bytes.length === 0;

const readParts = (parts: Readonly<Record<string, FormPart>>, { json, optional }: FormParts): unknown =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]) => {
      if (optional.includes(name) && isEmpty(part)) return [];
      return [[name, json.includes(name) && typeof part === 'string' ? parseJson(part, ['body', name]) : part]];
    }),
  );

function parseJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) throw refused({ loc: ['body'], msg: 'is required', type: 'missing' });
  if (bytes.length > MAX_JSON_BYTES)
    throw refused({ loc: ['body'], msg: `is longer than ${MAX_JSON_BYTES} bytes`, type: 'too_big' });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused({ loc: ['body'], msg: 'is not UTF-8', type: 'malformed_json' }, cause);
  }
  return parseJson(text, ['body']);
}

function parseJson(text: string, loc: readonly string[]): unknown {
  try {
    // A text part may begin with a byte-order mark, as files of Windows do; of a body, the decoder has left it out.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw refused({ loc, msg: 'is not well-formed JSON', type: 'malformed_json' }, cause);
  }
}

const refused = (issue: ValidationIssue, cause?: unknown): ValidationError => new ValidationError([issue], { cause });
