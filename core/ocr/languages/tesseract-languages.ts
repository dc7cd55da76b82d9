/** Tesseract's codes of the supported languages: the names of its data files (ISO 639-2/T). */
import type { Language } from './languages.ts';

/**
 * What reads a line: the network of a language, or that of vertical Japanese. It reads a column that is rotated by 90°
 * anticlockwise, so that its characters follow each other from left to right and lie on their sides.
 */
export type LineEngine = Language | 'ja-vertical';

/** Whether an engine reads Japanese, across or in columns. */
export const readsJapanese = (engine: LineEngine): boolean => engine === 'ja' || engine === 'ja-vertical';

const NAMES: Readonly<Record<LineEngine, string>> = {
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
  'ja-vertical': 'jpn_vert',
};

export function tesseractName(engine: LineEngine): string {
  return NAMES[engine];
}
