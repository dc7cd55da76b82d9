/**
 * Patterns that distinguish titles from letterheads, addresses and boilerplate, in the ten languages that Tearline
 * supports. All patterns are anchored or bounded.
 */
import { LETTER } from './letter-class.ts';

/** "Betreff: …", "Re: …", "件名:…": the rest of the line is the subject of a letter. */
export const SUBJECT =
  /^(?:betreff|betrifft|betr\.?|subject|re|regarding|objet|concerne|oggetto|asunto|ref(?:erencia)?\.?\/?asunto|onderwerp|betreft|dotyczy|temat|věc|vec|předmět|predmet|件名)\s?[:：]\s?(?=\S)/iu;

/** Names of document types. A line that begins with one is most often the title. */
export const DOCUMENT_KIND = new RegExp(
  `^(?:${[
    // English
    `(?:(?:pro ?forma|commercial|tax|sales|vat) )?invoice|credit note|receipt|(?:purchase )?order(?: confirmation)?`,
    `delivery note|packing (?:slip|list)|quotation|quote|(?:[${LETTER}]{2,20} ){0,3}(?:agreement|contract)`,
    `(?:bank |account )?statement(?: of [${LETTER} ]{3,20})?|minutes|agenda|report`,
    `(?:annual|final|project|progress) report|application(?: form)?|payslip|pay statement|certificate|policy|notice`,
    `memorandum|memo|curriculum vitae|resume|questionnaire|reminder|terms and conditions|power of attorney|form|bill|discharge summary`,
    `(?:[${LETTER}'’]{2,20} ){1,3}(?:statement|report|receipt|bill|invoice|policy|certificate|(?:work|sales) order)(?=\\s*$)`,
    // German
    '[a-zäöüß]{0,20}rechnung|gutschrift|quittung|kassenbon|beleg|bestellung|auftragsbestätigung|lieferschein|angebot',
    '(?:[a-zäöüß]{2,20})?vertrag|protokoll|niederschrift|bericht|antrag|versicherungs(?:schein|police|bestätigung)',
    '[a-zäöüß]{0,20}(?:abrechnung|bescheid|bescheinigung)|[a-zäöüß]{2,20}(?:auszug|bericht)|arztbrief',
    'mahnung|zahlungserinnerung|kündigung|vollmacht|formular|zeugnis|mitteilung',
    // French
    'facture(?: pro ?forma)?|avoir|reçu|ticket|devis|contrat|relevé(?: de compte)?',
    "bon (?:de |d['’])(?:commande|livraison|expédition|réclamation|retour)",
    'procès[- ]verbal|compte[- ]rendu|rapport|demande|bulletin de (?:paie|salaire)|attestation|certificat|formulaire',
    "police d['’]assurance|quittance|échéancier|bordereau|fiche de paie",
    'avis|lettre|ordre du jour|convention|mise en demeure|statuts',
    // Spanish
    'factura(?: pro ?forma)?|nota de crédito|recibo|pedido|albarán|presupuesto|contrato|extracto|estado de cuenta',
    'orden de compra|nota de entrega|póliza',
    'acta|informe|solicitud|nómina|certificado|formulario|aviso|convenio|memoria|balance (?:de|general|al)|cuentas anuales',
    // Italian
    'fattura|nota di credito|ricevuta|scontrino|ordine|documento di trasporto|preventivo|contratto|estratto conto',
    'verbale|relazione|richiesta|domanda|busta paga|certificato|attestato|modulo|avviso|delibera|convocazione',
    "comunicazione|oggetto|cedolino|polizza|bolletta|conferma d['’]ordine",
    // Dutch
    '(?:btw[- ]?)?factuur|creditnota|bon|kwitantie|bestelling|pakbon|offerte|overeenkomst|rekeningafschrift|notulen|verslag',
    'aanvraag|loonstrook|verklaring|formulier|aanmaning|polis(?:blad)?|(?:salaris|loon)specificatie|jaaropgave',
    'orderbevestiging',
    // Polish
    'faktura(?: vat| korygująca| pro ?forma)?|paragon(?: fiskalny)?|rachunek|zamówienie|oferta|umowa|wyciąg|protokół',
    'sprawozdanie|wniosek|zaświadczenie|formularz|wezwanie|pełnomocnictwo|egzamin|arkusz|zasady oceniania|uchwała',
    'polisa|potwierdzenie|decyzja|list przewozowy',
    // Czech and Slovak
    'faktúra|daňový doklad|účtenka|příjmový doklad|objednávka|dodací list|nabídka|výpis',
    `(?:[${LETTER}]{2,20} )?(?:smlouva|zmluva)|vyúčtován(?:í|ie)|platební výměr`,
    'zápis(?:nica)?|zpráva|správa|žádost|žiadosť|potvrzení|potvrdenie|formulář|formulár|upomínka|rozhodnutí',
    'rozhodnutie|výplatn[íá] páska|usnesení',
  ].join('|')})(?![${LETTER}])`,
  'iu',
);

/** What follows the kind of a document in a line that states its date, its period or its state: "Invoice date: 3 May 2024". */
export const STATED_OF_DOCUMENT = /^\s(?:date|period|status|type|total|amount)(?!\p{L})/iu;
/** The same of its number: "Invoice number: INV-2024-244". */
export const NUMBER_OF_DOCUMENT =
  /^[\s-]?(?:numbers?|no|nr|nummer|num|n[°oº]|numéro|número|numero|numer|číslo|id|č)\.?\s?[:：]\s?\S/iu;

export const DOCUMENT_KIND_JAPANESE =
  /(?:請求書|領収書|納品書|見積書|注文書|発注書|契約書|議事録|報告書|申請書|証明書|明細書|通知書|案内|お知らせ|履歴書|申込書|届|規約|仕様書|説明書|覚書|委任状|給与明細|レシート|領収証|請書|検収書)/u;

/** Exercises, examinations and courses. Institution, course and author often stand above such a title. */
export const COURSE_WORK = new RegExp(
  `^(?:${[
    'homework|problem set|assignment|(?:(?:final|mid-?term|sample|practice) )?(?:exam|quiz)|worksheet|lab report|lecture',
    'syllabus|meeting (?:minutes|agenda|notes)|übungsblatt|übung|aufgabenblatt|klausur|devoir|examen',
    'tarea|práctica|cuestionario|guía|ejercicios|esercitazione|esame|compito|opdracht|tentamen|kolokwium|zadanie|úkol',
  ].join('|')})(?![${LETTER}])`,
  'iu',
);

/** Legal forms of companies, and banks: a short line that ends with one is a letterhead. */
export const COMPANY =
  /^(?:\p{L}+ ){0,3}\p{L}*(?:bank|sparkasse|credit union)$|(?:(?<!\p{L})(?:ltd|limited|llc|inc|corp|plc|llp|gmbh(?: & co\.? kg)?|mbh|ag|kg|ohg|e\.\s?v|s\.?a\.?r\.?l|sas|s\.a\.s|s\.a|s\.?l\.?u?|s\.?p\.?a|s\.?r\.?l|b\.?v|n\.?v|sp\.\s?z\s?o\.\s?o|s\.\s?r\.\s?o|a\.\s?s|s\.?k)\.?$)|株式会社|有限会社|合同会社/iu;

/** Documents named after a tax, whose name is a word of the lines with a company's numbers otherwise. */
export const TAX_DOCUMENT = new RegExp(
  `^(?:faktura(?: [${LETTER}]{2,20})? vat|vat (?:sales )?invoice|btw[- ]?factuur|` +
    `(?:facture|déclaration|attestation)(?: de)?(?: la)? tva)(?![${LETTER}])`,
  'iu',
);

/** Telephone, e-mail, web, register and bank data; postal addresses. */
export const CONTACT =
  /@|www\.|https?:|(?<!\p{L})(?:tel|phone|fax|mobile|telefon|téléphone|teléfono|telefono|telefoon|e-?mail|iban|bic|swift|vat|ust-?id|steuer-?n|siret|siren|tva|nif|cif|p\.? ?iva|nip|regon|krs|ičo?|dič|btw|kvk|hrb|amtsgericht|handelsregister)(?!\p{L})|電話|〒|ファックス/iu;
export const ADDRESS =
  /(?:(?<!\p{L})(?:street|road|avenue|lane|suite|p\.?o\.? box|rue|boulevard|calle|avda|plaza|via|viale|piazza|corso|ul|al\.|pl\.|ulica|nám|náměstí|třída)(?!\p{L}).{0,30}\d)|(?:[a-zà-ž]{3,30}(?:straße|strasse|str\.|weg|platz|gasse|allee|straat|laan|plein)\s{0,2}\d)|^(?:[A-Z]{1,2}-)?\d{4,5}\s[a-zà-ž]{3,}|^\d{2}-\d{3}\s|^\d{3}\s\d{2}\s[a-zà-ž]|^\d{1,5}\s[a-zà-ž .]{3,30}\s(?:street|st|road|rd|avenue|ave|lane|drive|boulevard|blvd|way|court)\.?(?:,|$)|[都道府県].{1,6}[市区町村]/iu;

/** Salutations of letters. */
export const SALUTATION =
  /^(?:dear|sehr geehrte[rsn]?|liebe[rsn]?|guten tag|(?:chère |cher )?(?:madame|monsieur|mesdames)|estimad[oa]s?|muy señor|distinguid[oa]s?|gentil[ei]|spett(?:abile|\.)|egregi[oa]?|geachte|beste|szanown[aiy]|vážen[áýíé]|拝啓|前略)(?!\p{L}).{0,60}$/iu;

/** Beginnings of lines that are not titles: salutations, party labels, stamps, buttons, page labels, imprints. */
export const BOILERPLATE =
  /^(?:dear|sehr geehrte|liebe|hallo|madame|monsieur|cher|chère|estimad|muy señor|gentil|spett|egregi|geachte|beste|szanown|vážen|拝啓|to|from|an|von|bill(?:ed)? to|ship to|sold to|attn|attention|confidential|vertraulich|confidentiel|draft|entwurf|copy|kopie|copie|copia|kopia|duplicate|page|seite|página|pagina|strona|strana|date|datum|fecha|data|dátum|cid:|thank you|vielen dank|merci|gracias|grazie|dziękujemy|omb no|department of|internal revenue service|(?:clear|reset|print|submit) form|journal of|published|isbn|issn|doi|arxiv|copyright|©|table of contents|inhalt|contents|inhaltsverzeichnis|table des matières|sommaire|índice|sommario|indice|inhoud|spis treści|obsah|abstract)(?!\p{L})/iu;

/** 御中, 様 and 殿 end the line of the addressee. */
export const ADDRESSEE_JAPANESE = /(?:御中|様|殿)$/u;
