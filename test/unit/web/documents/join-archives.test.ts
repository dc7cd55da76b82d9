import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { folderNames } from '../../../../web/src/documents/selection/archive/archive-names.ts';
import { ArchiveTooLargeError } from '../../../../web/src/components/archive/archive-too-large-error.ts';
import { joinContents } from '../../../../web/src/documents/selection/archive/contents.ts';
import { joinArchives } from '../../../../web/src/documents/selection/archive/join-archives.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const archiveOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, value]) => [name, text(value)])), { level: 0 });
const textsIn = async (archive: Blob): Promise<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(unzipSync(new Uint8Array(await archive.arrayBuffer()))).map(([name, bytes]) => [
      name,
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
    ]),
  );

describe('The archive of several results', () => {
  it('has a folder for each, and one table of contents with one byte-order mark', async () => {
    const sent = (fileName: string, files: Readonly<Record<string, string>>) => ({
      fileName,
      fetchArchive: () => Promise.resolve(archiveOf(files)),
    });
    const progress: number[] = [];
    const archive = await joinArchives(
      [
        sent('mail.pdf', { '1 Brief für Ann.pdf': 'a', 'contents.csv': '\ufeffindex,name\r\n0,Brief\r\n' }),
        sent('mail.pdf', {
          '1 Letter.pdf': 'b',
          '2 Invoice.pdf': 'c',
          'contents.csv': '\ufeffindex,name\r\n0,x\r\n1,y\r\n',
        }),
      ],
      (done) => progress.push(done),
    );
    expect(await textsIn(archive)).toEqual({
      '1 mail/1 Brief für Ann.pdf': 'a',
      '2 mail/1 Letter.pdf': 'b',
      '2 mail/2 Invoice.pdf': 'c',
      'contents.csv': '\ufefffolder,index,name\r\n1 mail,0,Brief\r\n2 mail,0,x\r\n2 mail,1,y\r\n',
    });
    expect(progress).toEqual([1, 2]);
  });

  it('is not made where a result cannot be fetched, or is too large', async () => {
    const gone = { fileName: 'a.pdf', fetchArchive: () => Promise.reject(new Error('gone')) };
    await expect(joinArchives([gone], () => undefined)).rejects.toThrow('gone');
    const large = { fileName: 'b.pdf', fetchArchive: () => Promise.resolve(archiveOf({ 'b.pdf': 'long text' })) };
    await expect(joinArchives([large], () => undefined, 8)).rejects.toBeInstanceOf(ArchiveTooLargeError);
  });
});

describe('The names of its folders', () => {
  it('sort as the files do and lead nowhere else', () => {
    const names = Array.from({ length: 9 }, () => 'x.pdf');
    expect(folderNames([...names, '../../etc/passwd', 'C:\\a\u202efdp.exe', '...'])).toEqual([
      ...names.map((_, index) => `0${index + 1} x`),
      '10 .. .. etc passwd',
      '11 C a fdp',
      '12',
    ]);
  });
});

describe('Its table of contents', () => {
  it('keeps quotation marks, commas and line ends of names', () => {
    const csv = 'index,name\r\n0,"a ""b"", c\r\nd"\r\n1,e\r\n';
    expect(joinContents([{ folder: '1 a, b', csv }])).toBe(
      '\ufefffolder,index,name\r\n"1 a, b",0,"a ""b"", c\r\nd"\r\n"1 a, b",1,e\r\n',
    );
  });

  it.each([
    [false, true],
    [true, false],
  ])('has as many fields in each record where only some results have crops (%s, %s)', (...cropped) => {
    const tables = cropped.map((hasCrops, index) => ({
      folder: String(index + 1),
      csv: hasCrops
        ? 'index,name,first_crop,last_crop\r\n0,"a, b",1,2\r\n1,c,3,3\r\n'
        : 'index,name\r\n0,"a, b"\r\n1,c\r\n',
    }));
    const ends = (hasCrops: boolean) => (hasCrops ? ['1,2', '3,3'] : [',', ',']);
    expect(joinContents(tables).slice(1).split('\r\n')).toEqual([
      'folder,index,name,first_crop,last_crop',
      ...cropped.flatMap((hasCrops, index) => {
        const [first, second] = ends(hasCrops);
        return [`${index + 1},0,"a, b",${first}`, `${index + 1},1,c,${second}`];
      }),
      '',
    ]);
  });

  it('shows a name that a spreadsheet would calculate as text', () => {
    const csv = 'index,name\r\n0,a\r\n';
    expect(joinContents([{ folder: '1 a;=1', csv }]).split('\r\n')[1]).toBe("1 a;'=1,0,a");
  });
});
