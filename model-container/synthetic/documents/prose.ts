/** Random sentences, names, numbers, dates and amounts in one language. They have no meaning. */
import type { Random } from '../../random.ts';
import type { Language, Phrases } from './language.ts';

export interface CalendarDate {
  readonly day: number;
  readonly month: number;
  readonly year: number;
}

/** Words and entities that are specific to one document: its pages share them, other documents do not have them. */
export interface Topic {
  /** In descending order of frequency. */
  readonly words: readonly string[];
  /** Names, numbers and dates that the document repeats. */
  readonly entities: readonly string[];
}

export const NO_TOPIC: Topic = { words: [], entities: [] };

const JAPANESE_ENDINGS = [
  'します。',
  'されます。',
  'です。',
  'ください。',
  'いたします。',
  'するものとする。',
  'ました。',
] as const;

/** A random alternative of the phrase. */
export const phrase = (language: Language, key: keyof Phrases, random: Random): string =>
  random.pick(language.phrases[key].split('|'));

/** A sentence of `from` to `to` words. @param topic  words that are more frequent than others */
export function sentence(language: Language, random: Random, from = 6, to = 20, topic: Topic = NO_TOPIC): string {
  const count = from + random.below(to - from + 1);
  if (language.code === 'ja') return japaneseSentence(language, count, random, topic);
  const parts: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const small = at % 2 === 0 ? random.chance(0.6) : random.chance(0.25);
    const comma = at > 2 && at < count - 2 && random.chance(0.08) ? ',' : '';
    parts.push((small ? random.pick(language.small) : word(language, random, topic)) + comma);
  }
  if (topic.entities.length > 0 && random.chance(0.25))
    parts.splice(1 + random.below(parts.length), 0, frequentFirst(topic.entities, random));
  return `${capitalised(parts.join(' '))}${random.chance(0.95) ? '.' : random.pick(['?', ':', '!'])}`;
}

/**
 * Japanese is written without spaces. The spaces between clauses stand for the gaps at which a PDF reader separates
 * words.
 */
function japaneseSentence(language: Language, count: number, random: Random, topic: Topic): string {
  let text = '';
  for (let at = 0; at < Math.max(2, count / 2); at += 1) {
    text += word(language, random, topic) + random.pick(language.small);
    if (random.chance(0.3)) text += random.chance(0.4) ? '、 ' : ' ';
  }
  return `${text}${word(language, random, topic)}${random.pick(JAPANESE_ENDINGS)}`;
}

const word = (language: Language, random: Random, topic: Topic): string =>
  topic.words.length > 0 && random.chance(0.3)
    ? frequentFirst(topic.words, random)
    : frequentFirst(language.words, random);

/** A random item; earlier items are more frequent. */
const frequentFirst = (items: readonly string[], random: Random): string =>
  items[Math.floor(items.length * random.next() ** 2)] ?? random.pick(items);

/** A word that is in no list: the beginning of one word and the end of another, like rare technical terms. */
function coinWord(language: Language, random: Random): string {
  const [first, second] = [random.pick(language.words), random.pick(language.words)];
  return language.code === 'ja'
    ? first + second
    : first.slice(0, Math.ceil(first.length * 0.65)) + second.slice(Math.floor(second.length * 0.5)).toLowerCase();
}

/**
 * The language of one sender: a random part of the vocabulary in random order of frequency, and coined technical terms.
 */
export function narrowLanguage(language: Language, random: Random): Language {
  const words = random.shuffle(language.words).slice(0, 80 + random.below(language.words.length));
  return {
    ...language,
    words: random.shuffle([
      ...words,
      ...Array.from({ length: 20 + random.below(60) }, () => coinWord(language, random)),
    ]),
  };
}

export const paragraph = (language: Language, random: Random, sentences: number, topic: Topic = NO_TOPIC): string =>
  Array.from({ length: sentences }, () => sentence(language, random, 7, 24, topic)).join(' ');

/** One to `most` words, such as a heading or the name of an article. */
export function shortText(language: Language, random: Random, most = 4, topic: Topic = NO_TOPIC): string {
  const parts = Array.from({ length: 1 + random.below(most) }, (_, at) =>
    at > 0 && random.chance(0.25) ? random.pick(language.small) : word(language, random, topic),
  );
  return capitalised(parts.join(language.code === 'ja' ? '' : ' '));
}

