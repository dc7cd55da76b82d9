/**
 * International bank account numbers (IBAN, ISO 13616) in a text. ibantools has SWIFT's registry and checks the digits.
 */
import { getCountrySpecifications, validateIBAN, ValidationErrorsIBAN } from 'ibantools';

/** Characters of an IBAN by country code, of the countries in SWIFT's IBAN registry. */
const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(getCountrySpecifications()).flatMap(([country, { chars, IBANRegistry }]) =>
    IBANRegistry && chars !== null ? [[country, chars]] : [],
  ),
);

export interface FoundIban {
  /** Without spaces, upper case. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Every IBAN of the text whose length, structure and check digits are right, with or without spaces between groups. */
export function findIbans(text: string): FoundIban[] {
  return [...text.matchAll(/(?<![A-Za-z0-9])([A-Z]{2})\d{2}(?= ?[A-Z0-9])/gu)].flatMap((match): FoundIban[] => {
    const length = LENGTHS.get(match[1] ?? '');
    const end = length === undefined ? null : endOfCharacters(text, match.index, length);
    if (end === null || /[A-Za-z0-9]/.test(text[end] ?? ' ')) return [];
    const value = text.slice(match.index, end).replaceAll(' ', '');
    return isIban(value) ? [{ value, start: match.index, end }] : [];
  });
}

/**
 * True if the country's structure and the check digits of ISO 7064 (mod 97-10) fit. National check digits inside the
 * account number are not required: documents print IBANs that lack them, such as those of specimens.
 * @param value  upper case, without spaces
 */
function isIban(value: string): boolean {
  const { errorCodes } = validateIBAN(value);
  return errorCodes.every((code) => code === ValidationErrorsIBAN.WrongAccountBankBranchChecksum);
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
