/**
 * Phrases of first and last pages in ten languages, as in business mail and papers. Each is matched at the start of a
 * word of folded text; Chinese and Japanese phrases are matched anywhere.
 */

/** Matched in the upper half of a page. */
// prettier-ignore
export const FIRST_PAGE_WORDS = {
  salutation: [
    'dear ', 'to whom it may', 'sehr geehrte', 'liebe ', 'lieber ', 'liebes ', 'guten tag', 'madame', 'monsieur',
    'cher ', 'chère', 'estimado', 'estimada', 'muy señor', 'distinguido', 'distinguida', 'vážený', 'vážená', 'vážení',
    'dobrý deň', 'dobrý den', 'szanowny', 'szanowni', 'szanowna', 'egregi', 'gentile', 'spett', 'geachte', 'beste ',
    '拝啓', '前略', '御中', '様',
  ],
  business: [
    'invoice', 'rechnung', 'facture', 'factura', 'faktúra', 'faktura', 'fattura', 'factuur', '請求書', 'receipt',
    'quittung', 'kassenbon', 'reçu', 'recibo', 'ricevuta', 'paragon', 'účtenka', '領収', 'order confirmation',
    'auftragsbest', 'bestellung', 'purchase order', 'angebot', 'quote', 'quotation', 'devis', 'presupuesto',
    'preventivo', 'offerte', '見積', 'lieferschein', 'delivery note', 'bon de livraison', 'mahnung', 'reminder',
    'gutschrift', 'credit note', 'payslip', 'lohnabrechnung', 'gehaltsabrechnung', 'bulletin de paie', 'nómina',
    'busta paga', '給与', 'statement of account', 'kontoauszug', 'relevé', 'extracto', 'výpis', 'wyciąg', 'estratto',
    'rekeningafschrift',
  ],
  title: [
    'contract', 'agreement', 'vertrag', 'contrat', 'contrato', 'zmluva', 'smlouva', 'umowa', 'contratto',
    'overeenkomst', '契約', 'report', 'bericht', 'rapport', 'informe', 'správa', 'zpráva', 'raport', 'relazione',
    'verslag', '報告', 'minutes', 'protokoll', 'protokół', 'procès-verbal', 'compte rendu', 'compte-rendu', 'acta',
    'zápis', 'verbale', 'notulen', '議事録', 'abstract', 'zusammenfassung', 'résumé', 'resumen', 'streszczenie',
    'sommario', 'samenvatting', '要旨', 'form ', 'formular', 'formulaire', 'formulario', 'formulár', 'formulář',
    'formularz', 'modulo', 'formulier', 'instructions', 'application', 'antrag', 'demande', 'solicitud', 'žiadosť',
    'žádost', 'wniosek', 'domanda', 'aanvraag', '申請', 'certificate', 'bescheinigung', 'zeugnis', 'attestation',
    'certificado', 'policy', 'statement', 'arkusz', 'egzamin', 'exam', 'memorandum', 'resolution', 'notice',
    'press release',
  ],
  addressing: [
    'to:', 'an:', 'from:', 'von:', 'date:', 'datum', 'subject:', 'betreff', 're:', 'objet', 'asunto', 'oggetto',
    'onderwerp', 'vec:', 'věc:', 'dotyczy', 'ihr zeichen', 'your ref', 'kundennummer', 'customer n', 'invoice n',
    'rechnungsn', 'rechnungsdatum', 'attn', 'z. hd', '件名', '日付',
  ],
  continuation: [
    'continued', "cont'd", '(cont', 'cont.', 'fortsetzung', 'übertrag', 'suite ', 'pokračovan', 'ciąg dalszy',
    'seguito', 'segue ', 'vervolg', 'continuación', 'carried forward', 'brought forward', '続き',
  ],
  attachment: [
    'annex', 'appendix', 'anlage', 'anhang', 'annexe', 'anexo', 'príloha', 'příloha', 'załącznik', 'allegato',
    'bijlage', 'attachment', 'schedule', 'exhibit', '別紙', '付録',
  ],
  contents: [
    'table of contents', 'contents', 'inhalt', 'table des matières', 'sommaire', 'índice', 'contenido', 'obsah',
    'spis treści', 'indice', 'inhoud', '目次',
  ],
} as const;

