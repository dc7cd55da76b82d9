/** The languages of the interface: a folder of web/src/locales each, a file for each subject, loaded when it is needed. */
import i18next from 'i18next';
import type { BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { browserStore } from './browser-store.ts';
import { loadPart } from './load-part.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const STORED_AS = 'tearline-language';
const files = import.meta.glob<Readonly<Record<string, unknown>>>('../locales/*/*.json', { import: 'default' });

const isLanguage = (text: string): text is Language => Object.hasOwn(LANGUAGES, text);

/** The chosen language, else the first one of the browser's that there is, else English. */
const firstLanguage = (): Language => {
  const wanted = [browserStore.getItem(STORED_AS) ?? '', ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
};

const fileBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (load === undefined) done(new Error(`There are no texts of ${namespace} in ${language}.`), null);
    else
      loadPart(load).then(
        (texts) => {
          done(null, texts);
        },
        (error: unknown) => {
          done(error instanceof Error ? error : new Error(String(error)), null);
        },
      );
  },
};

const showLanguage = (language: string): void => {
  document.documentElement.lang = language;
};

export const startLanguages = async (): Promise<void> => {
  i18next.on('languageChanged', showLanguage);
  await i18next
    .use(fileBackend)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      // Each language has all texts (locales.test.ts).
      fallbackLng: false,
      // The texts are asked for at once, and not after what else the page needs.
      initAsync: false,
      supportedLngs: Object.keys(LANGUAGES),
      // What the shell around every page says.
      ns: ['app', 'session'],
      defaultNS: 'app',
      // React escapes what it draws.
      interpolation: { escapeValue: false },
    });
};

export const chooseLanguage = async (language: Language): Promise<void> => {
  try {
    browserStore.setItem(STORED_AS, language);
  } catch {
    // The page is in that language until it is closed.
  }
  await i18next.changeLanguage(language);
};
