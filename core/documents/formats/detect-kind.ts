/** Detects the format of a file from its content; file names and declared media types are ignored. */
import type { DocumentKind } from './document-file.ts';

/**
 * PDF readers accept a header anywhere within the first 1,024 bytes (Adobe PDF Reference 1.7, implementation note 13).
 */
const PDF_HEADER_WITHIN = 1024;

const startsWith = (bytes: Uint8Array, signature: readonly number[], offset = 0): boolean =>
  signature.every((byte, index) => bytes[offset + index] === byte);

const ascii = (text: string): readonly number[] => [...Buffer.from(text, 'latin1')];

const imageSignatures: readonly {
  readonly kind: DocumentKind;
  readonly at0: readonly number[];
  readonly at8?: readonly number[];
}[] = [
  { kind: 'jpeg', at0: [0xff, 0xd8, 0xff] },
  { kind: 'png', at0: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'gif', at0: ascii('GIF87a') },
  { kind: 'gif', at0: ascii('GIF89a') },
  { kind: 'tiff', at0: [0x49, 0x49, 0x2a, 0x00] },
  { kind: 'tiff', at0: [0x4d, 0x4d, 0x00, 0x2a] },
  { kind: 'tiff', at0: [0x49, 0x49, 0x2b, 0x00] },
  { kind: 'tiff', at0: [0x4d, 0x4d, 0x00, 0x2b] },
  { kind: 'webp', at0: ascii('RIFF'), at8: ascii('WEBP') },
];

/** Returns the format of a file, or undefined if it is not supported. @param bytes the first 1,024 bytes or more */
export const detectKind = (bytes: Uint8Array): DocumentKind | undefined => {
  if (startsWith(bytes, ascii('%PDF-'))) return 'pdf';
  const image = imageSignatures.find(
    ({ at0, at8 }) => startsWith(bytes, at0) && (at8 === undefined || startsWith(bytes, at8, 8)),
  );
  if (image !== undefined) return image.kind;
  const head = Buffer.from(bytes.subarray(0, PDF_HEADER_WITHIN)).toString('latin1');
  return /%PDF-|%!PS-Adobe-\d\.\d PDF-/.test(head) ? 'pdf' : undefined;
};
