/** Signs of a first and of a last page: words of business mail and papers in ten languages. Hints, not rules. */
import type { PageLine } from './page-lines.ts';

const anyOf = (...alternatives: readonly string[]) => new RegExp(`(?:^|[^\\p{L}])(?:${alternatives.join('|')})`, 'um');

/** Looked for in the upper half of a page. */
const FIRST_PAGE = {
  salutation: anyOf('dear ', 'to whom it may', 'sehr geehrte', 'liebe[rs]? ', 'guten tag', 'madame', 'monsieur', 'cher ', 'chère', 'estimad[oa]', 'muy señor', 'distinguid[oa]', 'vážen[áýíé]', 'dobrý deň', 'dobrý den', 'szanown[iya]', 'egregi[oa]?', 'gentile', 'spett', 'geachte', 'beste ', '拝啓', '前略', '御中'),
  business: anyOf('invoice', 'rechnung', 'facture', 'factura', 'faktúra', 'faktura', 'fattura', 'factuur', '請求書', 'receipt', 'quittung', 'kassenbon', 'reçu', 'recibo', 'ricevuta', 'paragon', 'účtenka', '領収', 'order confirmation', 'auftragsbest', 'bestellung', 'purchase order', 'angebot', 'quot(?:e|ation)', 'devis', 'presupuesto', 'preventivo', 'offerte', '見積', 'lieferschein', 'delivery note', 'bon de livraison', 'mahnung', 'reminder', 'gutschrift', 'credit note', 'payslip', 'lohnabrechnung', 'gehaltsabrechnung', 'bulletin de paie', 'nómina', 'busta paga', '給与', 'statement of account', 'kontoauszug', 'relevé', 'extracto', 'výpis', 'wyciąg', 'estratto', 'rekeningafschrift'),
  title: anyOf('contract', 'agreement', 'vertrag', 'contrat', 'contrato', 'zmluva', 'smlouva', 'umowa', 'contratto', 'overeenkomst', '契約', 'report', 'bericht', 'rapport', 'informe', 'správa', 'zpráva', 'raport', 'relazione', 'verslag', '報告', 'minutes', 'protokoll', 'protokół', 'procès-verbal', 'compte[- ]rendu', 'acta', 'zápis', 'verbale', 'notulen', '議事録', 'abstract', 'zusammenfassung', 'résumé', 'resumen', 'streszczenie', 'sommario', 'samenvatting', '要旨', 'form ', 'formular', 'formulaire', 'formulario', 'formulár', 'formulář', 'formularz', 'modulo', 'formulier', 'instructions', 'application', 'antrag', 'demande', 'solicitud', 'žiadosť', 'žádost', 'wniosek', 'domanda', 'aanvraag', '申請', 'certificate', 'bescheinigung', 'zeugnis', 'attestation', 'certificado', 'policy', 'statement', 'arkusz', 'egzamin', 'exam'),
  addressing: anyOf('to:', 'an:', 'from:', 'von:', 'date:', 'datum', 'subject:', 'betreff', 're:', 'objet', 'asunto', 'oggetto', 'onderwerp', 'vec:', 'věc:', 'dotyczy', 'ihr zeichen', 'your ref', 'kundennummer', 'customer n', 'invoice n', 'rechnungsn', 'rechnungsdatum', '件名', '日付'),
} as const;

/** Looked for on the whole page. */
const LAST_PAGE = {
  closing: anyOf('sincerely', 'yours (?:faithfully|truly)', 'kind regards', 'best regards', 'freundliche[nm]? gr', 'hochachtungsvoll', 'cordialement', 'salutations', 'atentamente', 'saludos', 's pozdravom', 's pozdravem', 'z poważaniem', 'cordiali saluti', 'distinti saluti', 'vriendelijke groet', 'hoogachtend', '敬具', '以上$'),
  signature: anyOf('signature', 'signed', 'unterschrift', 'gezeichnet', 'firma del', 'firmado', 'fdo\\.', 'podpis', 'il presidente', 'il segretario', 'le président', 'handtekening', 'ondertekend', '署名', '印'),
  total: anyOf('grand total', 'total', 'summe', 'gesamtbetrag', 'endbetrag', 'montant', 'importe', 'spolu', 'celkem', 'razem', 'do zapłaty', 'totale', 'totaal', '合計'),
  payment: anyOf('iban', 'bic', 'swift', 'zahlbar', 'payable', 'thank you', 'vielen dank', 'merci', 'gracias', 'ďakujeme', 'děkujeme', 'dziękujemy', 'grazie', 'dank u', 'bedankt'),
  references: /^\s*(?:[0-9.]+\s*)?(?:references|bibliography|literatur(?:verzeichnis)?|références|bibliographie|referencias|bibliografía|literatúra|literatura|bibliografia|riferimenti|参考文献)\s*$/um,
  adjourned: anyOf('adjourn', 'la seduta è tolta', 'la riunione (?:si )?(?:chiude|termina)', 'séance (?:est )?levée', 'se levanta la sesión', 'sitzung (?:ist )?geschlossen', 'end of (?:document|report)', 'continued', 'fortsetzung', 'übertrag', 'suite'),
} as const;

const DATE = /(?:^|[^0-9])(?:[0-3]?[0-9][./-][01]?[0-9][./-](?:19|20)?[0-9]{2}|(?:19|20)[0-9]{2}[-年/.][01]?[0-9][-月/.][0-3]?[0-9]|[0-3]?[0-9]\.?\s+\p{L}{3,10}\.?,?\s+(?:19|20)[0-9]{2}|\p{L}{3,10}\.?\s+[0-3]?[0-9](?:st|nd|rd|th)?,?\s+(?:19|20)[0-9]{2})/u;

export const FIRST_SIGNS = [...Object.keys(FIRST_PAGE), 'date'] as const;
export const LAST_SIGNS = Object.keys(LAST_PAGE);

/** One entry a name of FIRST_SIGNS: 1 where the upper half has a line with it, 2 where such a line is larger than the text around it. */
export function readFirstSigns(lines: readonly PageLine[], bodySize: number): number[] {
  const upper = lines.filter((line) => line.top < 0.5);
  const text = upper.map((line) => line.folded).join('\n');
  // One look at the whole text saves forty at its lines: most signs are on few pages.
  const strength = (pattern: RegExp) =>
    !pattern.test(text) ? 0 : upper.reduce((most, line) => (pattern.test(line.folded) ? Math.max(most, line.size > 1.25 * bodySize ? 2 : 1) : most), 0);
  return [...Object.values(FIRST_PAGE), DATE].map((pattern, at) => (at === FIRST_SIGNS.length - 1 ? Math.min(1, strength(pattern)) : strength(pattern)));
}

/** One entry a name of LAST_SIGNS: the number of lines with it, at most 3. */
export function readLastSigns(lines: readonly PageLine[]): number[] {
  const text = lines.map((line) => line.folded).join('\n');
  return Object.values(LAST_PAGE).map((pattern) => !pattern.test(text) ? 0 : Math.min(3, lines.filter((line) => pattern.test(line.folded)).length));
}
