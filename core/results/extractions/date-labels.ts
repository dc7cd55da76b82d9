/** Labels before dates: of the date of a document, and of other dates. */
import { LETTER } from '../../splitting/letter-class.ts';

/** Labels of the date of a document: "Invoice date", "Datum", "Fecha de emisión", "発行日". */
const DOCUMENT_DATE_LABELS = [
  'invoice date|date of (?:issue|invoice)|issue date|issued(?: on)?|statement date|letter date|bill date|order date|generated on(?: the)?',
  '(?:last )?updated(?: on)?',
  'effective date|dated?',
  'rechnungsdatum|belegdatum|ausstellungsdatum|bestelldatum|lieferscheindatum|datum|den',
  "date (?:de (?:la )?facture|d'émission|de facturation|du contrat)|(?:fait|établi|signé) (?:à|le)|le",
  'fecha(?: de (?:emisión|factura|expedición))?|emitid[ao] el',
  'data(?: (?:di emissione|fattura|documento|wystawienia|faktury|sporządzenia))?|wystawiono(?: dnia)?|dnia',
  'emess[ao] il',
  'factuurdatum|datum (?:van )?factuur|offertedatum|dagtekening',
  'datum (?:vystavení|vyhotovení|jednání|zápisu)|vystaveno(?: dne)?|dne|dátum (?:vystavenia|vyhotovenia)|dátum',
  'vystavené dňa|dňa',
  '発行日|請求日|作成日|注文日|発注日|納品日|契約日|日付|年月日|領収日|取引日',
].join('|');

/** Labels of other dates, or how they begin: due dates, births, periods, deliveries, print dates, versions of a form. */
const OTHER_DATE_LABELS = [
  'payable|pay by|no later than|birth|expir|valid|deadline|deliver|shipp|ship date|period|printed|revised?|version',
  'admi(?:ssion|tted)|start',
  'rev\\.|ending|copyright|©|approved|incident|accident',
  'fällig|zahlbar|geboren|geb\\.|gültig|frist|liefer(?!schein)|leistung|zeitraum|stand:|gedruckt',
  'échéance|payable|né(?:e)? le|naissance|valable|jusqu|livraison|période|imprimé|mise en circulation',
  'vencimiento|nacimiento|válido|entrega|período|periodo|caducidad',
  'scadenza|nat[oa] |nascita|valid|fino al|consegna|periodo',
  'vervaldatum|geboren|geboorte|geldig|levering|periode|betaaldatum',
  'termin|płatności|urodz|ważn|do dnia|okres|dostawy|sprzedaży|od dnia',
  'splatnost|narozen|platn|období|dodání|plnění|platnosť|splatnosť|naroden|obdobie|dodania',
  '期限|期日|生年月日|有効|納期|支払|まで|から|改訂|開始|終了',
].join('|');

/** Whole words that are such labels: places begin like them (Duisburg, Dublin, Dallas, Bischofswerda). */
const OTHER_DATE_WORDS = "due|from|until|through|next|born|bis|vom|du|hasta|desde|dal|dall['’]|dalla|tot";

/** Whether the text directly before a date ends with a label of a document date. */
export function hasDocumentDateLabel(label: string): boolean {
  const end = label.trimEnd();
  if (!DOCUMENT_DATE_LABEL.test(end) || hasOtherDateLabel(end)) return false;
  const preposition = PREPOSITION.exec(end);
  return preposition === null || MAY_PRECEDE.test(end.slice(0, preposition.index).trimEnd());
}

/** "le", "dne": in the middle of a sentence they precede any date. */
const PREPOSITION = new RegExp(`(?<![${LETTER}])(?:dated|den|le|dnia|dne|dňa)\\s?[:.]?$`, 'iu');
/** Nothing, a place ("V Šestajovicích", "Leeds,") or another label ("Fait à Troyes,") precedes the date of a document. */
const MAY_PRECEDE = /(?:^|[,:])$|^(?:\p{Lu}\S{0,30}|\p{L}{1,3})(?: (?:\p{Lu}\S{0,30}|\p{L}{1,3})){0,3}$/u;

const DOCUMENT_DATE_LABEL = new RegExp(`(?<![${LETTER}])(?:${DOCUMENT_DATE_LABELS})\\s?[:.]?$`, 'iu');
const OTHER_DATE_LABEL = new RegExp(
  `(?<![${LETTER}])(?:${OTHER_DATE_LABELS}|(?:${OTHER_DATE_WORDS})(?![${LETTER}]))`,
  'iu',
);

/** Whether the text directly before a date has a label of another date. */
export const hasOtherDateLabel = (label: string): boolean => OTHER_DATE_LABEL.test(label.slice(-28));
