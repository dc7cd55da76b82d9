/** The labels of a document's numbers in the ten languages that Tearline supports. */
import { LATIN_LETTER, LETTER } from '../../splitting/letter-class.ts';

export const IDENTIFIER_TYPES = [
  'iban',
  'vat_id',
  'invoice_number',
  'order_number',
  'customer_number',
  'contract_number',
  'delivery_note_number',
  'receipt_number',
  'reference_number',
] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

interface Labels {
  readonly type: IdentifierType;
  /** Labels that include "number": Rechnungsnummer, 請求書番号. */
  readonly whole: readonly string[];
  /** Nouns that are labels only with a word for "number" after them (invoice no.) or before them (n° de facture). */
  readonly noun: readonly string[];
}

const LABELS: readonly Labels[] = [
  {
    type: 'invoice_number',
    whole: [
      '[a-zäöüß]{0,20}rechnungs-?nummer',
      '[a-zäöüß]{0,20}rechnungs?[- ]?nr',
      'rechn\\.[- ]?nr',
      'factuurnummer',
      'factuurnr',
      '請求書番号',
      '請求番号',
      '請求書no',
    ],
    noun: [
      'tax invoice',
      'invoice',
      'inv\\.?',
      'bill',
      'avoir',
      '[a-zäöüß]{0,20}rechnungskorrektur',
      '[a-zäöüß]{0,20}rechnung',
      'facture',
      'factura',
      'fattura',
      'factuur',
      'faktura vat',
      'faktura',
      'faktury',
      'faktúra',
      'faktúry',
      'daňový doklad',
    ],
  },
  {
    type: 'order_number',
    whole: [
      'bestell-?nummer',
      'bestell[- ]?nr',
      'auftrags-?nummer',
      'auftrags[- ]?nr',
      'ordernummer',
      'bestelnummer',
      '注文番号',
      '発注番号',
      '受注番号',
      '注文書番号',
    ],
    noun: [
      'purchase order',
      'order',
      'ord\\.?',
      'p\\.?o\\.?',
      'bestellung',
      'auftrag',
      'commande',
      'pedido',
      'ordine',
      'zamówienia',
      'zamówienie',
      'objednávky',
      'objednávka',
    ],
  },
  {
    type: 'customer_number',
    whole: [
      'kunden-?nummer',
      'kunden[- ]?nr',
      'codice cliente',
      'code client',
      'klantnummer',
      'klantnr',
      'zákaznícke číslo',
      'zákaznické číslo',
      'お客様番号',
      '顧客番号',
      '得意先番号',
    ],
    noun: ['customer', 'client', 'cliente', 'klant', 'klienta', 'zákazníka', 'zákazník', 'member', 'membership'],
  },
  {
    type: 'contract_number',
    whole: [
      'vertrags-?nummer',
      'vertrags[- ]?nr',
      'contractnummer',
      'policy number',
      'policy no',
      'versicherungsnummer',
      '契約番号',
      '証券番号',
    ],
    noun: [
      'contract',
      'agreement',
      'vertrag',
      'contrat',
      'contrato',
      'contratto',
      'umowy',
      'umowa',
      'smlouvy',
      'smlouva',
      'zmluvy',
      'zmluva',
    ],
  },
  {
    type: 'delivery_note_number',
    whole: ['lieferscheinnummer', 'lieferschein[- ]?nr', 'pakbonnummer', '納品書番号', '納品番号'],
    noun: [
      'delivery note',
      'packing slip',
      'lieferschein',
      'bon de livraison',
      'albarán',
      'd\\.?d\\.?t\\.?',
      'pakbon',
      'dowód dostawy',
      'wz',
      'dodací list',
      'dodacieho listu',
    ],
  },
  {
    type: 'receipt_number',
    whole: ['belegnummer', 'beleg[- ]?nr', 'bon[- ]?nr', 'bonnummer', 'quittungsnummer', '領収書番号', '伝票番号'],
    noun: [
      'receipt',
      'ticket',
      'reçu',
      'recibo',
      'scontrino',
      'ricevuta',
      'paragonu',
      'paragon',
      'účtenka',
      'účtenky',
      'bon',
      'slip',
      'transaction',
      'trans\\.?',
    ],
  },
  {
    type: 'reference_number',
    whole: [
      'aktenzeichen',
      'az\\.',
      'geschäftszeichen',
      'unser zeichen',
      'ihr zeichen',
      'our ref(?:erence)?',
      'your ref(?:erence)?',
      'reference',
      'ref',
      'nos réf(?:érences)?',
      'vos réf(?:érences)?',
      'réf(?:érence)?',
      'referencia',
      'nuestra ref',
      'riferimento',
      'rif',
      'kenmerk',
      'ons kenmerk',
      'uw kenmerk',
      'referentie',
      'znak sprawy',
      'číslo jednací',
      'č\\. ?j',
      'spisová značka',
      'variabilní symbol',
      'variabilný symbol',
      '管理番号',
      '整理番号',
      '参照番号',
      '文書番号',
    ],
    noun: ['reference', 'ref', 'document', 'doc\\.?', 'case', 'protocollo', 'prot', 'dossier', 'expediente'],
  },
];

/** No., Nr., n°, nº, n.º, N” as OCR may read it, №, numéro, número, numero, č., číslo, numer. */
export const NUMBER_WORD = '(?:numbers?|nummer|numéro|número|numero|numer|číslo|nos?|nr|n\\.?[o°º”]|№|n|n[uú]m|id|č|#)';

/**
 * The pattern of the labels of a type. All quantifiers are bounded, so that the time is linear in the length of a line.
 */
export interface LabelPattern {
  readonly type: IdentifierType;
  /** For lower-case text: without regard to case, a search takes several times as long. */
  readonly pattern: RegExp;
  /** A much faster test: it matches wherever `pattern` matches. */
  readonly sign: RegExp;
}

/** Removes the optional first part of a compound (Schlussrechnung): its last part suffices for the fast test. */
const withoutPrefix = (word: string): string => word.replace('[a-zäöüß]{0,20}', '');

const NOT_BEFORE_LETTER = `(?![${LETTER}])`;

/** The patterns by type. They match a label and the characters between it and its number. */
export const LABEL_PATTERNS: readonly LabelPattern[] = LABELS.map(({ type, whole, noun }) => ({
  type,
  pattern: new RegExp(
    `(?<![${LETTER}\\d])[ご御]?(?:` +
      [
        `(?:${whole.join('|')})(?:\\s?${NUMBER_WORD}${NOT_BEFORE_LETTER})?`,
        `(?:${noun.join('|')})[\\s-]{0,2}${NUMBER_WORD}${NOT_BEFORE_LETTER}`,
        // "Bill: 28544" and nothing else in the line.
        `(?:${noun.join('|')})(?=\\s?:\\s{0,2}[^\\s:]{3,40}$)`,
        `${NUMBER_WORD}\\.?\\s{0,2}(?:de\\s|della\\s|d'|di\\s)?(?:la\\s)?(?:${noun.join('|')})${NOT_BEFORE_LETTER}`,
      ].join('|') +
      `)(?![${LATIN_LETTER}])[.:#\\s]{0,6}`,
    'g',
  ),
  sign: new RegExp([...whole, ...noun].map(withoutPrefix).join('|'), 'u'),
}));
