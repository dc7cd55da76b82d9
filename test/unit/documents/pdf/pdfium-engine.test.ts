import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const ENGINE = new URL('../../../../core/documents/pdf/pdfium/pdfium-engine.ts', import.meta.url).href;

/** Prints the names that the first instance of a process leaves on the global object: the next ones would add none. */
const PROGRAM = `
  const { startPdfium } = await import('${ENGINE}');
  const before = Object.getOwnPropertyNames(globalThis);
  await startPdfium();
  console.log(JSON.stringify(Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name))));
`;

it('An instance of PDFium leaves nothing on the global object that would keep its heap', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM]);
  expect(JSON.parse(stdout)).toEqual([]);
});
