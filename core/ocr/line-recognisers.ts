/** Our own line recognisers, one a language, kept while they are used. Languages whose network we cannot run are left to Tesseract. */
import type { Language } from '../parser-jobs.ts';
import { readLanguageData } from './languages/language-data.ts';
import { loadLineRecogniser, type LineRecogniser } from './lstm/line-recogniser.ts';
import { UnsupportedNetworkError } from './lstm/trained-data/network-file.ts';
import { hasSimd } from './tesseract-module.ts';

const kept = new Map<Language, Promise<LineRecogniser | UnsupportedNetworkError>>();

/**
 * The recognisers of these languages, in their order; null where one of them has a network that only Tesseract runs.
 * @throws Error where this machine has no data for a language, or broken data
 */
export async function takeLineRecognisers(languages: readonly Language[]): Promise<LineRecogniser[] | null> {
  const recognisers = await Promise.all(languages.map(takeLineRecogniser));
  const ours = recognisers.filter(
    (recogniser): recogniser is LineRecogniser => !(recogniser instanceof UnsupportedNetworkError),
  );
  return ours.length === recognisers.length ? ours : null;
}

/** Why Tesseract itself reads a language: null where our own recogniser does. @throws Error where this machine has no data for it */
export async function reasonForTesseract(language: Language): Promise<string | null> {
  const recogniser = await takeLineRecogniser(language);
  return recogniser instanceof UnsupportedNetworkError ? recogniser.message : null;
}

export function dropLineRecognisers(): void {
  kept.clear();
}

function takeLineRecogniser(language: Language): Promise<LineRecogniser | UnsupportedNetworkError> {
  const known = kept.get(language);
  if (known !== undefined) return known;
  const loading = load(language);
  kept.set(language, loading);
  // What failed is tried again at the next page.
  loading.catch(() => kept.delete(language));
  return loading;
}

async function load(language: Language): Promise<LineRecogniser | UnsupportedNetworkError> {
  if (!hasSimd()) return new UnsupportedNetworkError('this machine has no SIMD instructions');
  try {
    return await loadLineRecogniser(await readLanguageData(language));
  } catch (error) {
    if (error instanceof UnsupportedNetworkError) return error;
    throw error;
  }
}
