/** Chooses pages of the shared documents whose text layer is the truth for OCR of their simulated scans. */
import { openDocument } from '../../../core/documents/formats/open-document.ts';
import type { DocumentReader } from '../../../core/documents/formats/document-reader.ts';
import { detectLanguage } from '../../../core/ocr/languages/detect-language.ts';
import { LANGUAGES, type Language } from '../../../core/ocr/languages/languages.ts';
import { seededRandom } from '../../../model-container/random.ts';
import type { SharedDocument } from '../../shared-data.ts';
import { visibleWords, type VisibleWord } from './visible-words.ts';

/** A page whose words are known. */
export interface TruePage {
  /** Path within the folder of documents. */
  readonly document: string;
  readonly source: string;
  /** From 1. */
  readonly page: number;
  /** The language given to an OCR engine that must be told; `en` for a language that Tearline does not read. */
  readonly language: Language;
  /** `other`: none of the languages that Tearline reads. */
  readonly statedLanguage: Language | 'other';
  readonly words: readonly VisibleWord[];
  /** Degrees clockwise by which the page must be rotated for its text to be upright. */
  readonly rotation: number;
}

/** Reasons for which a page is not taken. */
export type LeftOut =
  'no or garbled text layer' | 'hidden text or text over a scan' | 'unread script' | 'size' | 'damaged';

const SEED = 27;
/** Pages of one document that are taken, at most. */
const ROUNDS = 3;
/** What the manifest states for a document of unknown language (ISO 639-2). */
const UNDETERMINED = 'und';
/** Pages of one document that are tried until one can be taken. */
const TRIES = 6;
/** Minimum share of the letters that belong to the scripts of the page's language. */
const SCRIPT_SHARE = 0.8;
/** Sides in millimetres: smaller is a label or an icon, larger a poster. */
const [SHORTEST, LONGEST] = [40, 450] as const;

/**
 * Yields pages of all sources and languages in turns: each turn takes one page from each source and language that has
 * documents left, then further pages of the same documents. The order is the same on every machine and for every
 * number of pages.
 * @param leftOut counts the pages that were looked at and not taken
 */
export async function* choosePages(
  documents: readonly SharedDocument[],
  language: string | undefined,
  leftOut: Map<LeftOut, number>,
): AsyncGenerator<TruePage, void, undefined> {
  const taken = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const document of inTurns(documents)) {
      if (!mayHaveLanguage(document, language)) continue;
      const page = await choosePage(document, taken, leftOut);
      if (page === undefined || (language !== undefined && page.statedLanguage !== language)) continue;
      taken.add(`${document.path} ${page.page}`);
      yield page;
    }
}

/** The manifest does not state the language of every document. */
const mayHaveLanguage = (document: SharedDocument, language: string | undefined): boolean =>
  language === undefined || document.language === UNDETERMINED || statedLanguageOf(document) === language;

const statedLanguageOf = ({ language }: SharedDocument): Language | 'other' =>
  LANGUAGES.find((known) => known === language) ?? 'other';

/** All documents with a text layer, shuffled, then one of each source and language in turns. */
function inTurns(documents: readonly SharedDocument[]): readonly SharedDocument[] {
  const withText = documents.filter(
    ({ textLayerShare, imageShare, file }) => textLayerShare > 0 && imageShare < 1 && file.endsWith('.pdf'),
  );
  const shuffled = seededRandom(SEED).shuffle(withText);
  const groups = [...Map.groupBy(shuffled, ({ source, language }) => `${source} ${language}`).values()];
  const longest = Math.max(0, ...groups.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) =>
    groups.map((group) => group[turn]).filter((document) => document !== undefined),
  ).flat();
}

async function choosePage(
  document: SharedDocument,
  taken: ReadonlySet<string>,
  leftOut: Map<LeftOut, number>,
): Promise<TruePage | undefined> {
  const count = (reason: LeftOut) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const reader = await openDocument(document.path).catch(() => undefined);
  if (reader === undefined) {
    count('damaged');
    return undefined;
  }
  try {
    const numbers = Array.from({ length: reader.pageCount }, (_, index) => index + 1);
    const free = numbers.filter((page) => !taken.has(`${document.path} ${page}`));
    for (const page of seededRandom(seedOf(document.file)).shuffle(free).slice(0, TRIES)) {
      const found = await readTruth(reader, document, page).catch((): LeftOut => 'damaged');
      if (typeof found !== 'string') return found;
      count(found);
    }
    return undefined;
  } finally {
    await reader.close();
  }
}

async function readTruth(reader: DocumentReader, document: SharedDocument, page: number): Promise<TruePage | LeftOut> {
  const size = await reader.pageSize(page);
  if (Math.min(size.widthMm, size.heightMm) < SHORTEST || Math.max(size.widthMm, size.heightMm) > LONGEST)
    return 'size';
  const layer = await reader.textLayer(page);
  if (layer.quality !== 'good' || layer.doubt === 'encoding') return 'no or garbled text layer';
  if (layer.doubt === 'scan') return 'hidden text or text over a scan';
  const text = layer.words.map((word) => word.text).join(' ');
  const statedLanguage = undetermined(document, text) ?? statedLanguageOf(document);
  if (!isInReadScript(text, statedLanguage)) return 'unread script';
  const words = await visibleWords(reader, page, layer.words);
  if (words.length === 0) return 'hidden text or text over a scan';
  return {
    document: document.file,
    source: document.source,
    page,
    language: statedLanguage === 'other' ? 'en' : statedLanguage,
    statedLanguage,
    words,
    rotation: layer.rotation,
  };
}

/** The language of a document for which the manifest states none. */
const undetermined = ({ language }: SharedDocument, text: string): Language | null =>
  language === UNDETERMINED ? (detectLanguage(text) ?? 'en') : null;

function isInReadScript(text: string, language: Language | 'other'): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const japanese = language === 'ja' ? count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu) : 0;
  return count(/\p{Script=Latin}/gu) + japanese >= SCRIPT_SHARE * count(/\p{L}/gu);
}

/** FNV-1a: a seed that depends on nothing but the text. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
