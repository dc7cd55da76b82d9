/** Reads little-endian values one after the other out of a language data file. */

/** Longest text or list that a sound file holds; more means that the bytes are something else. */
const LONGEST = 50_000_000;

export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  int8(): number {
    return this.#view.getInt8(this.#step(1));
  }

  uint8(): number {
    return this.#view.getUint8(this.#step(1));
  }

  int16(): number {
    return this.#view.getInt16(this.#step(2), true);
  }

  int32(): number {
    return this.#view.getInt32(this.#step(4), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.#step(8), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.#step(8), true);
  }

  /** A number of things that follow. @throws RangeError where it is negative or beyond all reason */
  count(): number {
    const count = this.int32();
    if (count < 0 || count > LONGEST) throw new RangeError(`a count of ${count} in language data`);
    return count;
  }

  /** So many bytes, as a view of the file's. */
  bytes(length: number): Uint8Array {
    const from = this.#step(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** A text with its length before it. */
  text(): string {
    return new TextDecoder().decode(this.bytes(this.count()));
  }

  #step(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new RangeError('language data ends too early');
    this.#at += length;
    return at;
  }
}
