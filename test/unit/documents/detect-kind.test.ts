import { describe, expect, it } from 'vitest';
import { detectKind } from '../../../core/documents/formats/detect-kind.ts';

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

describe('The format of a file', () => {
  it.each([
    ['pdf', bytes('%PDF-1.7\n')],
    ['jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
    ['png', bytes([0x89], 'PNG\r\n', [0x1a], '\n')],
    ['gif', bytes('GIF89a')],
    ['tiff', bytes('II', [0x2a, 0])],
    ['tiff', bytes('MM', [0, 0x2a])],
    ['tiff', bytes('II', [0x2b, 0])],
    ['webp', bytes('RIFF', [1, 2, 3, 4], 'WEBP')],
  ])('is %s by its signature', (kind, content) => {
    expect(detectKind(content)).toBe(kind);
  });

  it('is PDF even if other data precedes its header', () => {
    expect(detectKind(bytes('HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n'))).toBe('pdf');
  });

  it('is an image format if an image contains a PDF after its header', () => {
    expect(detectKind(bytes([0xff, 0xd8, 0xff, 0xfe], '%PDF-1.4'))).toBe('jpeg');
  });

  it.each([
    ['a zip file', bytes('PK', [3, 4])],
    ['a web page', bytes('<!doctype html>')],
    ['a sound', bytes('RIFF', [1, 2, 3, 4], 'WAVE')],
    ['nothing', bytes()],
  ])('is unknown for %s', (_name, content) => {
    expect(detectKind(content)).toBeUndefined();
  });
});
