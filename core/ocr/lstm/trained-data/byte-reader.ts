/** Reads consecutive little-endian values from a language data file. */

/** Maximum length of a text or list in a valid file. */
const MAX_COUNT = 50_000_000;

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

  /** The number of items that follow. @throws RangeError if it is negative or more than 50 million */
  count(): number {
    const count = this.int32();
    if (count < 0 || count > MAX_COUNT) throw new RangeError(`a count of ${count} in language data`);
    return count;
  }

  /** The next bytes, as a view of the file. @throws RangeError if the file is shorter */
  bytes(length: number): Uint8Array {
    const from = this.#step(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** A UTF-8 text, preceded by its length in bytes. */
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
