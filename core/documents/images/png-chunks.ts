/** The chunks of a PNG file (PNG, third edition, 5.3). */

/** Bytes of the signature, and of what is around the data of a chunk: its length and type before, its checksum behind. */
const [SIGNATURE_BYTES, HEAD_BYTES, CHECKSUM_BYTES] = [8, 8, 4];

/** Type and data of each chunk, in the order of the file; the data of the last one are cut off where the file is. */
export function* pngChunks(png: Buffer): Generator<{ readonly type: string; readonly data: Buffer }> {
  for (let at = SIGNATURE_BYTES; at + HEAD_BYTES <= png.length;) {
    const [from, length] = [at + HEAD_BYTES, png.readUInt32BE(at)];
    yield { type: png.toString('latin1', at + 4, from), data: png.subarray(from, from + length) };
    at = from + length + CHECKSUM_BYTES;
  }
}
