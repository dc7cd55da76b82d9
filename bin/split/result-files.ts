/**
 * What `tearline split` writes as JSON: `<name>.result.json`, and the array of `--json`. Results of long documents have
 * hundreds of megabytes, of which no text can have more than 512: they are written part by part.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { BlobInfo, BlobStore } from '../../core/ports.ts';
import type { ProcessingRequest } from '../../core/requests/processing-request.ts';
import { serialiseProcessingResult } from '../../core/results/processing-result.ts';
import type { Service } from '../../core/service.ts';
import { blobBytes } from '../../core/storage/blob-bytes.ts';
import type { ExitCode } from '../exit-codes.ts';

export interface WrittenDocument {
  readonly name: string;
  readonly pages: readonly number[];
  /** Path of its PDF. */
  readonly pdf: string;
}

export type FileOutcome =
  | {
      readonly file: string;
      readonly status: 'succeeded';
      readonly sub_documents: readonly WrittenDocument[];
      /** Pages that could not be read; absent where all were. */
      readonly unread_pages?: readonly number[];
      readonly result_file: string;
    }
  | {
      readonly file: string;
      readonly status: 'failed';
      readonly code: string;
      readonly detail: string;
      readonly exit_code: ExitCode;
    };

/** The JSON object of a blob with one more member. */
async function* withDocuments(
  blobs: BlobStore,
  { key, size }: BlobInfo,
  documents: readonly WrittenDocument[],
): AsyncGenerator<string | Uint8Array> {
  // Without the object's last brace.
  yield* blobBytes(blobs, key, size - 2);
  yield `,"sub_documents":${JSON.stringify(documents)}}\n`;
}

/** Writes the whole result of a request with `sub_documents`, its PDFs. The file of a very long one is not indented. */
export const writeResultFile = async (
  service: Service,
  request: ProcessingRequest,
  documents: readonly WrittenDocument[],
  path: string,
): Promise<void> => {
  const result = await serialiseProcessingResult(service, request, []);
  if (result.text === undefined) {
    await pipeline(withDocuments(service.blobs, result.blob, documents), createWriteStream(path));
    return;
  }
  // The service's own JSON, an object.
  const members = JSON.parse(result.text) as object;
  await writeFile(path, `${JSON.stringify({ ...members, sub_documents: documents }, undefined, 2)}\n`);
};

/** The outcomes as a JSON array; each that succeeded has the content of its result file as `result`. */
export async function* outcomesAsJson(outcomes: readonly FileOutcome[]): AsyncGenerator<string | Uint8Array> {
  let before = '[\n';
  for (const outcome of outcomes) {
    yield before;
    before = ',\n';
    const text = JSON.stringify(outcome, undefined, 2);
    if (outcome.status === 'failed') {
      yield text;
      continue;
    }
    yield `${text.slice(0, -2)},\n  "result": `;
    yield* createReadStream(outcome.result_file) as AsyncIterable<Uint8Array>;
    yield '}';
  }
  yield '\n]\n';
}
