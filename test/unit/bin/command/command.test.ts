import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { openLocalAccounts } from '../../../../adapters/local/local-service.ts';
import { installModels } from '../../../../bin/models/install-models.ts';
import { LINE_MODEL } from '../../../../core/ocr/ppocr/model-files.ts';
import { commandInFolder, makeFirstAccount } from './command-in-folder.ts';

const { folder, spawnCommand, tearline } = commandInFolder();

describe('the command', () => {
  it('documents its subcommands and exit codes', () => {
    const { status, stdout } = spawnCommand('--help');
    expect(status).toBe(0);
    for (const word of ['start', 'split', 'keys', 'doctor', 'Exit codes:', '70']) expect(stdout).toContain(word);
  });

  it('names the command that lists the commands, as it can be typed', async () => {
    expect((await tearline('splt')).stderr).toContain('(npx tearline --help lists the commands)');
  });

  it.each([
    [['splt'], "unknown command 'splt'"],
    [['split', 'a.pdf'], "required option '-o, --output <dir>'"],
    [['start', '--port', '99999'], 'from 0 to 65535'],
    [['restore-drill'], "required option '--stage <name>'"],
    [['restore-drill', '--stage', 'prod', '--to', '2026-11-21 08:00'], 'a time with its zone'],
    [['restore-drill', '--stage', 'prod', '--sample', '0'], 'from 1 to 10000'],
    [['start', '--data', 'nowhere', '--cors-origin', '*'], 'an origin as browsers send it'],
    [['start', '--data', 'nowhere', '--cors-origin', 'https://app.example.com/'], 'an origin as browsers send it'],
    [['split', 'a.pdf', '-o', 'out', '--threshold', '2'], 'a number from 0 to 1'],
    [['split', 'a.pdf', '-o', 'out', '--languages', 'xx'], 'must be one of en, de'],
    [['split', 'a.pdf', '-o', 'out', '--split-before', 'two'], '"two" is not a page number'],
    [['keys', 'list', '--data', 'nowhere'], 'There is no service in'],
    [['keys', 'create', '--data', 'nowhere'], "required option '--name <text>'"],
    [['keys', 'create', '--name', 'Mail room', '--days', '0'], 'from 1 to 3650'],
    [['keys', 'revoke'], "missing required argument 'key-id'"],
    [['keys', 'list', '--bogus'], "unknown option '--bogus'"],
    [['keys', 'lst'], 'Did you mean list?'],
    [['start', '--data', 'nowhere', '--language-data', 'no-folder'], 'There is no folder'],
    [['split', 'a.pdf', '-o', 'nowhere', '--language-data', 'no-folder'], 'There is no folder'],
    [['doctor', '--language-data', 'no-folder'], 'There is no folder'],
  ])('ends with 2 for an invalid command line, and says what is wrong with it: %j', async (args, said) => {
    const { status, stderr } = await tearline(...args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('ends with 4 while another process keeps the table locked', { tags: 'slow' }, async () => {
    const data = join(folder, 'locked');
    (await openLocalAccounts(data)).close();
    const other = new DatabaseSync(join(data, 'table.sqlite'));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    const { status, stderr } = await tearline('keys', 'list', '--data', 'locked');
    other.close();
    expect([status, stderr]).toEqual([4, 'tearline: Another process keeps the table locked. Try again in a moment.\n']);
  });

  it('reports what is installed and what is missing', async () => {
    const { stdout } = await tearline('doctor', '--json');
    const findings = JSON.parse(stdout) as { what: string; status: string; text: string }[];
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Node.js', 'language en', 'language ja', 'split model', 'data folder', 'memory']),
    );
    expect(findings.find(({ what }) => what === 'Node.js')).toMatchObject({
      status: 'ok',
      text: process.versions.node,
    });
  });

  it.each(['a-file', 'a-file/data'])('reports that no data folder can be at %s', async (data) => {
    writeFileSync(join(folder, 'a-file'), '');
    const { status, stdout } = await tearline('doctor', '--json', '--data', data);
    expect([status, JSON.parse(stdout)]).toEqual([
      1,
      expect.arrayContaining([
        { what: 'data folder', status: 'missing', text: `${join(folder, 'a-file')} is not a folder` },
      ]),
    ]);
  });

  it('reports models that cannot be read', async () => {
    mkdirSync(join(folder, 'unreadable/models', LINE_MODEL.name), { recursive: true });
    const { stdout } = await tearline('doctor', '--json', '--data', 'unreadable');
    const findings = JSON.parse(stdout) as { what: string; status: string; text: string }[];
    expect(findings.find(({ what }) => what === 'handwriting')).toMatchObject({
      status: 'missing',
      text: expect.stringContaining('EISDIR') as string,
    });
  });

  it('takes the models from a path relative to where npm was called', async () => {
    vi.stubEnv('INIT_CWD', folder);
    const before = process.cwd();
    process.chdir(join(import.meta.dirname, '../../../..'));
    try {
      await expect(installModels({ data: 'models-data', from: 'models.whl' })).rejects.toThrow(
        join(folder, 'models.whl'),
      );
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
    }
  });

  it('reports which language data it uses of a given folder', { tags: 'slow' }, () => {
    mkdirSync(join(folder, 'tessdata'));
    writeFileSync(join(folder, 'tessdata', 'deu.traineddata'), 'own data');
    const findings = JSON.parse(spawnCommand('doctor', '--json', '--language-data', 'tessdata').stdout) as {
      what: string;
      text: string;
    }[];
    expect(findings.find(({ what }) => what === 'language de')?.text).toContain(
      `configured folder ${join(folder, 'tessdata')}`,
    );
    expect(findings.find(({ what }) => what === 'language en')?.text).not.toContain('configured folder');
  });

  describe('whose output cannot be written', () => {
    const launcher = join(import.meta.dirname, '../../../../bin/launch.js');
    // Linux has this file of a full disk.
    const onLinux = it.skipIf(!existsSync('/dev/full'));

    const saysSo = async (args: string[]): Promise<void> => {
      await makeFirstAccount(join(folder, 'lost'));
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      expect([status, stderr]).toEqual([4, expect.stringMatching(/^tearline: The output could not be written: .*\n$/)]);
    };
    onLinux.each([[['keys', 'create', '--name', 'Mail room', '--data', 'lost', '--json']]])(
      'says so and ends with 4: %j',
      saysSo,
    );
    onLinux.each([[['--help']], [['doctor', '--json']]])('says so and ends with 4: %j', { tags: 'slow' }, saysSo);

    const endsAsIfItWasRead = async (args: string[]): Promise<void> => {
      const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const ended = once(child, 'exit');
      expect(await text(child.stderr)).toBe('');
      expect(await ended).toEqual([0, null]);
    };
    const title = 'because nobody reads it any more ends as if it was: %j';
    it.each([[['--help']]])(title, endsAsIfItWasRead);
    it.each([[['doctor']]])(title, { tags: 'slow' }, endsAsIfItWasRead);
  });

  it.each([
    ['table.sqlite', 'no database, but a letter\n'.repeat(100), 'table.sqlite'],
    ['plans.json', '{', 'plans.json'],
  ])('ends with 4 for a data folder whose %s cannot be used, and names it', async (name, text, named) => {
    const data = mkdtempSync(join(folder, 'unusable-'));
    (await openLocalAccounts(data)).close();
    writeFileSync(join(data, name), text);
    const { status, stderr } = await tearline('keys', 'list', '--data', data);
    expect([status, stderr]).toEqual([4, expect.stringContaining(join(data, named))]);
    expect(stderr).not.toContain('    at ');
  });

  it('ends with 4 for a data folder of a newer version', async () => {
    const data = mkdtempSync(join(folder, 'newer-'));
    (await openLocalAccounts(data)).close();
    const database = new DatabaseSync(join(data, 'table.sqlite'));
    database.exec('PRAGMA user_version = 99');
    database.close();
    const { status, stderr } = await tearline('keys', 'list', '--data', data);
    expect([status, stderr]).toEqual([4, expect.stringMatching(/^tearline: A newer version .*\n$/)]);
  });
});
