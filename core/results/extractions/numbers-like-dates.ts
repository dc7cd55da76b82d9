/** Tells numbers that look like dates from dates, by what stands around them. */
import { LETTER } from '../../splitting/letter-class.ts';
import { DOCUMENT_KIND } from '../../splitting/title-words.ts';
import { NUMBER_WORD } from './identifier-labels.ts';

/** "Faktura nr 3/05/2024", "Nr faktury: 3/05/2024": the third invoice of a month, and no day. */
const NUMBERED = new RegExp(
  `(?<![${LETTER}])${NUMBER_WORD}(?:[.:]|\\s(?:faktury|umowy|zamówienia|paragonu):?)?\\s?$`,
  'iu',
);
/** The series of such a number: "FV 12/05/2024". */
const SERIES = /\p{Lu}{1,4}[ /-]?$/u;

/** @param before the text before the number */
export const isNumbered = (before: string): boolean =>
  NUMBERED.test(before) || NUMBERED.test(before.replace(SERIES, ''));

/**
 * "3.4.12 Überblick": the number of a section and its heading. A section has seldom more than 19 parts, and later years than
 * 2019 are frequent; a weekday and the kind of a document follow a date.
 */
export function isSectionHeading(text: string): boolean {
  const number = SECTION.exec(text)?.[0];
  if (number === undefined) return false;
  const heading = text.slice(number.length);
  return !DOCUMENT_KIND.test(heading) && heading.search(BESIDE_DATE) < 0;
}

const SECTION = /^[1-9]\d?\.[1-9]\d?\.1\d\.?\s{1,3}(?=\p{Lu}\p{L}{2})/u;

/**
 * Whether a date such as R5.10.1, which begins with the initial of its era, has the label of the number of a part, which may
 * begin with that of a series.
 */
export const isPartNumber = (date: string, label: string): boolean => /^[MTSHR]/u.test(date) && PART_LABEL.test(label);
/** 型番, 品番, 部品番号, 製品コード. */
const PART_LABEL = /(?:番号?|型式|型名|形式|コード|規格|ロット)\s?[:.]?\s?$/u;

/** What may stand beside a date: its weekday, and the Polish word for "year". */
export const BESIDE_DATE = new RegExp(
  `(?<![${LETTER}])(?:${[
    'monday|tuesday|wednesday|thursday|friday|saturday|sunday',
    'montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag',
    'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
    'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
    'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
    'maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag',
    'poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela',
    'pondělí|úterý|středa|čtvrtek|pátek|neděle',
    'pondelok|utorok|streda|štvrtok|piatok|nedeľa',
    '[月火水木金土日]曜日?',
  ].join('|')})(?![${LETTER}])[,.]?|\\([月火水木金土日]\\)|(?<![${LETTER}])r\\.?$`,
  'giu',
);
