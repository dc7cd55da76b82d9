import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiProblem, NoAnswerError, ShareLinkRefusedError } from '../../../../web/src/api/client/problem.ts';
import type { ProblemDocument } from '../../../../web/src/api/client/problem.ts';
import { describeRefusal } from '../../../../web/src/components/describe-refusal.ts';
import { describeError } from '../../../../web/src/components/describe-error.ts';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const LANGUAGES = ['en', 'de'] as const;

type Texts = Readonly<Record<'problem', Readonly<Record<string, string>>>>;

const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(join(REPOSITORY, `web/src/locales/${language}/app.json`), 'utf8')) as Texts;

const problem = (code: string, more: Partial<ProblemDocument> = {}): ApiProblem =>
  new ApiProblem({ status: 409, title: 'Of the API', detail: 'A sentence of the API.', code, ...more });

/** The codes of core's errors and of failed requests, and that of a defect, which the API's outermost layer writes. */
const codesOfCore = (): Set<string> => {
  const folder = join(REPOSITORY, 'core/errors');
  const files = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    join(REPOSITORY, 'core/requests/failure.ts'),
  ];
  const codes = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/code(?: =| \?\?|:) '(\w+)'/g)].map(([, code]) => code ?? ''),
  );
  return new Set([...codes, 'internal_error']);
};

beforeAll(() =>
  i18next.init({ resources: Object.fromEntries(LANGUAGES.map((language) => [language, { app: textsOf(language) }])) }),
);
beforeEach(() => i18next.changeLanguage('de'));

describe('A service that does not answer', () => {
  it('asks to try again, since only reads go on by themselves, which show no error', () => {
    const { title, detail } = describeError(new NoAnswerError());
    expect(title).toBe('Der Dienst antwortet nicht');
    expect(detail).toContain('Versuchen Sie es noch einmal');
    expect(detail).not.toContain('von selbst');
  });
});

describe('An error of the API', () => {
  it('says what to do in the language of the reader', () => {
    expect(describeError(problem('last_owner')).detail).toBe(textsOf('de').problem['last_owner']);
  });

  it('keeps the sentence of the API where the interface has none', () => {
    expect(describeError(problem('a_code_of_tomorrow')).detail).toBe('A sentence of the API.');
  });

  it.each(LANGUAGES)(
    'of a file that is no model, is damaged, or cannot be loaded has a sentence of its own in %s',
    async (language) => {
      await i18next.changeLanguage(language);
      const sentences = ['foreign_model', 'damaged_model', 'unsupported_model', 'unusable_weights'].map((type) =>
        describeRefusal({ loc: ['body', 'file'], msg: 'Of the API', type }),
      );
      expect(new Set(sentences).size).toBe(4);
      expect(sentences).not.toContain('Of the API');
    },
  );

  it('of an address that was cut off says that nothing is there', () => {
    const errors = [{ loc: ['path', 'processing_id'], msg: 'must be a UUID', type: 'invalid_format' }];
    const { title, detail } = describeError(problem('validation_error', { status: 422, errors }));
    expect(title).toBe('Es ist nicht mehr da');
    expect(detail).toBe(textsOf('de').problem['not_found']);
  });

  it('names each refused field once', () => {
    const errors = [{ loc: ['body', 'url'], msg: 'names a host that does not exist', type: 'value_error' }];
    const { detail } = describeError(problem('validation_error', { detail: 'body.url: names a host …', errors }));
    expect(detail).toBe('Adresse: names a host that does not exist');
  });

  it.each([
    [
      'email',
      'address_taken',
      'E-Mail-Adresse: Diese Adresse gehört schon einer Person: Jede Adresse gehört zu einem Konto.',
    ],
    ['email', 'address_refused', 'E-Mail-Adresse: Mit dieser Adresse kann sich niemand anmelden. Prüfen Sie sie.'],
    ['url', 'name_not_found', 'Adresse: Einen Rechner dieses Namens gibt es nicht. Prüfen Sie die Adresse.'],
    ['name', 'too_big', 'Name: Der Name ist zu lang. Kürzen Sie ihn.'],
    ['retain_days', 'too_big', 'Tage: Die Angabe ist zu lang oder zu groß.'],
  ])('says in the language of the reader that %s is refused as %s', (name, type, sentence) => {
    const errors = [{ loc: ['body', name], msg: 'A sentence of the API.', type }];
    expect(describeError(problem('validation_error', { errors })).detail).toBe(sentence);
  });

  it('says which list has a refused element', () => {
    const errors = [{ loc: ['body', 'parameters', 'languages', 1], msg: 'must be ja or en', type: 'invalid_value' }];
    const { detail } = describeError(problem('validation_error', { errors }));
    expect(detail).toBe('Sprachen: Diese Wahl hat der Dienst nicht. Wählen Sie anders.');
  });

  it('names the place of a refused part for which the interface has no name', () => {
    const errors = [{ loc: ['body', 'one', 'another'], msg: 'must be even', type: 'odd' }];
    expect(describeError(problem('validation_error', { errors })).detail).toBe('one.another: must be even');
  });

  it('says what to do where the refused part is only that of the code', () => {
    const errors = [{ loc: ['path', 'workflow_id'], msg: 'A sentence of the API.', type: 'workflow_fixed' }];
    expect(describeError(problem('workflow_fixed', { errors })).detail).toBe(
      'Dieser Workflow kann nicht geändert werden.',
    );
  });

  it('tells a person with a share link that is not valid to ask for a new one, not to sign in', () => {
    const { title, detail } = describeError(new ShareLinkRefusedError());
    expect(title).toBe('Der Freigabelink gilt nicht');
    expect(detail).toContain('Lassen Sie sich einen neuen geben.');
    expect(title + detail).not.toMatch(/angemeldet|Melden/);
  });

  it.each(Object.keys(textsOf('en').problem))('has the code %s in core', (code) => {
    expect(codesOfCore()).toContain(code);
  });
});
