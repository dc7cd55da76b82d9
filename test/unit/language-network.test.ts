import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { configureLanguageData, readLanguageData } from '../../core/ocr/languages/language-data.ts';
import { reasonForTesseract } from '../../core/ocr/line-recognisers.ts';
import { loadLineRecogniser } from '../../core/ocr/lstm/line-recogniser.ts';
import { UnsupportedNetworkError } from '../../core/ocr/lstm/trained-data/network-file.ts';
import { dropEngines, recognise } from '../../core/ocr/tesseract-engine.ts';
import { LANGUAGES } from '../../core/ocr/languages/languages.ts';
import { drawPage } from './draw-line.ts';

/** English data whose first layer is called another one that Tesseract knows: its values never leave −1 to 1, so it does almost the same. */
async function otherNetwork(): Promise<Uint8Array> {
  const data = Buffer.from(await readLanguageData('en'));
  const at = data.indexOf('Tanh');
  data.write('Relu', at, 'latin1');
  return data;
}

describe('networks of language data', () => {
  afterEach(() => {
    configureLanguageData({});
    dropEngines();
  });

  it('are run by our own kernel in every language that comes with Tearline', async () => {
    configureLanguageData({ prefer: 'npm' });
    for (const language of LANGUAGES) expect(await reasonForTesseract(language), language).toBeNull();
  });

  it('are refused by name where they are of another shape', async () => {
    await expect(loadLineRecogniser(await otherNetwork())).rejects.toThrow(UnsupportedNetworkError);
  });

  it('are left to Tesseract where we cannot run them, and the reason can be asked for', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'language-network-'));
    await writeFile(join(folder, 'eng.traineddata'), await otherNetwork());
    configureLanguageData({ folder });
    expect(await reasonForTesseract('en')).toMatch(/^This language's network is left to Tesseract: /u);
    const page = await drawPage(['Good morning'], 150);
    // Tesseract runs the changed network; it has forgotten how to read, but it answers.
    await expect(
      recognise(page, ['en'], { dpi: 150, segmentation: 'page', alternatives: true }),
    ).resolves.toMatchObject({ words: expect.any(Array) as unknown });
    await rm(folder, { recursive: true });
  });

  it('are refused where the file ends too early or is none', async () => {
    const data = await readLanguageData('en');
    await expect(loadLineRecogniser(data.slice(0, 4000))).rejects.toThrow(RangeError);
    await expect(loadLineRecogniser(new TextEncoder().encode('no language data at all'))).rejects.toThrow(RangeError);
  });
});
