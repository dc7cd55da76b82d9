import { describe, expect, it } from 'vitest';
import { readModelMetadata } from '../../../../core/ocr/ppocr/model-metadata.ts';

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const bytesField = (number: number, bytes: Uint8Array): number[] => [
  ...varint(number * 8 + 2),
  ...varint(bytes.length),
  ...bytes,
];
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const property = (key: string, value: string): number[] =>
  bytesField(14, Uint8Array.from([...bytesField(1, text(key)), ...bytesField(2, text(value))]));

/** A model: its version as a number, its graph, and two properties. */
const MODEL = Uint8Array.from([
  ...[8, ...varint(9)],
  ...bytesField(7, new Uint8Array(300)),
  ...property('shape', 'wide'),
  ...property('character', 'a\nß\n漢'),
]);

describe('The metadata of an ONNX model', () => {
  it('has the value of a key', () => {
    expect(readModelMetadata(MODEL, 'character')).toBe('a\nß\n漢');
  });

  it('has no value of another key', () => {
    expect(readModelMetadata(MODEL, 'characters')).toBeUndefined();
  });

  it.each([
    ['a file that is cut off', MODEL.subarray(0, 100)],
    ['a text', text('This is a text, which is longer than a field of it says.')],
    ['a number without an end', new Uint8Array(40).fill(255)],
  ])('is refused of %s', (_name, bytes) => {
    expect(() => readModelMetadata(bytes, 'character')).toThrow(RangeError);
  });
});
