/** The reader that is installed beside the service, opened at its first use. */
import type { PageReader } from './page-reader.ts';

let folder: string | undefined;
let opening: Promise<PageReader | null> | undefined;

/** Sets the folder of the models. The host's process calls it once, before any page is read. */
export function configureLineReader(modelsFolder: string): void {
  folder = modelsFolder;
  opening = undefined;
}

/**
 * Null where no reader is installed, or where what is installed cannot be used: pages are then read without it, and say
 * what was not read; `tearline doctor` and the start of the service say why.
 */
export function installedLineReader(): Promise<PageReader | null> {
  opening ??= folder === undefined ? Promise.resolve(null) : openIn(folder);
  return opening;
}

/** Its modules are loaded with it, because most processes read no page by OCR. */
async function openIn(models: string): Promise<PageReader | null> {
  const { openPageReader } = await import('./page-reader.ts');
  return openPageReader(models).catch(() => null);
}
