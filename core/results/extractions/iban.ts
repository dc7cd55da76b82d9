/** International bank account numbers, ISO 13616: length by country and the check digits of ISO 7064 (mod 97-10). */

/** Characters of an IBAN by country code (SWIFT's IBAN registry). */
// prettier-ignore
const LENGTHS: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DK: 18, DO: 28,
  EE: 20, EG: 29, ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26,
  IT: 27, JO: 30, KW: 30, KZ: 20, LB: 28, LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18,
  NO: 15, PK: 24, PL: 28, PS: 29, PT: 25, QA: 29, RO: 24, RS: 22, SA: 24, SC: 31, SE: 24, SI: 19, SK: 24, SM: 27, ST: 25, SV: 28, TL: 23, TN: 24,
  TR: 26, UA: 29, VA: 22, VG: 24, XK: 20,
};

export interface FoundIban {
  /** Without spaces, upper case. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Every IBAN of the text whose length and check digits are right, printed in groups or in one. */
export function findIbans(text: string): FoundIban[] {
  return [...text.matchAll(/(?<![A-Za-z0-9])([A-Z]{2})\d{2}(?= ?[A-Z0-9])/gu)].flatMap((match): FoundIban[] => {
    const length = LENGTHS[match[1] ?? ''];
    const end = length === undefined ? null : endOfCharacters(text, match.index, length);
    if (end === null || /[A-Za-z0-9]/.test(text[end] ?? ' ')) return [];
    const value = text.slice(match.index, end).replaceAll(' ', '');
    return isIban(value) ? [{ value, start: match.index, end }] : [];
  });
}

/** True where country, length and check digits fit. `value` is in upper case, without spaces. */
export function isIban(value: string): boolean {
  if (LENGTHS[value.slice(0, 2)] !== value.length || !/^[A-Z]{2}\d{2}[A-Z0-9]+$/.test(value)) return false;
  const rearranged = value.slice(4) + value.slice(0, 4);
  let remainder = 0;
  for (const character of rearranged) {
    const number = Number.parseInt(character, 36);
    remainder = (remainder * (number > 9 ? 100 : 10) + number) % 97;
  }
  return remainder === 1;
}

/** Where `count` characters that are no spaces end, counted from `start`; null where the text is shorter. */
function endOfCharacters(text: string, start: number, count: number): number | null {
  let seen = 0;
  for (let position = start; position < text.length; position += 1) {
    if (text[position] !== ' ') seen += 1;
    if (seen === count) return position + 1;
  }
  return null;
}
