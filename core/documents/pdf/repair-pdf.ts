/**
 * Repairs a damaged PDF that PDFium cannot open. qpdf's WebAssembly build ignores what is wrong in objects, but fails where
 * cross-references are: those are rebuilt here.
 */
import { fileURLToPath } from 'node:url';
import startQpdf from '@neslinesli93/qpdf-wasm';
import type { QpdfInstance } from '@neslinesli93/qpdf-wasm';
import { rebuildFile } from './syntax/rebuild-file.ts';

/** The package's types lack a function of Emscripten's file system. */
type QpdfFiles = QpdfInstance['FS'] & { writeFile(path: string, bytes: Uint8Array): void };

/** qpdf's exit codes 0 (no problems) and 3 (warnings) mean that it wrote its output. */
const SUCCESS_EXIT_CODES: readonly number[] = [0, 3];

export type Repair = { readonly bytes: Uint8Array } | 'no pages' | 'beyond repair';

/** qpdf writes every page dictionary in this form, uncompressed if object streams are disabled. */
const hasPages = (repaired: Uint8Array): boolean => /\/Type \/Page[^s]/.test(Buffer.from(repaired).toString('latin1'));

/**
 * Repairs a file. Takes about 50 ms and three times the size of the file in memory. A file that needs a password is
 * beyond repair.
 */
export const repairPdf = async (bytes: Uint8Array): Promise<Repair> => {
  const repair = await repairWithQpdf(bytes);
  if (repair !== 'beyond repair') return repair;
  const rebuilt = rebuildFile(bytes);
  return rebuilt === undefined ? 'beyond repair' : { bytes: rebuilt };
};

const repairWithQpdf = async (bytes: Uint8Array): Promise<Repair> => {
  try {
    const qpdf = await startQpdf({
      locateFile: () => fileURLToPath(import.meta.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm')),
    });
    const files = qpdf.FS as QpdfFiles;
    files.writeFile('/damaged.pdf', bytes);
    if (!SUCCESS_EXIT_CODES.includes(qpdf.callMain(['--object-streams=disable', '/damaged.pdf', '/repaired.pdf'])))
      return 'beyond repair';
    const repaired = files.readFile('/repaired.pdf');
    return hasPages(repaired) ? { bytes: repaired } : 'no pages';
  } catch {
    return 'beyond repair'; // qpdf aborted
  }
};
