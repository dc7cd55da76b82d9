import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { configureLanguageData, readLanguageData } from '../../../core/ocr/languages/language-data.ts';
import { reasonForTesseract } from '../../../core/ocr/lines/line-recognisers.ts';
import { loadLineRecogniser } from '../../../core/ocr/lstm/line-recogniser.ts';
import { UnsupportedNetworkError } from '../../../core/ocr/lstm/trained-data/network-file.ts';
import { dropEngines, recognise } from '../../../core/ocr/tesseract-engine.ts';
import { LANGUAGES } from '../../../core/ocr/languages/languages.ts';
import { drawPage } from './draw-line.ts';

/** English data whose first activation, Tanh, is renamed to Relu, which Tesseract supports and our kernel does not. */
async function otherNetwork(): Promise<Uint8Array> {
  const data = Buffer.from(await readLanguageData('en'));
  const at = data.indexOf('Tanh');
  data.write('Relu', at, 'latin1');
  return data;
}

describe('The networks of language data', () => {
  afterEach(() => {
    configureLanguageData({ prefer: 'npm' });
    dropEngines();
  });

  it('are run by our own kernel in every language that comes with Tearline', { tags: 'slow' }, async () => {
    for (const language of LANGUAGES) expect(await reasonForTesseract(language), language).toBeNull();
  });

  it('are rejected with a named error if they have another structure', async () => {
    await expect(loadLineRecogniser(await otherNetwork())).rejects.toThrow(UnsupportedNetworkError);
  });

  it('are run by Tesseract if our kernel cannot run them, and the reason is available', { tags: 'slow' }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'language-network-'));
    await writeFile(join(folder, 'eng.traineddata'), await otherNetwork());
    configureLanguageData({ folder });
    expect(await reasonForTesseract('en')).toMatch(/^This language's network is left to Tesseract: /u);
    const page = await drawPage(['Good morning'], 150);
    // Tesseract runs the changed network; its text is wrong, but it does not fail.
    await expect(
      recognise(page, ['en'], { dpi: 150, segmentation: 'page', alternatives: true }),
    ).resolves.toMatchObject({ words: expect.any(Array) as unknown });
    await rm(folder, { recursive: true });
  });

  it('are rejected if the file is truncated or not language data', async () => {
    const data = await readLanguageData('en');
    await expect(loadLineRecogniser(data.slice(0, 4000))).rejects.toThrow(RangeError);
    await expect(loadLineRecogniser(new TextEncoder().encode('no language data at all'))).rejects.toThrow(RangeError);
  });
});
