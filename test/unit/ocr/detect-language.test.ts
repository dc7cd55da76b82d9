import { describe, expect, it } from 'vitest';
import {
  detectLanguage,
  distinctJapanese,
  isJapanese,
  scoreLanguages,
  scorePerWord,
} from '../../../core/ocr/languages/detect-language.ts';
import { LANGUAGES, type Language } from '../../../core/ocr/languages/languages.ts';
import { isOfOtherScript } from '../../../core/ocr/languages/other-script.ts';

const SENTENCES: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'Please pay the total amount of this invoice within 30 days from the date shown above.',
    'The meeting was held at the office of the company and all members were present.',
  ],
  de: [
    'Bitte überweisen Sie den Gesamtbetrag dieser Rechnung innerhalb von 30 Tagen auf unser Konto.',
    'Die Sitzung fand am Montag in den Räumen der Gesellschaft statt, und alle waren anwesend.',
  ],
  fr: [
    'Nous vous prions de bien vouloir régler le montant de cette facture dans les trente jours.',
    'La réunion a eu lieu au siège de la société et tous les membres étaient présents avec leurs dossiers.',
  ],
  es: [
    'Le rogamos que abone el importe total de esta factura en el plazo de treinta días.',
    'La reunión se celebró en la sede de la empresa y todos los socios estaban presentes para el acto.',
  ],
  it: [
    'Vi preghiamo di pagare il totale della presente fattura entro trenta giorni dalla data indicata.',
    'La riunione si è tenuta nella sede della società e tutti i soci sono stati presenti con gli allegati.',
  ],
  nl: [
    'Wij verzoeken u vriendelijk het totale bedrag van deze factuur binnen dertig dagen te betalen.',
    'De vergadering werd gehouden op het kantoor van de vennootschap en alle leden waren aanwezig.',
  ],
  pl: [
    'Prosimy o zapłatę całej kwoty faktury w terminie trzydziestu dni na podany rachunek, który jest niżej.',
    'Zebranie odbyło się w siedzibie spółki i wszyscy członkowie byli na nim obecni przez cały czas.',
  ],
  cs: [
    'Prosíme o úhradu celkové částky této faktury do třiceti dnů na účet, který je uveden níže.',
    'Schůze se konala v sídle společnosti a všichni členové na ní byli přítomni, jak bylo před tím dohodnuto.',
  ],
  sk: [
    'Prosíme o úhradu celkovej sumy tejto faktúry do tridsiatich dní na účet, ktorý je uvedený nižšie.',
    'Schôdza sa konala v sídle spoločnosti a všetci členovia na nej boli prítomní, ako bolo dohodnuté pred tým.',
  ],
  ja: ['この請求書の合計金額を三十日以内にお支払いください。', '会議は本社で開催され、全員が出席しました。'],
};

