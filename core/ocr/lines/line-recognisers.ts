/**
 * A cache of our own line recognisers, one per engine.
 * Tesseract reads the languages whose network our kernel cannot run.
 */
import { readLanguageData } from '../languages/language-data.ts';
import type { LineEngine } from '../languages/tesseract-languages.ts';
import { loadLineRecogniser, type LineRecogniser } from '../lstm/line-recogniser.ts';
import { UnsupportedNetworkError } from '../lstm/trained-data/network-file.ts';
import { hasSimd } from '../tesseract-module.ts';

const cache = new Map<LineEngine, Promise<LineRecogniser | UnsupportedNetworkError>>();

/**
 * @returns the recognisers of these languages, in the same order; null if only Tesseract can run the network of one of
 * them
 * @throws Error if the data of a language is missing or broken
 */
export async function getLineRecognisers(languages: readonly LineEngine[]): Promise<LineRecogniser[] | null> {
  const recognisers = await Promise.all(languages.map(getLineRecogniser));
  const supported = recognisers.filter(
    (recogniser): recogniser is LineRecogniser => !(recogniser instanceof UnsupportedNetworkError),
  );
  return supported.length === recognisers.length ? supported : null;
}

/**
 * @returns why Tesseract itself reads a language; null if our own recogniser reads it
 * @throws Error if this machine has no data for the language
 */
export async function reasonForTesseract(language: LineEngine): Promise<string | null> {
  const recogniser = await getLineRecogniser(language);
  return recogniser instanceof UnsupportedNetworkError ? recogniser.message : null;
}

export function dropLineRecognisers(): void {
  cache.clear();
}

function getLineRecogniser(language: LineEngine): Promise<LineRecogniser | UnsupportedNetworkError> {
  const known = cache.get(language);
  if (known !== undefined) return known;
  const loading = load(language);
  cache.set(language, loading);
  // A failed load is tried again at the next page.
  loading.catch(() => cache.delete(language));
  return loading;
}

async function load(language: LineEngine): Promise<LineRecogniser | UnsupportedNetworkError> {
  if (!hasSimd()) return new UnsupportedNetworkError('this machine has no SIMD instructions');
  try {
    return await loadLineRecogniser(await readLanguageData(language));
  } catch (error) {
    if (error instanceof UnsupportedNetworkError) return error;
    throw error;
  }
}
