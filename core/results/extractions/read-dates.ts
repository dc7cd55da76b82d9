/** The date of a document: the one that it bears, not one that it mentions. */
import { z } from 'zod';
import type { PageRecord } from '../../documents/page-record.ts';
import { withPlainDigits } from '../../splitting/page-number.ts';
import { LETTER } from '../../splitting/letter-class.ts';
import { linesBeside, readLines, splitAtGaps, type TextLine } from '../../splitting/text-lines.ts';
import { DOCUMENT_KIND } from '../../splitting/title-words.ts';
import { countNumericOrders, findDates, hasSlashedDate, NUMERIC_ORDERS, type NumericOrder } from './find-dates.ts';

/** "Invoice date", "Datum", "Fecha de emisión", "発行日": what stands before a document's own date. */
const OWN_DATE = [
  'invoice date|date of (?:issue|invoice)|issue date|issued(?: on)?|statement date|letter date|bill date|order date|effective date|dated?',
  'rechnungsdatum|belegdatum|ausstellungsdatum|bestelldatum|lieferscheindatum|datum|den',
  "date (?:de (?:la )?facture|d'émission|de facturation|du contrat)|(?:fait|établi|signé) (?:à|le)|le",
  'fecha(?: de (?:emisión|factura|expedición))?|emitid[ao] el',
  'data(?: (?:di emissione|fattura|documento|wystawienia|faktury|sporządzenia))?|wystawiono(?: dnia)?|dnia|emess[ao] il',
  'factuurdatum|datum (?:van )?factuur|offertedatum|dagtekening',
  'datum (?:vystavení|vyhotovení|jednání|zápisu)|vystaveno(?: dne)?|dne|dátum (?:vystavenia|vyhotovenia)|dátum|vystavené dňa|dňa',
  '発行日|請求日|作成日|注文日|発注日|納品日|契約日|日付|年月日|領収日|取引日',
].join('|');

/** Dates that a document mentions: due dates, births, periods, deliveries, prints, versions of a form. */
const OTHER_DATE = [
  'due|payable|pay by|birth|born|expir|valid|until|deadline|deliver|shipp|period|from|printed|revised?|version|rev\\.|through|ending|copyright|©|approved|next',
  'fällig|zahlbar|geboren|geb\\.|gültig|bis|frist|liefer(?!schein)|leistung|zeitraum|stand:|gedruckt|vom',
  'échéance|payable|né(?:e)? le|naissance|valable|jusqu|livraison|période|du|imprimé',
  'vencimiento|nacimiento|válido|hasta|entrega|período|periodo|desde|caducidad',
  'scadenza|nat[oa] |nascita|valid|fino al|consegna|periodo|dal',
  'vervaldatum|geboren|geboorte|geldig|tot|levering|periode|betaaldatum',
  'termin|płatności|urodz|ważn|do dnia|okres|dostawy|sprzedaży|od dnia',
  'splatnost|narozen|platn|období|dodání|plnění|platnosť|splatnosť|naroden|obdobie|dodania',
  '期限|期日|生年月日|有効|納期|支払|まで|から|改訂|開始|終了',
].join('|');

interface Candidate {
  readonly iso: string;
  readonly score: number;
  /** Left end, page pixels. */
  readonly x: number;
  /** A label of its own stands before it on its line. */
  readonly labelled: boolean;
}

/** A date needs at least this much to be the document's: a label, or a place where letters bear theirs. */
const ENOUGH = 2;

const bestDateSchema = z.strictObject({ iso: z.iso.date(), score: z.number() }).nullable();

/** What one page says of its document's date: enough to decide once it is known which pages are one document. */
export const pageDatesSchema = z.strictObject({
  language: z.string().nullable(),
  /** Dates that prove what 03/05/2024 means here. */
  day_first: z.int().min(0),
  month_first: z.int().min(0),
  /** The date that stands best, by what such dates mean. */
  best: z.record(z.enum(NUMERIC_ORDERS), bestDateSchema),
});
export type PageDates = z.infer<typeof pageDatesSchema>;
type BestDate = z.infer<typeof bestDateSchema>;

export function readPageDates(page: PageRecord): PageDates {
  const text = page.fulltext.normalize('NFKC');
  const { dayFirst, monthFirst } = countNumericOrders(text);
  const unknown = bestDate(page, 'unknown');
  // Without such a date the order makes no difference.
  const both = hasSlashedDate(text)
    ? { 'day-first': bestDate(page, 'day-first'), 'month-first': bestDate(page, 'month-first') }
    : { 'day-first': unknown, 'month-first': unknown };
  return { language: page.language, day_first: dayFirst, month_first: monthFirst, best: { unknown, ...both } };
}

/**
 * The document's own date in ISO 8601, read from its first page; null when unsure.
 * @param pages of one document, in page order
 */
export function documentDateOf(pages: readonly PageDates[]): string | null {
  const first = pages[0];
  if (first === undefined) return null;
  const order = orderOf(pages);
  const last = pages.at(-1);
  // A contract bears its date at its end, before the signatures.
  return (
    dateOf(first.best[order], ENOUGH) ??
    (last === undefined || last === first ? null : dateOf(last.best[order], LABELLED - 1))
  );
}

const dateOf = (best: BestDate, enough: number): string | null =>
  best !== null && best.score >= enough ? best.iso : null;

