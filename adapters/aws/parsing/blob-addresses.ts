/** Presigned URLs of blobs for whoever must not have credentials. */

export interface BlobAddresses {
  /** A URL that serves the blob by GET. Does not check that the blob exists. */
  presignGet(key: string, seconds: number): Promise<string>;
  /** A URL that stores a body of this content type under the key by PUT, as often as it is used. */
  presignPut(key: string, contentType: string, seconds: number): Promise<string>;
}
