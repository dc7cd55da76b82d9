import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '../../../web/src');
const LOCALES = join(SOURCE, 'locales');
const languages = readdirSync(LOCALES);
const subjects = readdirSync(join(LOCALES, 'en')).map((name) => name.replace('.json', ''));

type Texts = Readonly<Record<string, unknown>>;

/** Keys of texts, joined by points, without the endings by which i18next knows the plural forms. */
const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [`${before}${key.replace(/_(zero|one|two|few|many|other)$/, '')}`]
      : // Every value that is no text is a group of texts.
        keysOf(value as Texts, `${before}${key}.`),
  );

const textsOf = (language: string, subject: string): Texts =>
  JSON.parse(readFileSync(join(LOCALES, language, `${subject}.json`), 'utf8')) as Texts;

const readSources = (): string =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => readFileSync(join(SOURCE, name), 'utf8'))
    .join('\n');

const secondOf = (pattern: RegExp, sources: string): ReadonlySet<string> =>
  new Set(Array.from(sources.matchAll(pattern), ([, , name = '']) => name));
/** What may be names of texts in the programs: whole literals, and the beginnings of templates before a point. */
const findNames = (sources: string) => ({
  // The quote at the end may be that at which the next literal begins.
  literals: secondOf(/(['"`])([\w.:-]+)(?=\1)/g, sources),
  beginnings: secondOf(/(`)([\w.:-]+)\.\$\{/g, sources),
});

/** Whether a program names the key: as a literal, with or without its subject, or as the beginning of a template. */
const isUsed = ({ literals, beginnings }: ReturnType<typeof findNames>, subject: string, key: string): boolean =>
  [key, `${subject}:${key}`].some(
    (name) =>
      literals.has(name) ||
      name.split('.').some((_, index, parts) => index > 0 && beginnings.has(parts.slice(0, index).join('.'))),
  );

/** The values that a text names, with the key of the text; one of its plural forms may lack some. */
const placeholdersOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? Array.from(
          value.matchAll(/\{\{(.*?)\}\}/g),
          ([, name = '']) => `${keysOf({ [key]: value }, before)[0] ?? ''}: ${name}`,
        )
      : placeholdersOf(value as Texts, `${before}${key}.`),
  );

describe('The texts of the interface', () => {
  it('are in English and German', () => {
    expect(languages.sort()).toEqual(['de', 'en']);
  });

  it.each(languages)('have the same subjects in %s as in English', (language) => {
    expect(readdirSync(join(LOCALES, language)).sort()).toEqual(readdirSync(join(LOCALES, 'en')).sort());
  });

  it.each(subjects)('about %s have the same keys in every language', (subject) => {
    const expected = new Set(keysOf(textsOf('en', subject)));
    for (const language of languages) expect(new Set(keysOf(textsOf(language, subject))), language).toEqual(expected);
  });

  it.each(subjects)('about %s name the same values in every language', (subject) => {
    const expected = new Set(placeholdersOf(textsOf('en', subject)));
    for (const language of languages)
      expect(new Set(placeholdersOf(textsOf(language, subject))), language).toEqual(expected);
  });

  const names = findNames(readSources());
  it.each(subjects)('about %s are all used', (subject) => {
    expect(keysOf(textsOf('en', subject)).filter((key) => !isUsed(names, subject, key))).toEqual([]);
  });
});

const textOf = async (language: string, key: string, values: object): Promise<string> => {
  const texts = Object.fromEntries(subjects.map((subject) => [subject, textsOf(language, subject)]));
  const instance = i18next.createInstance();
  await instance.init({ lng: language, resources: { [language]: texts } });
  return instance.t(key, { ...values });
};

describe('Of one, the texts speak in the singular', () => {
  const own = { gaps: '1', documents: '1' };
  const cases: readonly (readonly [language: string, key: string, values: object, text: string])[] = [
    ['en', 'editor:review.places', { doubtful: 1 }, '1 of 1 place to look at'],
    ['de', 'editor:review.places', { doubtful: 1 }, '1 von 1 Stelle anzusehen'],
    ['en', 'editor:review.own', own, 'measured on 1 decision in 1 of your own documents'],
    ['de', 'editor:review.own', own, 'gemessen an 1 Entscheidung in 1 Ihrer Dokumente'],
    ['en', 'editor:unseen.places', {}, '1 place to look at'],
    ['de', 'editor:unseen.places', {}, '1 Stelle'],
    ['en', 'editor:working.pages', { done: 0 }, '0 of 1 page read'],
    ['de', 'editor:working.pages', { done: 0 }, '0 von 1 Seite gelesen'],
    ['en', 'app:archive.progress', { done: 1 }, '1 of 1 file collected'],
    ['de', 'app:archive.progress', { done: 1 }, '1 von 1 Datei gesammelt'],
    ['en', 'training-data:upload.summary', { ended: 1 }, '1 of 1 file is done.'],
    ['de', 'training-data:upload.summary', { ended: 1 }, '1 von 1 Datei ist fertig.'],
    ['en', 'training-data:documents.shown', { shown: 1 }, '1 of 1 file is listed.'],
    ['de', 'training-data:documents.shown', { shown: 1 }, '1 von 1 Datei ist aufgeführt.'],
    [
      'en',
      'training-data:advice.trainAgain',
      { added: '1' },
      '1 document was added since the last training. Train again.',
    ],
    [
      'de',
      'training-data:advice.trainAgain',
      { added: '1' },
      '1 Dokument kam seit dem letzten Training hinzu. Trainieren Sie erneut.',
    ],
    ['en', 'documents:deleted.text', {}, 'The service was asked for it afterwards, and does not have it any more.'],
    ['de', 'documents:deleted.text', {}, 'Der Dienst wurde anschließend danach gefragt und hat es nicht mehr.'],
    ['en', 'process:leftOut.reason.empty', {}, 'It is empty: 0 bytes. Scan or save it again.'],
    ['de', 'process:leftOut.reason.empty', {}, 'Sie ist leer: 0 Byte. Scannen oder speichern Sie sie noch einmal.'],
  ];

  it.each(cases)('in %s: %s', async (language, key, values, text) => {
    expect(await textOf(language, key, { ...values, count: 1 })).toBe(text);
  });
});

describe('Of many, the texts write the number as their language does', () => {
  it.each([
    ['en', 'start:card.use', '12,345 documents in 30 days'],
    ['de', 'start:card.use', '12.345 Dokumente in 30 Tagen'],
    ['en', 'app:rows', '12,345 rows'],
    ['de', 'documents:list.pages', '12.345 Seiten'],
  ])('in %s: %s', async (language, key, text) => {
    expect(await textOf(language, key, { count: 12_345 })).toBe(text);
  });
});
