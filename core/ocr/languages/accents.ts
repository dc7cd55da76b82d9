/** Letters with diacritics that the words of a language have. */
import type { LatinLanguage } from './language-words.ts';

/** In lower case. French without ligatures, which two letters stand for. */
export const ACCENTED_LETTERS: Readonly<Record<LatinLanguage, string>> = {
  en: '',
  de: 'äöü',
  fr: 'àâçèéêëîïôùûü',
  es: 'áéíñóúü',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  cs: 'áčďéěíňóřšťúůýž',
  pl: 'ąćęłńóśźż',
  it: 'àèéìòù',
  nl: 'éëïöü',
};
