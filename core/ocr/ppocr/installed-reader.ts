/** The reader that is installed beside the service, opened at its first use. */
import { openOnce } from './open-once.ts';
import type { PageReader } from './page-reader.ts';

let reader: () => Promise<PageReader | null> = () => Promise.resolve(null);

/** Sets the folder of the models. The host's process calls it once, before any page is read. */
export function configureLineReader(modelsFolder: string): void {
  reader = openOnce(() => openIn(modelsFolder), null);
}

/**
 * Null where no reader is installed, or where what is installed cannot be used: pages are then read without it, and say
 * what was not read; `tearline doctor` and the start of the service say why.
 * @throws TemporarilyUnavailableError where it cannot be opened now; the next call tries again
 */
export function installedLineReader(): Promise<PageReader | null> {
  return reader();
}

/** Its modules are loaded with it, because most processes read no page by OCR. */
async function openIn(models: string): Promise<PageReader> {
  const { openPageReader } = await import('./page-reader.ts');
  return openPageReader(models);
}
