/**
 * Writes a PDF to a file object by object, with one object in memory at a time. The output is deterministic: it has no
 * dates, and its /ID is a digest of the contents.
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { endOfFile, FIRST_ROW, indirectObject, rowOf } from '../../../documents/pdf/syntax/cross-reference-table.ts';
import type { PdfDict, PdfObject } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, PdfRef, PdfStream, PdfString, serialise } from '../../../documents/pdf/syntax/pdf-objects.ts';

/** The row of an object whose number was reserved and that was never written. */
const RESERVED_ROW = '0000000000 00000 f \n';

/** Number of bytes that are buffered before they are written to the disk. */
const BUFFER_BYTES = 256 * 1024;

export class PdfFileWriter {
  readonly #file: number;
  readonly #digest = createHash('sha256');
  readonly #offsets: number[] = [0];
  #position = 0;
  #buffered: Uint8Array[] = [];
  #bufferedBytes = 0;

  /** @param version PDF version, such as `1.7` */
  constructor(path: string, version: string) {
    this.#file = openSync(path, 'w');
    this.#text(`%PDF-${version}\n%\u00e2\u00e3\u00cf\u00d3\n`);
  }

  /** Reserves the number of an object that is written later. */
  reserve(): PdfRef {
    this.#offsets.push(0);
    return new PdfRef(this.#offsets.length - 1);
  }

  write(ref: PdfRef, object: PdfObject): void {
    this.#offsets[ref.number] = this.#position;
    if (object instanceof PdfStream) {
      this.#text(
        `${ref.number} 0 obj\n${serialise(new Map(object.dict).set('Length', object.bytes.length))}\nstream\n`,
      );
      this.#bytes(object.bytes);
      this.#text('\nendstream\nendobj\n');
    } else {
      this.#text(indirectObject(ref.number, object));
    }
  }

  add(object: PdfObject): PdfRef {
    const ref = this.reserve();
    this.write(ref, object);
    return ref;
  }

  /** Writes the cross-reference table and the trailer, and closes the file. */
  finish(root: PdfRef, info?: PdfRef): void {
    const id = new PdfString(`<${this.#digest.copy().digest('hex').slice(0, 32)}>`);
    const start = this.#position;
    const rows = this.#offsets.map((offset, number) => {
      if (number === 0) return FIRST_ROW;
      return offset === 0 ? RESERVED_ROW : rowOf(offset);
    });
    const trailer: PdfDict = dictOf({ Size: this.#offsets.length, Root: root, Info: info, ID: [id, id] });
    this.#text(endOfFile(`0 ${rows.length}\n${rows.join('')}`, trailer, start));
    this.#flush();
    this.close();
  }

  /** Closes the file without completing it, after a failure. */
  close(): void {
    if (!this.#closed) closeSync(this.#file);
    this.#closed = true;
  }
  #closed = false;

  #text(text: string): void {
    this.#bytes(Buffer.from(text, 'latin1'));
  }

  #bytes(bytes: Uint8Array): void {
    this.#digest.update(bytes);
    this.#position += bytes.length;
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes > BUFFER_BYTES) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffered);
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
    [this.#buffered, this.#bufferedBytes] = [[], 0];
  }
}
