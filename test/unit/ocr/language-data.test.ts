import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import {
  configureLanguageData,
  describeLanguageData,
  readLanguageData,
} from '../../../core/ocr/languages/language-data.ts';
import { LANGUAGES } from '../../../core/ocr/languages/languages.ts';

describe('The source of language data', () => {
  afterEach(() => {
    configureLanguageData({ prefer: 'npm' });
  });

  it('provides every language from the packages that are installed with Tearline', async () => {
    expect(describeLanguageData().map(({ language, origin }) => [language, origin])).toEqual(
      LANGUAGES.map((language) => [language, 'npm']),
    );
    expect((await readLanguageData('fr')).length).toBeGreaterThan(500_000);
  });

  it('is a configured folder first, for the languages that it contains', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tessdata-'));
    try {
      await writeFile(join(folder, 'deu.traineddata'), 'own data');
      configureLanguageData({ folder, prefer: 'npm' });
      const sources = describeLanguageData();
      expect(sources.find(({ language }) => language === 'de')).toMatchObject({
        origin: 'folder',
        file: join(folder, 'deu.traineddata'),
      });
      expect(sources.find(({ language }) => language === 'en')?.origin).toBe('npm');
      expect(new TextDecoder().decode(await readLanguageData('de'))).toBe('own data');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
