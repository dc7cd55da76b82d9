/** Vocabulary of synthetic documents in one language. The authors of this repository wrote the words and phrases. */

/** Headings, labels and formulaic phrases. `|` separates alternatives. */
export interface Phrases {
  readonly salutation: string;
  readonly closing: string;
  readonly enclosure: string;
  readonly subject: string;
  readonly ourRef: string;
  readonly yourRef: string;
  readonly date: string;
  readonly customer: string;
  readonly phone: string;
  readonly to: string;
  readonly from: string;
  readonly letter: string;
  readonly invoice: string;
  readonly order: string;
  readonly delivery: string;
  readonly reminder: string;
  readonly statement: string;
  readonly payslip: string;
  readonly contract: string;
  readonly policy: string;
  readonly memo: string;
  readonly exam: string;
  readonly form: string;
  readonly report: string;
  readonly minutes: string;
  readonly certificate: string;
  readonly receipt: string;
  readonly annex: string;
  readonly contents: string;
  readonly total: string;
  readonly subtotal: string;
  readonly vat: string;
  readonly carried: string;
  readonly brought: string;
  readonly opening: string;
  readonly balance: string;
  readonly quantity: string;
  readonly item: string;
  readonly price: string;
  readonly amount: string;
  readonly employee: string;
  readonly gross: string;
  readonly deduction: string;
  readonly insurance: string;
  readonly net: string;
  readonly question: string;
  readonly points: string;
  readonly name: string;
  readonly signature: string;
  readonly place: string;
  readonly turnOver: string;
  readonly present: string;
  readonly agenda: string;
  readonly resolved: string;
  readonly closed: string;
  readonly parties: string;
  readonly clause: string;
  readonly thanks: string;
  readonly separator: string;
  readonly instructions: string;
}

export interface Language {
  /** ISO 639-1. */
  readonly code: string;
  /** Function words: articles, prepositions, conjunctions; in Japanese, particles. */
  readonly small: readonly string[];
  readonly words: readonly string[];
  readonly months: readonly string[];
  /**
   * Date formats. `{d}`, `{m}` and `{y}` are numbers, `{dd}` and `{mm}` have two digits, `{month}` is the name of the
   * month.
   */
  readonly dates: readonly string[];
  /** Formats of page numbers. `{n}` is the page number, `{m}` the number of pages. */
  readonly pageNumbers: readonly string[];
  /** Formats of street addresses. `{name}` is a name, `{n}` the house number. */
  readonly streets: readonly string[];
  readonly legalForms: readonly string[];
  readonly syllables: readonly string[];
  readonly currencies: readonly string[];
  readonly decimal: string;
  readonly thousands: string;
  readonly phrases: Phrases;
}

/** The words of a text, separated by white space. */
export const wordsIn = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');