describe('Language detection', () => {
  for (const language of LANGUAGES) {
    it(`detects ${language} from a sentence`, () => {
      expect(SENTENCES[language].map((sentence) => detectLanguage(sentence))).toEqual([language, language]);
    });
  }

  it.each([
    ['Thai', 'ประกาศกระทรวงศึกษาธิการ เรื่อง หลักเกณฑ์และวิธีการคัดเลือกบุคคล ตามที่ได้มีประกาศ ลงวันที่ 3 พฤษภาคม'],
    ['Greek', 'Παρακαλούμε να πληρώσετε το συνολικό ποσό αυτού του τιμολογίου εντός τριάντα ημερών.'],
    ['Cyrillic', 'Просим оплатить общую сумму этого счёта в течение тридцати дней с указанной выше даты.'],
  ])('does not take a text in %s for the language of the few Latin words in it', (_, text) => {
    expect(detectLanguage(`${text} nie jest się dla przez`)).toBeNull();
    expect(detectLanguage(`nie jest się dla przez, które nie mają nazwy: ${text.slice(0, 20)}`)).toBe('pl');
  });

  it('does not take the abbreviations of German invoices for Polish', () => {
    expect(detectLanguage('Art-Nr Kunde, Art-Nr Lief. Bezeichnung Menge Nettopreis USt. Betrag, Nr. 4711')).toBe('de');
  });

  it('distinguishes Czech, Slovak and Polish', () => {
    expect(
      ['cs', 'sk', 'pl'].map((language) =>
        detectLanguage(SENTENCES[language as Language].join(' '), ['cs', 'sk', 'pl']),
      ),
    ).toEqual(['cs', 'sk', 'pl']);
  });

  it('detects a language whose diacritics another engine has dropped', () => {
    const plain = SENTENCES.de.join(' ').normalize('NFD').replaceAll(/\p{M}/gu, '');
    expect(detectLanguage(plain)).toBe('de');
  });

  it('returns null for numbers, names and a single word', () => {
    expect(detectLanguage('2026-118 248,50 14.03.2026')).toBeNull();
    expect(detectLanguage('Smith Kowalski Novak')).toBeNull();
    expect(detectLanguage('')).toBeNull();
  });

  it('considers only the candidate languages', () => {
    expect(detectLanguage(SENTENCES.de.join(' '), ['en', 'de'])).toBe('de');
    expect(detectLanguage(SENTENCES.ja.join(''), ['en', 'de'])).toBeNull();
  });

  it('finds both languages of a mixed page, the more frequent one first', () => {
    const [first, second] = scoreLanguages(`${SENTENCES.de.join(' ')} ${SENTENCES.en[0] ?? ''}`);
    expect([first?.language, second?.language]).toEqual(['de', 'en']);
  });

  it('has more for each word of a sentence in any Latin language than by chance', () => {
    const perWord = (text: string) => scoreLanguages(text).map((score) => scorePerWord(score, text))[0] ?? 0;
    for (const language of LANGUAGES.filter((other) => other !== 'ja'))
      expect(perWord(SENTENCES[language].join(' '))).toBeGreaterThan(0.08);
    expect(scorePerWord({ language: 'en', score: 3 }, 'Tallinn, Tartu, Narva: 12, A 5, Viljandi')).toBe(0.75);
    expect(scorePerWord({ language: 'en', score: 3 }, '')).toBe(3);
  });

  it('counts different kana and ideographs, not those that a row of dashes is read as', () => {
    expect(distinctJapanese('ここニニニニニニニニ TANJONG')).toBe(2);
    expect(distinctJapanese('製品名：Wireless Keyboard')).toBe(3);
  });

  it('detects Japanese if at least a fifth of the letters are Japanese', () => {
    expect(isJapanese('製品名：Wireless Keyboard 数量')).toBe(true);
    expect(isJapanese('The word 円 is the only Japanese one in this sentence.')).toBe(false);
  });
});

describe('The words of a page', () => {
  it('are of another script where the engines have made Latin letters and digits of it', () => {
    const read =
      'BYTOPOH AOTOBOP PO3HUYHOU KynnV-npoAaxu COBMeCTHO UMeHyeMble CToPOHbl 3aKNlOunIN HacTOALIUM CooTBeTCTBUM ' +
      'MOKynaTeNb MpMHATb ONNaTUTb ToBAp aCCOpTUMeHTe KoNNYecTBe onpeAeneHHbIM CneuuUuKaun ABNAlOLLUXcA';
    expect(isOfOtherScript(read)).toBe(true);
  });

  it('are not where some are names with capitals inside, or numbers of parts', () => {
    const read =
      'The PayPal account of McDonald and MacArthur was checked with the iPhone of GitHub staff, who ordered part AB12C ' +
      'with JavaScript and HTML5 pages, as the board of the company had decided before the meeting in London last year.';
    expect(isOfOtherScript(read)).toBe(false);
  });

  it('are not where they are the names of a program in a language that is read', () => {
    const read =
      'public void addListener(DocumentListener newListener) { // called when the document is opened and before it is read\n' +
      'for (PageReader pageReader : openReaders) pageReader.setLanguage(defaultLanguage); // this is the language of the page\n' +
      'if (lastError != null && retryCount < MAX_RETRIES) { notifyListeners(lastError); // and with it the state\n' +
      'StringBuilder messageText = new StringBuilder(); messageText.append(lastError.getMessage()); return messageText; }';
    expect(isOfOtherScript(read)).toBe(false);
  });
});
