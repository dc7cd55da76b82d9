import { describe, expect, it } from 'vitest';
import { fileNameOf, titleOf, uploadNameOf } from '../../../core/results/file-names.ts';
import { inlineFile } from '../../../lambdas/api/representation/content-disposition.ts';

const PDF = 'application/pdf';

describe('The file name of a result', () => {
  it.each([
    ['Invoice 2291', 'Invoice 2291.pdf'],
    ['Bureau des Élèves', 'Bureau des Élèves.pdf'],
    ['請求書 No. 12', '請求書 No. 12.pdf'],
    ['Rechnung 4711/März', 'Rechnung 4711 März.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['..\\..\\boot', 'boot.pdf'],
    ['.profile', 'profile.pdf'],
    ['line\r\nX-Evil: 1\0', 'line X-Evil 1.pdf'],
    ['Re: offer <final> | "A*B"?', 'Re offer final A B.pdf'],
    ['invoice\u202efdp.exe', 'invoice fdp.exe.pdf'],
    ['half a pair \ud800', 'half a pair \ufffd.pdf'],
    ['   ', 'document.pdf'],
    ['', 'document.pdf'],
    ['/', 'document.pdf'],
    ['a'.repeat(300), `${'a'.repeat(80)}.pdf`],
    ['請'.repeat(300), `${'請'.repeat(74)}.pdf`],
  ])('of %j is %j', (title, name) => {
    expect(fileNameOf(title, PDF)).toBe(name);
  });

  it('has the extension of its content type and keeps the suffix of a long title', () => {
    expect(fileNameOf('a', 'image/jpeg', '-page-2')).toBe('a-page-2.jpg');
    expect(fileNameOf('b'.repeat(100), 'image/jpeg', '-thumbnail')).toBe(`${'b'.repeat(80)}-thumbnail.jpg`);
    for (const none of ['text/html', 'image/png']) expect(() => fileNameOf('a', none)).toThrow(RangeError);
  });

  it('fits the 255 bytes of a file system with every suffix, and with the number that it has in an archive', () => {
    const longest = fileNameOf('\u{20bb7}'.repeat(300), 'image/jpeg', '-page-100000');
    expect(longest).toBe(`${'\u{20bb7}'.repeat(56)}-page-100000.jpg`);
    expect(Buffer.byteLength(`100000 ${longest}`)).toBeLessThanOrEqual(255);
  });

  it.each([
    ['inbox.pdf', 'inbox'],
    ['scan.2026-11.tiff', 'scan.2026-11'],
    ['inbox', 'inbox'],
    ['.pdf', '.pdf'],
  ])('of the upload %s begins with %s', (fileName, title) => {
    expect(titleOf(fileName)).toBe(title);
  });
});

describe('The file name of an upload', () => {
  it('has no characters that Windows forbids, and its extension', () => {
    expect(uploadNameOf('scan 12:30.PDF')).toBe('scan 12 30.PDF');
  });
});

describe('Content-Disposition', () => {
  it.each([
    ['Invoice 2291.pdf', `inline; filename="Invoice 2291.pdf"; filename*=UTF-8''Invoice%202291.pdf`],
    ['Élèves.pdf', `inline; filename=Eleves.pdf; filename*=UTF-8''%C3%89l%C3%A8ves.pdf`],
    ['請求書.pdf', `inline; filename=___.pdf; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf`],
    ['50%41 "off".pdf', `inline; filename="50_41 \\"off\\".pdf"; filename*=UTF-8''50%2541%20%22off%22.pdf`],
  ])('of %s has the name in ASCII and as it is', (name, header) => {
    expect(inlineFile(name)).toBe(header);
  });
});
