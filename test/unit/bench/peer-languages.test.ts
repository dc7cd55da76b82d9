import { describe, expect, it } from 'vitest';
import { peerLanguages } from '../../../bench/running-service/peer-languages.ts';

const LISTING = `List of available languages in "/usr/share/deu+fra/5/tessdata/" (3):
deu
eng
osd
`;

describe('The languages that ocrmypdf reads with', () => {
  it('are all of the file where it has their data', () => {
    expect(peerLanguages(['eng', 'deu'], LISTING)).toEqual({ option: 'eng+deu', lacking: [] });
  });

  it('are the others where it lacks the data of some', () => {
    expect(peerLanguages(['eng', 'fra', 'deu', 'spa'], LISTING)).toEqual({
      option: 'eng+deu',
      lacking: ['fra', 'spa'],
    });
  });

  it('are none where it has the data of none', () => {
    expect(peerLanguages(['fra'], LISTING)).toEqual({ option: undefined, lacking: ['fra'] });
    expect(peerLanguages(['fra'], '')).toEqual({ option: undefined, lacking: ['fra'] });
  });
});
