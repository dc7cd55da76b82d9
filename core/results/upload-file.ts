/** The file of a processing request as it was sent. */
import { NotFoundError } from '../errors.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import type { Service } from '../service.ts';
import { uploadNameOf } from './file-names.ts';
import type { ResultFile } from './result-file.ts';

/** A file of an unchecked format: its bytes are served as such, whatever its sender said. */
const UNCHECKED = 'application/octet-stream';

/** @throws NotFoundError where it is gone: the upload of a failed request can be processed again, and then belongs to that request */
export const readUploadFile = async (
  { blobs }: Pick<Service, 'blobs'>,
  { upload_key: key, file_name: name }: ProcessingRequest,
): Promise<ResultFile> => {
  const blob = await blobs.head(key);
  if (blob === undefined) throw new NotFoundError('The file of this request is not kept any more.');
  return { ...blob, contentType: UNCHECKED, fileName: uploadNameOf(name) };
};
