import { expect, it } from 'vitest';
import { startPdfium } from '../../../../core/documents/pdf/pdfium/pdfium-engine.ts';

it('An instance of PDFium leaves nothing on the global object that would keep its heap', async () => {
  const before = Object.getOwnPropertyNames(globalThis);
  await startPdfium();
  expect(Object.getOwnPropertyNames(globalThis)).toEqual(before);
});
