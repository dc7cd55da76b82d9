/** Reads a multipart/form-data body: its fields and its files. */
import { MIMEType } from 'node:util';
import { Busboy } from '@fastify/busboy';
import type { BusboyInstance } from '@fastify/busboy';
import { DocumentTooLargeError, ValidationError } from '../../../../core/errors.ts';
import type { ValidationIssue } from '../../../../core/errors.ts';

export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Bytes of one text field at most. `parameters` with 10,000 forced boundaries has about 120 KB. */
const MAX_FIELD_BYTES = 1024 * 1024;
/** Parts of a form at most. A valid form has 25 files and two fields at most. */
const MAX_PARTS = 40;
/** Characters of a file name at most, without its folders. */
export const MAX_FILE_NAME_LENGTH = 255;
/** Name of a file that has none. */
const DEFAULT_NAME = 'document';

/** Text, a file, or the files of a part that may be repeated. */
export type FormPart = string | UploadedFile | readonly UploadedFile[];

export interface FormOptions {
  /** Bytes of each file at most. */
  readonly maxFileBytes: number;
  /** Parts that are files; a part of `many` files may be repeated. */
  readonly files: Readonly<Record<string, 'one' | 'many'>>;
}

/**
 * @param contentType  the request's Content-Type with its boundary
 * @returns the parts by name: those of `files` as UploadedFile, whatever their Content-Disposition; all others as text
 * @throws ValidationError where the body is malformed or has too many parts, a part cannot be read, a name occurs twice, or a
 *   file name is too long
 * @throws DocumentTooLargeError
 */
export async function readMultipart(
  body: Uint8Array,
  contentType: string,
  options: FormOptions,
): Promise<Record<string, FormPart>> {
  const form = new FormReader(options);
  await parse(body, contentType, options, form);
  if (form.partsRead < countParts(body, contentType)) throw new ValidationError([SKIPPED_PART]);
  return form.members();
}

async function parse(body: Uint8Array, contentType: string, options: FormOptions, form: FormReader): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const fail = (cause: unknown): void => {
    reject(malformed(cause));
  };
  const { maxFileBytes } = options;
  const busboy = openParser(contentType, body.length, options);
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
    reject(new ValidationError([{ loc: ['body'], msg: `has more than ${MAX_PARTS} parts`, type: 'too_big' }]));
  });
  busboy.on('finish', () => {
    resolve(undefined);
  });
  busboy.on('error', fail);
  busboy.end(body);
  // busboy does all its work before this: where it has not finished by then, it never will.
  setImmediate(fail, new Error('The parser did not reach the end of the body.'));
  await promise;
}

/** @throws ValidationError where the type has no usable boundary */
function openParser(contentType: string, bodyBytes: number, { maxFileBytes, files }: FormOptions): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Above it, busboy waits until a part is read, and nobody reads a part that it skips.
      fileHwm: bodyBytes + 1,
      // The Base64 of an encoded word has slashes that separate no folders.
      preservePath: true,
      // By its name: some clients send text parts with a file name, and files without one.
      isPartAFile: (name) => name !== undefined && Object.hasOwn(files, name),
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

/**
 * @param contentType  one that busboy has taken
 * @returns the number of parts that busboy separates, with those that it skips without an event
 */
function countParts(body: Uint8Array, contentType: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${new MIMEType(contentType).params.get('boundary') ?? ''}`, 'latin1');
  const withoutBreak = delimiter.subarray(2);
  let count = 0;
  // Where there is no preamble, the body begins after the line break of the first delimiter.
  let at = bytes.subarray(0, withoutBreak.length).equals(withoutBreak) ? -2 : bytes.indexOf(delimiter);
  while (at !== -1) {
    const end = at + delimiter.length;
    if (bytes.toString('latin1', end, end + 2) === '--') break;
    count += 1;
    at = bytes.indexOf(delimiter, end);
  }
  return count;
}

const SKIPPED_PART: ValidationIssue = {
  loc: ['body'],
  msg:
    'has a part that cannot be read: each has the boundary and nothing else on its first line, then ' +
    '`Content-Disposition: form-data; name="…"` without a line break in a name, then a blank line',
  type: 'malformed_multipart',
};

const malformed = (cause: unknown): ValidationError =>
  new ValidationError([{ loc: ['body'], msg: 'is not well-formed multipart/form-data', type: 'malformed_multipart' }], {
    cause,
  });

class FormReader {
  readonly #members = new Map<string, FormPart>();
  readonly #issues: ValidationIssue[] = [];
  readonly #options: FormOptions;
  #partsRead = 0;

  constructor(options: FormOptions) {
    this.#options = options;
  }

  get partsRead(): number {
    return this.#partsRead;
  }

  addFile(name: string, fileName: string | undefined, chunks: readonly Buffer[]): void {
    this.#partsRead += 1;
    const file = {
      name: withoutFolders(decoded(fileName ?? '')) || DEFAULT_NAME,
      bytes: joined(chunks, this.#options.maxFileBytes),
    };
    if (file.name.length > MAX_FILE_NAME_LENGTH)
      this.refuse({
        loc: ['body', name],
        msg: `has a file name of more than ${MAX_FILE_NAME_LENGTH} characters`,
        type: 'too_big',
      });
    if (this.#options.files[name] === 'many') this.#addOneOfMany(name, file);
    else this.#add(name, file);
  }

  // Contrary to busboy's types, a part without a name has undefined.
  addField(name: string | undefined, value: string, truncated: boolean): void {
    this.#partsRead += 1;
    if (truncated)
      this.refuse({ loc: ['body', name ?? ''], msg: `is longer than ${MAX_FIELD_BYTES} bytes`, type: 'too_big' });
    else this.#add(name ?? '', value);
  }

  refuse(issue: ValidationIssue): void {
    this.#issues.push(issue);
  }

  /** @throws ValidationError */
  members(): Record<string, FormPart> {
    if (this.#issues.length > 0) throw new ValidationError(this.#issues);
    return Object.fromEntries(this.#members);
  }

  #addOneOfMany(name: string, file: UploadedFile): void {
    const before = this.#members.get(name);
    this.#members.set(name, [...(Array.isArray(before) ? (before as readonly UploadedFile[]) : []), file]);
  }

  #add(name: string, value: string | UploadedFile): void {
    if (this.#members.has(name)) this.refuse({ loc: ['body', name], msg: 'may be given once', type: 'repeated' });
    this.#members.set(name, value);
  }
}

/** A name with letters beyond ASCII as .NET sends it: one encoded word (RFC 2047). */
const ENCODED_WORD = /^=\?utf-8\?B\?([A-Za-z\d+/]+={0,2})\?=$/i;

function decoded(fileName: string): string {
  const base64 = ENCODED_WORD.exec(fileName)?.[1];
  return base64 === undefined ? unescaped(fileName) : Buffer.from(base64, 'base64').toString('utf8');
}

/** The last part of a path of any system; empty where it names a folder. */
const withoutFolders = (path: string): string => {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name === '.' || name === '..' ? '' : name;
};

/** The name without the three escapes of browsers, which do not escape a `%` (WHATWG, multipart/form-data encoding). */
const unescaped = (fileName: string): string =>
  fileName.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const joined = (chunks: readonly Buffer[], limit: number): Uint8Array => Buffer.concat(chunks).subarray(0, limit);
