/** Receives the bodies of presigned uploads: exactly one per URL, with the signed size and content type. */
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { DocumentTooLargeError } from '../../../core/errors.ts';
import type { BlobInfo, Clock } from '../../../core/ports.ts';
import type { FileBlobStore } from '../blobs/file-blob-store.ts';
import { HostProblem, malformedRequest } from './host-problem.ts';
import { chunksOf } from './request-body.ts';
import type { SignedUpload, UploadSigner } from './upload-signer.ts';

export interface UploadRequest {
  /** Path and query of the request, not decoded. */
  readonly url: string;
  readonly contentType: string | undefined;
  readonly contentLength: string | undefined;
  readonly body: Readable;
}

const refused = (detail: string): HostProblem =>
  new HostProblem({ status: 403, code: 'upload_refused', title: 'The upload is not allowed', detail });
const alreadyThere = (): HostProblem =>
  new HostProblem({
    status: 409,
    code: 'upload_exists',
    title: 'The upload was made before',
    detail: 'A file was already sent to this address. Use it, or ask for another address.',
  });

export class PresignedUploads {
  readonly #store: FileBlobStore;
  readonly #signer: UploadSigner;
  readonly #clock: Pick<Clock, 'now'>;
  /** Keys whose body is being received. */
  readonly #receiving = new Set<string>();

  constructor(parts: { store: FileBlobStore; signer: UploadSigner; clock: Pick<Clock, 'now'> }) {
    this.#store = parts.store;
    this.#signer = parts.signer;
    this.#clock = parts.clock;
  }

  /**
   * Stores the body of a presigned upload.
   * @throws HostProblem 403 for an invalid signature or an expired URL, 400 for another content type, fewer bytes or a
   *   client that disconnected before the end, 409 for a second body
   * @throws DocumentTooLargeError for more bytes than were signed
   * @throws StorageFullError
   */
  async receive(request: UploadRequest): Promise<BlobInfo> {
    const upload = this.#check(request);
    if (this.#receiving.has(upload.key) || (await this.#store.head(upload.key)) !== undefined) throw alreadyThere();
    this.#receiving.add(upload.key);
    try {
      return await this.#store.receive(upload.key, upload.contentType, upload.size, (file) =>
        writeExactly(request.body, file, upload.size),
      );
    } finally {
      this.#receiving.delete(upload.key);
    }
  }

  #check(request: UploadRequest): SignedUpload {
    const [path = '', query = ''] = request.url.split('?');
    const upload = this.#signer.verify(path, new URLSearchParams(query));
    if (upload === undefined)
      throw refused('The address was not made here, or was changed. Use it exactly as POST /uploads gave it.');
    if (this.#clock.now().getTime() >= upload.expiresAt.getTime())
      throw refused('The address has expired. Ask for a new one with POST /uploads.');
    if (request.contentType !== upload.contentType)
      throw malformedRequest(`The Content-Type must be ${upload.contentType}, as it was announced.`);
    if (request.contentLength !== undefined) checkSize(Number(request.contentLength), upload.size);
    return upload;
  }
}

const checkSize = (received: number, announced: number): void => {
  if (received > announced)
    throw new DocumentTooLargeError(`The file has more than the ${announced} bytes that were announced.`);
  if (received < announced) throw malformedRequest(`The file has ${received} bytes, ${announced} were announced.`);
};

const writeExactly = async (body: Readable, file: FileHandle, size: number): Promise<void> => {
  let received = 0;
  for await (const chunk of chunksOf(body)) {
    received += chunk.length;
    if (received > size) checkSize(received, size);
    await file.appendFile(chunk);
  }
  checkSize(received, size);
};
