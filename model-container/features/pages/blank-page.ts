/** Pages that are the back of a sheet with nothing of a document on it. */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import type { PageLine } from './page-lines.ts';

/** Share of ink below which a page is blank: punched holes, edges and show-through are below it. */
const BLANK_INK = 0.01;
const STRAY_CHARACTERS = 2;
/** Most digits of a number on a blank page: an archive's number of the page, or the page's own. */
const NUMBER_DIGITS = 12;

/** Share of ink below which a page may have nothing but a stamp, and the words that it has at most. */
const STAMPED_INK = 0.02;
const STAMP_WORDS = 12;
/** Largest stamp, in shares of the page's width and height. */
const [STAMP_WIDTH, STAMP_HEIGHT] = [0.3, 0.15];
/** Letters from which on a word belongs to the stamp: shorter ones may be specks. */
const STAMP_LETTERS = 2;

/**
 * What a stamp of receipt says, in ten languages: without accents, spaces and other characters than letters. OCR loses
 * letters of a stamp, so that beginnings are enough.
 */
// prettier-ignore
const RECEIPT = [
  'receiv', 'eceived', 'eingang', 'eingegang', 'erhalten', 'courrierarriv', 'arriveele', 'recule', 'recibid', 'registrodeentrada',
  'ricevut', 'pervenut', 'ontvangen', 'ingekomen', 'wpłyn', 'wplyn', 'otrzyman', 'dorucen', 'prijat', 'podateln', '受付', '受領', '収受',
];
/** The same, as words that occur in others. */
const RECEIPT_WORDS: ReadonlySet<string> = new Set([
  'recu',
  'arrive',
  'arrivee',
  'entrada',
  'arrivo',
  'doslo',
  'wpływ',
  'wplyw',
]);

/**
 * Whether the page is blank: no text but stray characters or a number, or a stamp of receipt, and almost no ink. It may be
 * a blank verso, also one with punched holes, show-through or the stamp that an office puts on the back of its mail.
 */
export const isBlank = (record: PageRecord, lines: readonly PageLine[]): boolean =>
  (record.ink < BLANK_INK && saysNothing(lines)) || (record.ink < STAMPED_INK && isReceiptStamp(record));

function saysNothing(lines: readonly PageLine[]): boolean {
  const text = lines.map(({ folded }) => folded).join('');
  if (text.length <= STRAY_CHARACTERS) return true;
  const digits = text.replace(/\P{Nd}/gu, '').length;
  return digits <= NUMBER_DIGITS && text.replace(/[\p{Nd}\s]/gu, '').length <= STRAY_CHARACTERS;
}

function isReceiptStamp({ words, width, height }: PageRecord): boolean {
  if (words.length === 0 || words.length > STAMP_WORDS) return false;
  const lettered = words.map((word) => ({ ...word, letters: bareLetters(word.text) }));
  const text = lettered.map(({ letters }) => letters).join('');
  const isReceipt =
    lettered.some(({ letters }) => RECEIPT_WORDS.has(letters)) || RECEIPT.some((receipt) => text.includes(receipt));
  if (!isReceipt) return false;
  const longer = lettered.filter(({ letters }) => letters.length >= STAMP_LETTERS);
  // Of a stamp with wide letters, each may have been read as a word.
  const stamp = longer.length > 0 ? longer : lettered;
  const across = Math.max(...stamp.map(({ x2 }) => x2)) - Math.min(...stamp.map(({ x1 }) => x1));
  const down = Math.max(...stamp.map(({ y2 }) => y2)) - Math.min(...stamp.map(({ y1 }) => y1));
  return across <= STAMP_WIDTH * width && down <= STAMP_HEIGHT * height;
}

/** Letters in lower case, without accents. */
const bareLetters = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\P{L}/gu, '');
