/** Tesseract's codes of the supported languages: the names of its data files (ISO 639-2/T). */
import type { Language } from './languages.ts';

const NAMES: Readonly<Record<Language, string>> = {
  en: 'eng',
  de: 'deu',
  fr: 'fra',
  es: 'spa',
  sk: 'slk',
  cs: 'ces',
  pl: 'pol',
  it: 'ita',
  nl: 'nld',
  ja: 'jpn',
};

export function tesseractName(language: Language): string {
  return NAMES[language];
}