function bestDate(page: PageRecord, order: NumericOrder): BestDate {
  const cells = readLines(page).flatMap(splitAtGaps);
  const candidates = withoutColumns(cells.flatMap((cell) => candidatesOf(cell, cells, page, order)));
  const score = Math.max(...candidates.map((candidate) => candidate.score));
  const [iso, ...others] = new Set(
    candidates.filter((candidate) => candidate.score === score).map((candidate) => candidate.iso),
  );
  // Several dates that stand as well as each other: the topmost is the document's only where it is labelled.
  return iso === undefined || (others.length > 0 && score < LABELLED) ? null : { iso, score };
}

/** Three dates one under another are a table's column: what happened, not when the document was written. */
function withoutColumns(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.filter(
    ({ x, labelled }) => labelled || candidates.filter((other) => Math.abs(other.x - x) < COLUMN_TOLERANCE).length < 3,
  );
}

/** Pixels. */
const COLUMN_TOLERANCE = 8;

const LABELLED = 4;

function candidatesOf(line: TextLine, cells: readonly TextLine[], page: PageRecord, order: NumericOrder): Candidate[] {
  const text = withPlainDigits(line.text);
  const dates = findDates(text, order);
  if (dates.length === 0) return [];
  const left = linesBeside(line, cells, 'left')[0]?.text ?? '';
  return dates.map(({ iso, start, end }, index): Candidate => {
    const onLine = text.slice(Math.max(0, start - 40, dates[index - 1]?.end ?? 0), start);
    const before = onLine.trim() === '' && start === 0 ? left.slice(-40) : onLine;
    // "Rechnung Nr. 471102 vom 05.03.2018": elsewhere "vom" begins a period or names another document's date.
    if (NAMED_BY_DATE.test(before) && DOCUMENT_KIND.test(text))
      return { iso, score: LABELLED, x: line.x1, labelled: true };
    const label =
      ownLabel(before) || otherLabel(before) || onLine.trim() !== '' ? before : headOver(line, cells, start);
    const rest = (text.slice(0, start) + text.slice(end)).replaceAll(TIME, '').trim();
    return {
      iso,
      score: scoreOf({ label, rest, siblings: dates.length, y: line.y1 / page.height }),
      x: wordAt(line, start)?.x1 ?? line.x1,
      labelled: ownLabel(before),
    };
  });
}

function scoreOf(at: {
  readonly label: string;
  readonly rest: string;
  readonly siblings: number;
  readonly y: number;
}): number {
  let score = at.y < 0.45 ? 1 : 0;
  if (ownLabel(at.label)) score += LABELLED - 1;
  // Alone on its line, or after no more than a place: "Leeds, 3 May 2024".
  else if (at.y < 0.45 && (at.rest.length < 3 || PLACE.test(at.rest))) score += 1;
  if (otherLabel(at.label)) score -= 3;
  if (at.siblings > 1 && !ownLabel(at.label)) score -= 1;
  return score;
}

/** The label is what stands right before the date: its last words, not a sentence that ends there. */
function ownLabel(label: string): boolean {
  const end = label.trimEnd();
  return OWN_LABEL.test(end) && !otherLabel(end);
}

const OWN_LABEL = new RegExp(`(?<![${LETTER}])(?:${OWN_DATE})\\s?[:.]?$`, 'iu');
const OTHER_LABEL = new RegExp(`(?<![${LETTER}])(?:${OTHER_DATE})`, 'iu');

const otherLabel = (label: string): boolean => OTHER_LABEL.test(label.slice(-28));

const NAMED_BY_DATE = new RegExp(`(?<![${LETTER}])(?:vom|of|du|del|van|z dnia|ze dne|zo dňa)\\s?$`, 'iu');

const PLACE = new RegExp(`^[${LETTER} .-]{2,30},\\s*(?:den|le|dnia|dne|dňa|li|a)?$`, 'iu');

const TIME = /\b\d{1,2}[:.h]\d{2}(?::\d{2})?(?:\s?(?:[ap]m|uhr|h))?/giu;

const wordAt = (line: TextLine, start: number) =>
  line.words.find((_, index) => (line.starts[index] ?? 0) >= start) ?? line.words[0];

/** In a table the label stands in the cell above: the nearest one that overlaps the date's column, close to it. */
function headOver(line: TextLine, cells: readonly TextLine[], start: number): string {
  const word = wordAt(line, start);
  if (word === undefined) return '';
  const above = cells.filter((cell) => {
    const apart = line.y1 - cell.y2;
    return (
      apart > -line.size / 2 && apart < 1.5 * line.size && cell.y1 < line.y1 && cell.x1 < word.x2 && cell.x2 > word.x1
    );
  });
  return above.toSorted((a, b) => b.y2 - a.y2)[0]?.text ?? '';
}

/** What 03/05/2024 means here: what other dates of the document prove, else the page's language; English alone proves nothing. */
function orderOf(pages: readonly PageDates[]): NumericOrder {
  const dayFirst = pages.reduce((sum, page) => sum + page.day_first, 0);
  const monthFirst = pages.reduce((sum, page) => sum + page.month_first, 0);
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'day-first' : 'month-first';
  const language = pages[0]?.language ?? null;
  return language === null || language === 'en' ? 'unknown' : 'day-first';
}
