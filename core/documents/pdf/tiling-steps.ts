/**
 * Widens the steps of tiling patterns that are nearly zero (ISO 32000-2, 8.7.3). PDFium draws a pattern tile by tile and
 * cannot be interrupted: with a step of 1.2e-38, which is valid, it draws thousands of millions of tiles.
 */
import { PdfLexer, unlessDamaged } from './syntax/pdf-lexer.ts';
import type { PdfDict } from './syntax/pdf-objects.ts';
import { isArray, isDict } from './syntax/pdf-objects.ts';

/** Number of tiles over one point of the page above which a step is widened to the size of the tile. */
const MAX_OVERLAP = 1000;
const KEYS = ['XStep', 'YStep'] as const;

/** Maximum number of patterns of a file that are examined, and of bytes of a pattern's dictionary before its step. */
const MAX_PATTERNS = 10_000;
const MAX_BYTES_BEFORE = 64 * 1024;

interface Pattern {
  readonly dict: PdfDict;
  /** The bytes of its dictionary. */
  readonly from: number;
  readonly to: number;
}

/** The characters of a number in a file. */
interface NumberAt {
  readonly from: number;
  readonly length: number;
  readonly value: number;
}

/**
 * Returns the file with wider steps where necessary, otherwise the bytes themselves. A pattern is a stream, so its
 * dictionary is always uncompressed and unencrypted. Offsets in the file do not change.
 */
export const widenTinySteps = (bytes: Uint8Array): Uint8Array => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let widened: Buffer | undefined;
  for (const pattern of patternsIn(file)) {
    for (const [axis, key] of KEYS.entries()) {
      const size = tileSize(pattern.dict, axis);
      const step = numberBehind(file, `/${key}`, pattern);
      if (step === undefined || Math.abs(step.value) * MAX_OVERLAP >= size) continue;
      widened ??= Buffer.from(file);
      widened.write(numberOfLength(size, step.length), step.from, 'latin1');
    }
  }
  return widened ?? bytes;
};

function* patternsIn(file: Buffer): Generator<Pattern> {
  let at = file.indexOf('/XStep');
  for (let count = 0; at >= 0 && count < MAX_PATTERNS; count += 1) {
    const pattern = patternAround(file, at);
    if (pattern !== undefined) yield pattern;
    at = file.indexOf('/XStep', Math.max(at + 1, pattern?.to ?? 0));
  }
}

const patternAround = (file: Buffer, at: number): Pattern | undefined => {
  const first = Math.max(0, at - MAX_BYTES_BEFORE);
  const from = first + file.subarray(first, at).lastIndexOf('obj') + 'obj'.length;
  const lexer = new PdfLexer(file, from);
  // The bytes may be none of a pattern.
  const dict = unlessDamaged(() => lexer.takeValue());
  return isDict(dict) ? { dict, from, to: lexer.position } : undefined;
};

/** Width (axis 0) or height (1) of the tile in units of the pattern; 0 if it is not stated here. */
const tileSize = (pattern: PdfDict, axis: number): number => {
  const box = pattern.get('BBox');
  const [from, to] = isArray(box) ? [box[axis], box[axis + 2]] : [];
  return typeof from === 'number' && typeof to === 'number' ? Math.abs(to - from) : 0;
};

const numberBehind = (file: Buffer, key: string, { from, to }: Pattern): NumberAt | undefined => {
  const found = new RegExp(`${key}\\s*([+-]?[\\d.]+)(?![^\\s/>])`, 'd').exec(file.toString('latin1', from, to));
  const [start, end] = found?.indices?.[1] ?? [];
  if (start === undefined || end === undefined) return undefined;
  return { from: from + start, length: end - start, value: Number(found?.[1]) };
};

/** A whole number in exactly so many characters: the value rounded up, or the largest that has room. */
const numberOfLength = (value: number, length: number): string =>
  String(Math.min(Math.ceil(value), 10 ** Math.min(length, 9) - 1)).padEnd(length);
