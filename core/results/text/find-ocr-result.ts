/** The OCR result of a request: written by BuildResults, or made from the page records of a training document. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PageRecord } from '../../documents/page-record.ts';
import { ResultIncompleteError } from '../../errors.ts';
import type { BlobInfo } from '../../ports.ts';
import { readPageLines } from '../../requests/pages/page-records.ts';
import type { ProcessingRequest } from '../../requests/processing-request.ts';
import type { Service } from '../../service.ts';
import { blobsOf, getOrCreateResult, storeFile } from '../result-file.ts';
import { ocrPageOf } from './ocr-result.ts';
import { withTextOfKind } from './text-of-kind.ts';

/**
 * Returns the OCR result. BuildResults writes none of a training document: it is made at the first request, with one
 * chunk of pages in memory at a time, and then stored.
 * @throws ProcessingNotAccessibleError where the request was deleted meanwhile
 */
export const findOcrResult = (service: Service, request: ProcessingRequest): Promise<BlobInfo> => {
  const { ocr: key } = blobsOf(request);
  return getOrCreateResult(service, request, key, () =>
    storeFile(service, { key, contentType: 'application/json' }, (outPath) =>
      pipeline(Readable.from(ocrTextOf(service, request)), createWriteStream(outPath)),
    ),
  );
};

async function* ocrTextOf({ blobs }: Service, request: ProcessingRequest): AsyncGenerator<string> {
  if (request.page_count === undefined) throw new ResultIncompleteError(request.processing_id, 'page_count');
  let before = '{"pages":[';
  for await (const line of readPageLines(blobs, request, request.page_count)) {
    // The readPages job has written and validated it.
    const record = JSON.parse(line.toString()) as PageRecord;
    yield `${before}${JSON.stringify(ocrPageOf(withTextOfKind(record, request.text_type)))}`;
    before = ',';
  }
  yield ']}';
}
