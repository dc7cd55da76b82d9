/** Reads a multipart/form-data body: its fields, and at most one file. */
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { DocumentTooLargeError, ValidationError } from '../../../core/errors.ts';
import type { ValidationIssue } from '../../../core/errors.ts';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes of one text field: `parameters` with its 10,000 boundaries takes about 120 KB. */
const MAX_FIELD_BYTES = 1024 * 1024;
/** Parts of a form; the form has two. */
const MAX_PARTS = 20;
/** A file without a name is called so. */
const NAMELESS = 'document';

/**
 * @param contentType the request's Content-Type with its boundary
 * @param maxFileBytes of the file
 * @returns the form's members by name; the part `file` as UploadedFile, however the client labels it, all others as text
 * @throws ValidationError where the body is not well-formed, or a member comes twice
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
      // By its name, not by its label: some clients send text parts with a file name, and files without one.
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
      name: fileName === undefined || fileName === '' ? NAMELESS : fileName,
      bytes: joined(chunks, this.#maxFileBytes),
    });
  }

  // busboy's types promise a name; a part without one has undefined.
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
    if (this.#members.has(name)) this.refuse({ loc: ['body', name], msg: 'is given more than once', type: 'repeated' });
    this.#members.set(name, value);
  }
}

const joined = (chunks: readonly Buffer[], limit: number): Uint8Array => Buffer.concat(chunks).subarray(0, limit);
