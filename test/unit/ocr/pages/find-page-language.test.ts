import { describe, expect, it } from 'vitest';
import { recognisePage } from '../../../../core/ocr/pages/recognise-page.ts';
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

  it('is read by the engine that is the most confident in its lines', async () => {
    const page = await recognisePage(await drawScan(withLines(ESTONIAN, { size: 9 })), { languages: [] });
    const letters = (text: string) => text.match(/[äöü]/gu)?.length ?? 0;
    const read = letters(page.words.map(({ text }) => text).join(' '));
    expect(read / letters(ESTONIAN.join(' ').toLowerCase())).toBeGreaterThan(0.6);
  });
});
