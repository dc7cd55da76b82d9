/**
 * VAT identification numbers: the forms of the EU, the United Kingdom, Switzerland, Norway and Japan, with the check
 * digits of those whose rule is simple and public (OECD, "Tax Identification Numbers"; the tax offices' own notes).
 */
import { allMatches } from './all-matches.ts';

interface VatForm {
  readonly prefix: string;
  /** What follows the prefix, without spaces, dots and hyphens. */
  readonly form: RegExp;
  readonly holds?: (body: string) => boolean;
  /** Labels under which the number stands without its prefix: "NIP: 526-…". */
  readonly label?: RegExp;
}

const weighted = (body: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * Number(body[index]), 0);

/** Luhn's sum over all digits is a multiple of ten. */
const luhn = (body: string): boolean =>
  Array.from(body)
    .reverse()
    .reduce(
      (sum, digit, index) =>
        sum + (index % 2 === 0 ? Number(digit) : ((2 * Number(digit)) % 10) + (Number(digit) > 4 ? 1 : 0)),
      0,
    ) %
    10 ===
  0;

/** ISO 7064 mod 11,10 (Germany). */
function mod1110(body: string): boolean {
  let product = 10;
  for (const digit of body.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10;
    product = (2 * sum) % 11;
  }
  return (11 - product) % 10 === Number(body.at(-1));
}

const frenchKey = (body: string): boolean =>
  !/^\d{2}/.test(body) || Number(body.slice(0, 2)) === (12 + 3 * (Number(body.slice(2)) % 97)) % 97;

function britishCheck(body: string): boolean {
  const sum = weighted(body, [8, 7, 6, 5, 4, 3, 2]) + Number(body.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

function czechCheck(body: string): boolean {
  if (body.length !== 8) return true;
  return Number(body[7]) === (11 - (weighted(body, [8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
}

/** The corporate number's first digit checks the other twelve. */
function japaneseCheck(body: string): boolean {
  const sum = Array.from(body.slice(1))
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  return Number(body[0]) === 9 - (sum % 9);
}

const FORMS: readonly VatForm[] = [
  { prefix: 'AT', form: /^U\d{8}$/ },
  {
    prefix: 'BE',
    form: /^[01]\d{9}$/,
    holds: (body) => 97 - (Number(body.slice(0, 8)) % 97) === Number(body.slice(8)),
  },
  { prefix: 'BG', form: /^\d{9,10}$/ },
  {
    prefix: 'CHE',
    form: /^\d{9}(?:MWST|TVA|IVA)?$/,
    holds: (body) => (11 - (weighted(body, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === Number(body[8]),
  },
  { prefix: 'CY', form: /^\d{8}[A-Z]$/ },
  { prefix: 'CZ', form: /^\d{8,10}$/, holds: czechCheck },
  { prefix: 'DE', form: /^\d{9}$/, holds: mod1110 },
  { prefix: 'DK', form: /^\d{8}$/, holds: (body) => weighted(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0 },
  { prefix: 'EE', form: /^\d{9}$/ },
  { prefix: 'EL', form: /^\d{9}$/ },
  {
    prefix: 'ES',
    form: /^(?:[A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
    label: /(?<!\p{L})(?:n\.?i\.?f|c\.?i\.?f)\.?\s?:?\s?/giu,
  },
  {
    prefix: 'FI',
    form: /^\d{8}$/,
    holds: (body) => (11 - (weighted(body, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === Number(body[7]),
  },
  { prefix: 'FR', form: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, holds: frenchKey },
  {
    prefix: 'GB',
    form: /^\d{9}(?:\d{3})?$/,
    holds: britishCheck,
    label: /(?<!\p{L})vat\s(?:reg(?:istration)?\.?\s)?(?:no|number|id)\.?\s?:?\s?/giu,
  },
  { prefix: 'HR', form: /^\d{11}$/, holds: mod1110 },
  { prefix: 'HU', form: /^\d{8}$/ },
  { prefix: 'IE', form: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  { prefix: 'IT', form: /^\d{11}$/, holds: luhn, label: /(?<!\p{L})p(?:artita|\.)\s?iva\s?(?:n\.)?\s?:?\s?/giu },
  { prefix: 'LT', form: /^\d{9}(?:\d{3})?$/ },
  { prefix: 'LU', form: /^\d{8}$/, holds: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)) },
  { prefix: 'LV', form: /^\d{11}$/ },
  { prefix: 'MT', form: /^\d{8}$/ },
  { prefix: 'NL', form: /^\d{9}B\d{2}$/ },
  { prefix: 'NO', form: /^\d{9}(?:MVA)?$/ },
  {
    prefix: 'PL',
    form: /^\d{10}$/,
    holds: (body) => weighted(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body[9]),
    label: /(?<!\p{L})nip\s?:?\s?/giu,
  },
  {
    prefix: 'PT',
    form: /^\d{9}$/,
    holds: (body) => ((11 - (weighted(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11) % 10 === Number(body[8]),
  },
  { prefix: 'RO', form: /^\d{6,10}$/ },
  { prefix: 'SE', form: /^\d{10}01$/, holds: (body) => luhn(body.slice(0, 10)) },
  { prefix: 'SI', form: /^\d{8}$/ },
  { prefix: 'SK', form: /^\d{10}$/, holds: (body) => Number(body) % 11 === 0 },
  { prefix: 'T', form: /^\d{13}$/, holds: japaneseCheck },
];

export interface FoundVatId {
  /** With its country's prefix, without spaces, dots and hyphens. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

const PREFIXED = new RegExp(
  `(?<![A-Za-z0-9])(?:${FORMS.map(({ prefix }) => prefix).join('|')})[ -]?(?=[A-Z]{0,2}\\d)`,
  'gu',
);

/** Every VAT id of the text that has the form, and where it is simple the check digits, of its country. */
export function findVatIds(text: string): FoundVatId[] {
  return [...prefixedIds(text), ...labelledIds(text)].toSorted((a, b) => a.start - b.start);
}

function prefixedIds(text: string): FoundVatId[] {
  return [...text.matchAll(PREFIXED)].flatMap((match): FoundVatId[] => {
    const prefix = match[0].replace(/[ -]$/, '');
    const from = match.index + match[0].length;
    return FORMS.filter((form) => form.prefix === prefix).flatMap((form) => idAt(text, match.index, from, form));
  });
}

/** Numbers without their prefix, right after a label that says whose they are. */
function labelledIds(text: string): FoundVatId[] {
  return FORMS.flatMap((form) => {
    if (form.label === undefined) return [];
    return allMatches(text, form.label).flatMap((match) =>
      idAt(text, match.index + match[0].length, match.index + match[0].length, form),
    );
  });
}

/**
 * The id whose body begins at `from`: the shortest run of characters, separators left out, that has the form and ends
 * at a boundary.
 */
function idAt(text: string, start: number, from: number, form: VatForm): FoundVatId[] {
  let body = '';
  for (let position = from; position < text.length && position < from + 24; position += 1) {
    const character = text[position] ?? '';
    if (/[ .-]/.test(character)) continue;
    if (!/[A-Z0-9+*]/.test(character)) break;
    body += character;
    const atBoundary = !/[A-Za-z0-9]/.test(text[position + 1] ?? ' ');
    if (atBoundary && form.form.test(body) && (form.holds?.(body) ?? true))
      return [{ value: form.prefix + body, start, end: position + 1 }];
  }
  return [];
}
