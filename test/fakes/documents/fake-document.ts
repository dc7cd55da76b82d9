/** Files that only FakeParsers reads: the signature of a real format, then the fake document as JSON. */

export interface FakeDocument {
  readonly pages: number;
  /** Pages on which a new document begins, beside page 1. */
  readonly starts?: readonly number[];
  /** Pages with a usable text layer. */
  readonly textLayers?: readonly number[];
  /** Of each page the number of its crops, which a cropping workflow finds; each begins a document. Absent: whole pages. */
  readonly crops?: readonly number[];
  /** What is written by hand on each page, below the printed text. */
  readonly handwriting?: string;
  /** Pages that cannot be read. */
  readonly unread?: readonly number[];
  /** No page has text. */
  readonly blank?: true;
  /** The job of this name fails with this error: a class of core/errors.ts, or a plain Error for any other name. */
  readonly fails?: { readonly job: string; readonly error: string };
}

const SIGNATURES = { pdf: '%PDF-1.7\n', png: '\u0089PNG\r\n\u001a\n' } as const;

export const writeFakeDocument = (document: FakeDocument, kind: keyof typeof SIGNATURES = 'pdf'): Uint8Array =>
  Buffer.concat([Buffer.from(SIGNATURES[kind], 'latin1'), Buffer.from(JSON.stringify(document))]);

export function readFakeDocument(bytes: Uint8Array): {
  readonly kind: keyof typeof SIGNATURES;
  readonly document: FakeDocument;
} {
  const text = Buffer.from(bytes).toString('latin1');
  const kind = text.startsWith(SIGNATURES.pdf) ? 'pdf' : 'png';
  return { kind, document: JSON.parse(text.slice(SIGNATURES[kind].length)) as FakeDocument };
}
