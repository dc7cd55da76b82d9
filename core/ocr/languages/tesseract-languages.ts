/** What Tesseract calls our languages: the names of its data files. */
import type { Language } from '../../parser-jobs.ts';

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
