/** Writes a damaged PDF anew with qpdf, which rebuilds what PDFium gives up on. */
import { fileURLToPath } from 'node:url';
import startQpdf from '@neslinesli93/qpdf-wasm';
import type { QpdfInstance } from '@neslinesli93/qpdf-wasm';

/** The package's types leave out what emscripten's file system also has. */
type QpdfFiles = QpdfInstance['FS'] & { writeFile(path: string, bytes: Uint8Array): void };

/** qpdf's exit codes 0 and 3 mean that it wrote its output, 3 with warnings. */
const WRITTEN: readonly number[] = [0, 3];

export type Repair = { readonly bytes: Uint8Array } | 'no pages' | 'beyond repair';

/** qpdf writes every page's dictionary in this form, in the clear where object streams are off. */
const hasPages = (repaired: Uint8Array): boolean => /\/Type \/Page[^s]/.test(Buffer.from(repaired).toString('latin1'));

/** Takes some 50 ms, and the file's size in memory three times. A file that needs a password is beyond repair. */
export const repairPdf = async (bytes: Uint8Array): Promise<Repair> => {
  try {
    const qpdf = await startQpdf({
      locateFile: () => fileURLToPath(import.meta.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm')),
    });
    const files = qpdf.FS as QpdfFiles;
    files.writeFile('/damaged.pdf', bytes);
    if (!WRITTEN.includes(qpdf.callMain(['--object-streams=disable', '/damaged.pdf', '/repaired.pdf'])))
      return 'beyond repair';
    const repaired = files.readFile('/repaired.pdf');
    return hasPages(repaired) ? { bytes: repaired } : 'no pages';
  } catch {
    return 'beyond repair'; // qpdf ended itself: the file is as broken as PDFium said
  }
};
