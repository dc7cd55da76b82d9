import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { drawPdf, withOversizedImage, withText } from '../../drawing/draw-upload.ts';
import { commandInFolder } from './command-in-folder.ts';
import type { Ended } from './command-in-folder.ts';

const { folder, spawnCommand, tearline } = commandInFolder();

describe('tearline split', () => {
  const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tearline-split-'));
  let before: string[];
  let ended: Ended;
  beforeAll(() => {
    before = temporaryFolders();
    mkdirSync(join(folder, 'a-folder'));
    ended = spawnCommand('split', 'missing.pdf', 'a-folder', '-o', 'out');
  });

  it('ends with 4 for a missing file and for a folder, and says so of each', () => {
    expect(ended.status).toBe(4);
    expect(ended.stderr).toContain('missing.pdf: There is no such file. (ENOENT)');
    expect(ended.stderr).toContain('a-folder: This is a folder. Name the files in it. (EISDIR)');
  });

  it(
    'ends with 3 where a file is no document or too large to be read, and prints nothing but JSON with --json',
    { tags: 'slow' },
    () => {
      writeFileSync(join(folder, 'text.pdf'), 'Dear Sirs');
      writeFileSync(join(folder, 'huge.pdf'), '');
      truncateSync(join(folder, 'huge.pdf'), 3 * 1024 ** 3);
      const { status, stdout } = spawnCommand('split', 'text.pdf', 'huge.pdf', '-o', 'out', '--json');
      expect(JSON.parse(stdout)).toMatchObject([
        { file: 'text.pdf', status: 'failed', code: 'unsupported_format', exit_code: 3 },
        { file: 'huge.pdf', status: 'failed', code: 'document_too_large', exit_code: 3 },
      ]);
      expect(status).toBe(3);
    },
  );

  const deletesItsData = async (signal: NodeJS.Signals): Promise<void> => {
    const temporary = mkdtempSync(join(folder, 'stopped-'));
    const program = join(import.meta.dirname, '../../../../bin/tearline.ts');
    const document = join(import.meta.dirname, '../../../../samples/mixed-mail.pdf');
    const child = spawn(process.execPath, [program, 'split', document, '-o', 'stopped'], {
      cwd: folder,
      env: { ...process.env, TMPDIR: temporary },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    const folders = () => readdirSync(temporary).filter((name) => name.startsWith('tearline-split-'));
    await expect
      .poll(() => folders().filter((name) => existsSync(join(temporary, name, 'table.sqlite'))), { timeout: 30_000 })
      .toHaveLength(1);
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
    expect(folders()).toEqual([]);
  };
  it('deletes its temporary data when SIGINT stops it', () => deletesItsData('SIGINT'));
  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'deletes its temporary data when %s stops it',
    { tags: 'slow' },
    deletesItsData,
  );

  it('leaves neither temporary data nor signal handlers where the service cannot be opened', async () => {
    const temporary = mkdtempSync(join(folder, 'unopened-'));
    vi.stubEnv('TMPDIR', temporary);
    const handlers = process.listenerCount('SIGTERM');
    // `tearline` restores the method.
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    const document = join(import.meta.dirname, '../../../../samples/mixed-mail.pdf');
    const { status } = await tearline('split', document, '-o', 'unopened');
    vi.unstubAllEnvs();
    expect([status, readdirSync(temporary), process.listenerCount('SIGTERM')]).toEqual([4, [], handlers]);
  });

  it('removes the PDFs of an earlier split of the same file, and no other file', { timeout: 90_000 }, async () => {
    writeFileSync(join(folder, 'again.pdf'), await drawPdf(withText(), withText(), withText()));
    const output = join(folder, 'again');
    const earlier = ['1-letter.pdf', '2-invoice.pdf', '3-order.pdf', '4-offer.pdf'];
    mkdirSync(output);
    for (const name of [...earlier, 'own.pdf']) writeFileSync(join(output, name), '%PDF-1.7');
    const listed = { sub_documents: earlier.map((name) => ({ pdf: join('again', name) })) };
    writeFileSync(join(output, 'again.result.json'), JSON.stringify(listed));
    expect(spawnCommand('split', 'again.pdf', '-o', 'again', '--mode', 'per_page', '--quiet')).toMatchObject({
      status: 0,
    });
    const names = readdirSync(output).filter((name) => name.endsWith('.pdf'));
    expect(names).toHaveLength(4);
    expect(names.filter((name) => earlier.includes(name))).toEqual([]);
    expect(names).toContain('own.pdf');
  });

  it(
    'names the pages that could not be read, in words and in the JSON',
    { tags: 'slow', timeout: 90_000 },
    async () => {
      writeFileSync(join(folder, 'gap.pdf'), await drawPdf(withText(), withOversizedImage(25_000), withText()));
      const printed = spawnCommand('split', 'gap.pdf', '-o', 'gap', '--mode', 'none');
      expect(printed).toMatchObject({ status: 0, stderr: '' });
      expect(printed.stdout).toContain('pages 1–3\n  Page 2 could not be read: it is damaged or took too long.\n');
      const { stdout } = spawnCommand('split', 'gap.pdf', '-o', 'gap', '--mode', 'none', '--json');
      expect(JSON.parse(stdout)).toMatchObject([
        { status: 'succeeded', unread_pages: [2], result: { document_splitting: { unread_pages: [2] } } },
      ]);
    },
  );

  it('leaves no temporary data behind', () => {
    expect(temporaryFolders().filter((name) => !before.includes(name))).toEqual([]);
  });
});
