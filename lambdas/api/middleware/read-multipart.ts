/** Reads a multipart/form-data body: its fields, and at most one file. */
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { DocumentTooLargeError, ValidationError } from '../../../core/errors.ts';
import type { ValidationIssue } from '../../../core/errors.ts';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes of one text field at most. `parameters` with 10,000 forced boundaries has about 120 KB. */
const MAX_FIELD_BYTES = 1024 * 1024;
/** Parts of a form at most. A valid form has two. */
const MAX_PARTS = 20;
/** Name of a file that has none. */
const DEFAULT_NAME = 'document';

/**
 * @param contentType  the request's Content-Type with its boundary
 * @param maxFileBytes  bytes of the file at most
 * @returns the parts by name: `file` as UploadedFile, whatever its Content-Disposition; all others as text
 * @throws ValidationError where the body is malformed or a name occurs twice
 * @throws DocumentTooLargeError
 */
export async function readMultipart(
  body: Uint8Array,
  contentType: string,
  maxFileBytes: number,
): Promise<Record<string, string | UploadedFile>> {
  const form = new FormReader(maxFileBytes);
  await parse(body, contentType, maxFileBytes, form);
  return form.members();
}

async function parse(body: Uint8Array, contentType: string, maxFileBytes: number, form: FormReader): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (cause: unknown): void => {
    reject(malformed(cause));
  };
  const busboy = openParser(contentType, maxFileBytes);
  busboy.on('file', (name, stream, fileName) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', fail);
    stream.on('limit', () => {
      reject(new DocumentTooLargeError(`The file is larger than ${maxFileBytes} bytes, the most that is allowed.`));
    });
    stream.on('end', () => {
      form.addFile(name, fileName, chunks);
    });
  });
  busboy.on('field', (name, value, _, truncated) => {
    form.addField(name, value, truncated);
  });
  busboy.on('partsLimit', () => {
    form.refuse({ loc: ['body'], msg: `has more than ${MAX_PARTS} parts`, type: 'too_big' });
  });
  busboy.on('finish', () => {
    resolve(undefined);
  });
  busboy.on('error', fail);
  busboy.end(body);
  await promise;
}

function openParser(contentType: string, maxFileBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // By its name: some clients send text parts with a file name, and files without one.
      isPartAFile: (name) => name === 'file',
      limits: {
        fileSize: maxFileBytes,
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_PARTS,
        headerPairs: 50,
        headerSize: 16 * 1024,
      },
    });
  } catch (error) {
    throw malformed(error);
  }
}

const malformed = (cause: unknown): ValidationError =>
  new ValidationError([{ loc: ['body'], msg: 'is not well-formed multipart/form-data', type: 'malformed_multipart' }], {
    cause,
  });

class FormReader {
  readonly #members = new Map<string, string | UploadedFile>();
  readonly #issues: ValidationIssue[] = [];
  readonly #maxFileBytes: number;

  constructor(maxFileBytes: number) {
    this.#maxFileBytes = maxFileBytes;
  }

  addFile(name: string, fileName: string | undefined, chunks: readonly Buffer[]): void {
    this.#add(name, {
      name: fileName === undefined || fileName === '' ? DEFAULT_NAME : fileName,
      bytes: joined(chunks, this.#maxFileBytes),
    });
  }

  // Contrary to busboy's types, a part without a name has undefined.
  addField(name: string | undefined, value: string, truncated: boolean): void {
    if (truncated)
      this.refuse({ loc: ['body', name ?? ''], msg: `is longer than ${MAX_FIELD_BYTES} bytes`, type: 'too_big' });
    else this.#add(name ?? '', value);
  }

  refuse(issue: ValidationIssue): void {
    this.#issues.push(issue);
  }

  /** @throws ValidationError */
  members(): Record<string, string | UploadedFile> {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
    return Object.fromEntries(this.#members);
  }

  #add(name: string, value: string | UploadedFile): void {
    if (this.#members.has(name)) this.refuse({ loc: ['body', name], msg: 'may be given once', type: 'repeated' });
    this.#members.set(name, value);
  }
}

const joined = (chunks: readonly Buffer[], limit: number): Uint8Array => Buffer.concat(chunks).subarray(0, limit);
