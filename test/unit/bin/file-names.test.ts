import { describe, expect, it } from 'vitest';
import { folderNames, slugOf, subPdfName } from '../../../bin/split/file-names.ts';

describe('names of split files', () => {
  it.each([
    ['Rechnung Nr. 4711 / März', 'rechnung-nr-4711-märz'],
    ['../../etc/passwd', 'etc-passwd'],
    ['請求書 No. 12', '請求書-no-12'],
    ['—', ''],
    ['a'.repeat(200), 'a'.repeat(60)],
  ])('consist of letters and digits: %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('sort in order of the documents', () => {
    expect([subPdfName(0, 'Invoice', 12), subPdfName(11, 'Letter', 12)]).toEqual(['01-invoice.pdf', '12-letter.pdf']);
    expect(subPdfName(0, '***', 3)).toBe('1.pdf');
  });

  it('are separate folders for files with the same name', () => {
    expect(folderNames(['a/scan.pdf', 'b/scan.pdf', 'c/mail.tiff'])).toEqual(['scan', 'scan-2', 'mail']);
  });

  it('are separate folders for names that some file systems take for the same', () => {
    const [composed, decomposed] = ['M\u00e4rz', 'Ma\u0308rz'];
    expect(folderNames([`${composed}.pdf`, `b/${decomposed}.pdf`, 'Scan.pdf', 'b/scan.pdf'])).toEqual([
      composed,
      `${decomposed}-2`,
      'Scan',
      'scan-2',
    ]);
  });
});
