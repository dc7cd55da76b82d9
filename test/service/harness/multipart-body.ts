/** Writes multipart/form-data bodies, well-formed and malformed. */

export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Further parameters of Content-Disposition, e.g. `filename="…"`. */
  readonly disposition?: string;
  readonly type?: string;
}

export const BOUNDARY = 'x-tearline-test';
export const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

export const multipartBody = (parts: readonly FormPart[]): Uint8Array =>
  Buffer.concat([...parts.flatMap(partBytes), Buffer.from(`--${BOUNDARY}--\r\n`)]);

function partBytes({ name, value, disposition, type }: FormPart): Uint8Array[] {
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name="${name}"${disposition === undefined ? '' : `; ${disposition}`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    '',
    '',
  ].join('\r\n');
  return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
}

/** A body with a file and optional parameters. */
export const uploadBody = (file: Uint8Array, parameters?: unknown, fileName = 'inbox.pdf'): Uint8Array =>
  multipartBody([
    { name: 'file', value: file, disposition: `filename="${fileName}"`, type: 'application/pdf' },
    ...(parameters === undefined
      ? []
      : [{ name: 'parameters', value: typeof parameters === 'string' ? parameters : JSON.stringify(parameters) }]),
  ]);