/** A random topic. @param named  entities that the topic must contain, such as the document's reference */
export function drawTopic(language: Language, named: readonly string[], random: Random): Topic {
  const coined = Array.from({ length: 6 + random.below(30) }, () => coinWord(language, random));
  const known = Array.from({ length: 4 + random.below(12) }, () => random.pick(language.words));
  const names = Array.from({ length: 1 + random.below(4) }, () =>
    random.chance(0.6) ? personName(language, random) : companyName(language, random),
  );
  return {
    words: random.shuffle([...coined, ...known]),
    entities: random.shuffle([
      ...names,
      ...named,
      ...Array.from({ length: random.below(4) }, () => writeAmount(drawCents(random), language)),
    ]),
  };
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function familyName(language: Language, random: Random): string {
  const count = language.code === 'ja' ? 2 : 2 + Number(random.chance(0.35));
  return capitalised(Array.from({ length: count }, () => random.pick(language.syllables)).join(''));
}

export const personName = (language: Language, random: Random): string =>
  language.code === 'ja'
    ? `${familyName(language, random)} ${familyName(language, random)}`
    : `${random.chance(0.7) ? familyName(language, random) : `${familyName(language, random).charAt(0)}.`} ${familyName(language, random)}`;

export function companyName(language: Language, random: Random): string {
  const name = random.chance(0.5)
    ? familyName(language, random)
    : `${familyName(language, random)} ${capitalised(random.pick(language.words))}`;
  return random.chance(0.2)
    ? `${random.pick(language.legalForms)} ${name}`
    : `${name} ${random.pick(language.legalForms)}`;
}

/** Street and town, one line each. */
export function address(language: Language, random: Random): string[] {
  const town = `${digits(random, random.chance(0.7) ? 5 : 4)} ${familyName(language, random)}`;
  return [street(language, random), random.chance(0.8) ? town : town.split(' ').reverse().join(' ')];
}

export const street = (language: Language, random: Random): string =>
  random
    .pick(language.streets)
    .replace('{name}', familyName(language, random))
    .replace('{n}', String(1 + random.below(180)));

export const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => random.below(10)).join('');

/** @param format  `#` stands for a digit */
export const drawReference = (format: string, random: Random): string =>
  format.replace(/#/gu, () => String(random.below(10)));

export const drawDate = (random: Random): CalendarDate => ({
  day: 1 + random.below(28),
  month: 1 + random.below(12),
  year: 2009 + random.below(17),
});

/** The date so many days later, with months of 28 days, which is sufficient for synthetic dates. */
export function later(date: CalendarDate, days: number): CalendarDate {
  const count = date.year * 336 + (date.month - 1) * 28 + date.day - 1 + days;
  return { day: 1 + (count % 28), month: 1 + (Math.floor(count / 28) % 12), year: Math.floor(count / 336) };
}

/** @param format  as in Language.dates */
export function writeDate(date: CalendarDate, format: string, language: Language): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return format
    .replace('{dd}', two(date.day))
    .replace('{mm}', two(date.month))
    .replace('{month}', language.months[date.month - 1] ?? '')
    .replace('{d}', String(date.day))
    .replace('{m}', String(date.month))
    .replace('{y}', String(date.year));
}

/** The amount in the language's number format, without currency. @param cents  may be negative */
export function writeAmount(cents: number, language: Language): string {
  const japanese = language.code === 'ja';
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(
    /\B(?=(?:[0-9]{3})+$)/gu,
    language.thousands === ' ' ? '\u00a0' : language.thousands,
  );
  const text = japanese ? whole : `${whole}${language.decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  return cents < 0 ? `-${text}` : text;
}

export const drawCents = (random: Random, most = 200_000): number => 100 + Math.floor(most * random.next() ** 3);

export const iban = (language: Language, random: Random): string =>
  random.chance(0.5)
    ? `${language.code.toUpperCase()}${digits(random, 20)}`
    : `${language.code.toUpperCase()}${[2, 4, 4, 4, 4, 2].map((count) => digits(random, count)).join(' ')}`;