/** Matched on the whole page. */
// prettier-ignore
export const LAST_PAGE_WORDS = {
  closing: [
    'sincerely', 'yours faithfully', 'yours truly', 'kind regards', 'best regards', 'freundliche', 'hochachtungsvoll',
    'cordialement', 'salutations', 'atentamente', 'saludos', 's pozdravom', 's pozdravem', 'z poważaniem',
    'cordiali saluti', 'distinti saluti', 'vriendelijke groet', 'hoogachtend', '敬具',
  ],
  signature: [
    'signature', 'signed', 'unterschrift', 'gezeichnet', 'firma del', 'firmado', 'fdo.', 'podpis', 'il presidente',
    'il segretario', 'le président', 'handtekening', 'ondertekend', '署名', '印',
  ],
  total: [
    'grand total', 'total', 'summe', 'gesamtbetrag', 'endbetrag', 'montant', 'importe', 'spolu', 'celkem', 'razem',
    'do zapłaty', 'totale', 'totaal', '合計',
  ],
  payment: [
    'iban', 'bic', 'swift', 'zahlbar', 'payable', 'thank you', 'vielen dank', 'merci', 'gracias', 'ďakujeme',
    'děkujeme', 'dziękujemy', 'grazie', 'dank u', 'bedankt',
  ],
  references: [
    'references', 'bibliography', 'literaturverzeichnis', 'literatur', 'références', 'bibliographie', 'referencias',
    'bibliografía', 'literatúra', 'literatura', 'bibliografia', 'riferimenti', '参考文献',
  ],
  adjourned: [
    'adjourn', 'la seduta è tolta', 'la riunione si chiude', 'la riunione termina', 'séance levée', 'séance est levée',
    'se levanta la sesión', 'sitzung geschlossen', 'sitzung ist geschlossen', 'end of document', 'end of report',
  ],
  separator: [
    'separator', 'document separator', 'separation sheet', 'patch t', 'patch code', 'patch 2', 'patch ii',
    'end of batch', 'next document', 'new document', 'trennblatt', 'trennseite', 'neues dokument', 'intercalaire',
    'séparation', 'nouveau document', 'hoja separadora', 'separador', 'nuevo documento', 'foglio separatore',
    'separatore', 'nuovo documento', 'scheidingsblad', 'scheidingsvel', 'nieuw document', 'oddělovač', 'oddeľovač',
    'nový dokument', 'przekładka', 'nowy dokument', '区切り', '仕切り', 'セパレータ',
  ],
  turn_over: [
    'continued', 'continues', 'turn over', 'next page', 'overleaf', 'fortsetzung', 'bitte wenden', 'übertrag', 'suite',
    'tournez', 'verso', 'pokračov', 'ciąg dalszy', 'segue', 'sigue', 'z.o.z', '次ページ',
  ],
} as const;

/**
 * Names of kinds of documents that are frequent in running text. They are titles only in lines that are larger than the
 * body text.
 */
// prettier-ignore
export const TITLE_WORDS: readonly string[] = [
  'bylaws', 'by-laws', 'constitution', 'charter', 'agenda', 'newsletter', 'bulletin', 'invitation', 'registration',
  'waiver', 'code of conduct', 'guidelines', 'terms of', 'privacy', 'rules', 'regulations', 'ordinance', 'permit',
  'licence', 'license', 'proposal', 'declaration', 'affidavit', 'lease', 'deed', 'power of attorney', 'budget',
  'satzung', 'einladung', 'tagesordnung', 'beitrittserklärung', 'aufnahmeantrag', 'mitgliedsantrag', 'beitragsordnung',
  'geschäftsordnung', 'hausordnung', 'datenschutz', 'niederschrift', 'beschluss', 'bekanntmachung', 'erklärung',
  'vollmacht', 'merkblatt', 'rundschreiben', 'anmeldung', 'richtlinie', 'verordnung', 'urkunde', 'bestätigung',
  'nachweis', 'mitteilung', 'kündigung', 'gutachten',
  'convocation', 'statuts', 'règlement', 'ordre du jour', 'circulaire', 'délibération', 'arrêté', 'déclaration',
  'procuration', 'avis', 'communiqué', 'autorisation', 'convention',
  'convocatoria', 'estatutos', 'reglamento', 'circular', 'declaración', 'resolución', 'aviso', 'comunicado',
  'autorización', 'convenio', 'oficio', 'constancia',
  'stanovy', 'pozvánka', 'prihláška', 'vyhlásenie', 'uznesenie', 'nariadenie', 'potvrdenie', 'oznámenie', 'rozhodnutie',
  'súhlas', 'splnomocnenie',
  'přihláška', 'prohlášení', 'vyhláška', 'usnesení', 'směrnice', 'potvrzení', 'oznámení', 'rozhodnutí', 'souhlas',
  'plná moc',
  'regulamin', 'statut', 'uchwała', 'deklaracja', 'oświadczenie', 'ogłoszenie', 'zaproszenie', 'zarządzenie', 'karta',
  'ankieta', 'zaświadczenie', 'pełnomocnictwo', 'decyzja',
  'statuto', 'regolamento', 'convocazione', 'avviso', 'bando', 'delibera', 'dichiarazione', 'autocertificazione',
  'comunicato', 'ordine del giorno', 'richiesta',
  'statuten', 'reglement', 'uitnodiging', 'nieuwsbrief', 'inschrijfformulier', 'verklaring', 'besluit', 'jaarverslag',
  'begroting', 'machtiging',
  '規約', '規程', '規則', '定款', 'ご案内', 'お知らせ', '要項', '議案', '申込書', '届出', '通知', '証明書', '領収書', '計画書', '同意書', '委任状',
];
