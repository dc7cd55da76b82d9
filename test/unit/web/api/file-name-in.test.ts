import { describe, expect, it } from 'vitest';
import { inlineFile } from '../../../../lambdas/api/representation/content-disposition.ts';
import { fileNameIn } from '../../../../web/src/api/results/file-name-in.ts';

const named = (name: string): Headers => new Headers({ 'content-disposition': inlineFile(name) });

describe('The name of a file that the API answers with', () => {
  it.each(['mixed-mail.zip', 'Rechnung Müller.pdf', '請求書 1.pdf', '100 % “sure”, really.pdf'])('is %s', (name) => {
    expect(fileNameIn(named(name))).toBe(name);
  });

  it('has no folder', () => {
    expect(fileNameIn(named('../../b.pdf'))).toBe('b.pdf');
    expect(fileNameIn(named('c:\\d.pdf'))).toBe('d.pdf');
  });

  it('is not there where the answer has none, or one that names a folder', () => {
    expect(fileNameIn(new Headers())).toBeUndefined();
    expect(fileNameIn(new Headers({ 'content-disposition': 'inline' }))).toBeUndefined();
    expect(fileNameIn(named('..'))).toBeUndefined();
  });
});
