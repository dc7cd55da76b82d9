import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../core/ocr/languages/languages.ts';
import { findPageLanguage, languageOfWords } from '../../../../core/ocr/pages/find-page-language.ts';
import { recognisePage } from '../../../../core/ocr/pages/recognise-page.ts';
import { recognise } from '../../../../core/ocr/tesseract-engine.ts';
import { drawScan, withLines } from '../draw-scan.ts';

describe('A page in a language that no engine has, with a few words that look English', () => {
  const ESTONIAN = [
    'Käesolevaga kinnitame, et töövõtja on täitnud kõik kohustused õigeaegselt. Info: as above',
    'Üürnik tasub üüri järgmise kuu kümnendaks kuupäevaks. Küsimuste korral helistage büroosse',
    'Pärast tähtaega lisandub viivis. Täpsem ülevaade ärikliendi jaoks: hinnad, käibemaks, tingimused',
    'Tööpäeviti vastame kõigile pöördumistele nädala jooksul. Date of order: kaheksas jaanuar',
    'Ettemaksu tagastame täies ulatuses, kui ürituse ärajäämine ei sõltu külastajast. Page one',
    'Mööbel, külmkapp ja pesumasin jäävad üürniku käsutusse kogu üürilepingu ajaks',
  ];

  it('is read by the engine that is the most confident in its lines', { tags: 'slow' }, async () => {
    const page = await recognisePage(await drawScan(withLines(ESTONIAN, { size: 9 })), { languages: [] });
    const letters = (text: string) => text.match(/[äöü]/gu)?.length ?? 0;
    const read = letters(page.words.map(({ text }) => text).join(' '));
    expect(read / letters(ESTONIAN.join(' ').toLowerCase())).toBeGreaterThan(0.6);
  });
});

describe('A page of which few lines were found at first', () => {
  const CZECH = ['Příští neděli přijedeme', 'Těšíme se na večeři'];

  /** The language that a page of these lines, read in German, shows. */
  const found = async (lines: readonly string[], identified: 'de' | null) => {
    const image = await (await drawScan(withLines(lines))).render(150);
    const read = await recognise(image, ['de'], { dpi: 150, segmentation: 'page', alternatives: true });
    return findPageLanguage({ image, dpi: 150 }, read, { languages: ['de'], among: LANGUAGES, identified });
  };

  it('is in the language that the probe has identified, which may have read other lines', async () => {
    await expect(found(CZECH, null)).resolves.toBe('cs');
    await expect(found(CZECH, 'de')).resolves.not.toBe('cs');
  });

  it('is in the language that its words surely show in the end', () => {
    const german =
      'Einführung in die Bearbeitung von Texten und das Einfügen von Bildern mit der Gestaltung für ein Unternehmen';
    expect(languageOfWords(german, 'cs', LANGUAGES)).toBe('de');
    expect(languageOfWords(german, null, LANGUAGES)).toBe('de');
    expect(languageOfWords(german, 'ja', LANGUAGES)).toBe('ja');
    const names = Array.from({ length: 20 }, () => 'Novak Svoboda Dvorak Cerny Prochazka Kucera').join(' ');
    expect(languageOfWords(`${german} ${names}`, 'cs', LANGUAGES)).toBe('cs');
  });
});
