import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openLocalAccounts } from '../../../adapters/local/local-service.ts';
import { installModels } from '../../../bin/models/install-models.ts';
import { runCommand } from '../../../bin/run-command.ts';
import { changeAccount, closeAccount } from '../../../core/accounts/account.ts';
import { createApiKey } from '../../../core/accounts/api-key.ts';
import { ensureFirstAccount } from '../../../core/accounts/first-account.ts';
import { LINE_MODEL } from '../../../core/ocr/ppocr/model-files.ts';
import { drawPdf, withText } from '../drawing/draw-upload.ts';

const folder = mkdtempSync(join(tmpdir(), 'command-test-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command as a user does, in a process of its own. */
const spawnCommand = (...args: string[]): Ended => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../../bin/launch.js'), ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

/** Runs the command in this process, which saves about 0.5 s. */
const tearline = async (...args: string[]): Promise<Ended> => {
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    const note = (text: unknown) => {
      written[stream] += String(text);
    };
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      note(text);
      return true;
    });
    vi.spyOn(console, stream === 'stdout' ? 'log' : 'error').mockImplementation((text) => {
      note(`${String(text)}\n`);
    });
  }
  const before = process.cwd();
  process.chdir(folder);
  try {
    await runCommand(args);
    return { status: process.exitCode ?? 0, ...written };
  } finally {
    process.chdir(before);
    process.exitCode = undefined;
    vi.restoreAllMocks();
  }
};

describe('the command', () => {
  it('documents its subcommands and exit codes', () => {
    const { status, stdout } = spawnCommand('--help');
    expect(status).toBe(0);
    for (const word of ['start', 'split', 'keys', 'doctor', 'Exit codes:', '70']) expect(stdout).toContain(word);
  });

  it.each([
    [['splt']],
    [['split', 'a.pdf']],
    [['start', '--port', '99999']],
    [['restore-drill']],
    [['restore-drill', '--stage', 'prod', '--to', '2026-11-21 08:00']],
    [['restore-drill', '--stage', 'prod', '--sample', '0']],
    [['start', '--data', 'nowhere', '--cors-origin', '*']],
    [['start', '--data', 'nowhere', '--cors-origin', 'https://app.example.com/']],
    [['split', 'a.pdf', '-o', 'out', '--threshold', '2']],
    [['split', 'a.pdf', '-o', 'out', '--languages', 'xx']],
    [['split', 'a.pdf', '-o', 'out', '--split-before', 'two']],
    [['keys', 'list', '--data', 'nowhere']],
    [['keys', 'create', '--data', 'nowhere']],
    [['keys', 'create', '--name', 'Mail room', '--days', '0']],
    [['keys', 'revoke']],
    [['keys', 'list', '--bogus']],
    [['keys', 'lst']],
    [['start', '--data', 'nowhere', '--language-data', 'no-folder']],
    [['split', 'a.pdf', '-o', 'nowhere', '--language-data', 'no-folder']],
    [['doctor', '--language-data', 'no-folder']],
  ])('ends with 2 for an invalid command line: %j', async (args) => {
    const { status, stderr } = await tearline(...args);
    expect([status, stderr.length > 0]).toEqual([2, true]);
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  it('ends with 4 while another process keeps the table locked', async () => {
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
    process.chdir(join(import.meta.dirname, '../../..'));
    try {
      await expect(installModels({ data: 'models-data', from: 'models.whl' })).rejects.toThrow(
        join(folder, 'models.whl'),
      );
    } finally {
      process.chdir(before);
      vi.unstubAllEnvs();
    }
  });

  it('reports which language data it uses of a given folder', () => {
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
    const launcher = join(import.meta.dirname, '../../../bin/launch.js');
    // Linux has this file of a full disk.
    const onLinux = it.skipIf(!existsSync('/dev/full'));

    onLinux.each([
      [['--help']],
      [['doctor', '--json']],
      [['keys', 'create', '--name', 'Mail room', '--data', 'lost', '--json']],
    ])('says so and ends with 4: %j', async (args) => {
      const service = await openLocalAccounts(join(folder, 'lost'));
      await ensureFirstAccount(service);
      service.close();
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [launcher, ...args], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
      });
      closeSync(full);
      expect([status, stderr]).toEqual([4, expect.stringMatching(/^tearline: The output could not be written: .*\n$/)]);
    });

    it.each([[['--help']], [['doctor']]])('because nobody reads it any more ends as if it was: %j', async (args) => {
      const child = spawn(process.execPath, [launcher, ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
      child.stdout.destroy();
      const ended = once(child, 'exit');
      expect(await text(child.stderr)).toBe('');
      expect(await ended).toEqual([0, null]);
    });
  });

  it('creates, lists and revokes keys, and shows a key only once', { timeout: 90_000 }, async () => {
    const accounts = await openLocalAccounts(join(folder, 'data'));
    await ensureFirstAccount(accounts);
    accounts.close();
    const made = JSON.parse(
      (await tearline('keys', 'create', '--name', 'Mail room', '--days', '30', '--data', 'data', '--json')).stdout,
    ) as { key: string; key_id: string };
    expect(made.key).toMatch(/^tl_local_/);
    const { stdout } = await tearline('keys', 'list', '--data', 'data');
    expect(stdout).toContain('Mail room');
    expect(stdout).not.toContain(made.key);
    expect((await tearline('keys', 'revoke', made.key_id, '--data', 'data')).status).toBe(0);
    expect((await tearline('keys', 'list', '--data', 'data')).stdout).toContain('revoked');
    expect((await tearline('keys', 'revoke', '11111111-0000-4000-8000-000000000001', '--data', 'data')).status).toBe(2);
  });

  it.each([[['list']], [['create', '--name', 'Mail room']]])(
    'makes no account where the folder has no first one: keys %j',
    async (args) => {
      (await openLocalAccounts(join(folder, 'no-account'))).close();
      const { status, stderr } = await tearline('keys', ...args, '--data', 'no-account');
      expect([status, stderr]).toEqual([2, expect.stringContaining('no first account')]);
      expect((await tearline('accounts', 'list', '--data', 'no-account', '--json')).stdout).toBe('[]\n');
    },
  );

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

describe('tearline accounts', () => {
  it('creates and lists accounts, changes plans, and makes keys of any account', { timeout: 90_000 }, async () => {
    const accounts = await openLocalAccounts(join(folder, 'customers'));
    await ensureFirstAccount(accounts);
    accounts.close();
    const run = async <Value>(...args: string[]) =>
      JSON.parse((await tearline(...args, '--data', 'customers', '--json')).stdout) as Value;
    const made = await run<{ key: string; account_id: string }>('accounts', 'create', '--name', 'B', '--plan', 'free');
    expect(made.key).toMatch(/^tl_local_/);
    await run('accounts', 'set-plan', made.account_id, '--plan', 'standard');
    expect(await run('accounts', 'list')).toMatchObject([{ name: 'First account' }, { name: 'B', plan: 'standard' }]);
    const key = await run<{ role: string }>(
      'keys',
      'create',
      '--account',
      made.account_id,
      '--name',
      'k',
      '--role',
      'reviewer',
    );
    expect(key).toMatchObject({ account_id: made.account_id, role: 'reviewer' });
    expect(await run('keys', 'list', '--account', made.account_id)).toHaveLength(2);
    for (const args of [
      ['accounts', 'set-plan', made.account_id, '--plan', 'gold'],
      ['accounts', 'set-plan', '11111111-0000-4000-8000-000000000001', '--plan', 'free'],
      ['keys', 'create', '--account', '11111111-0000-4000-8000-000000000001', '--name', 'k'],
    ])
      expect((await tearline(...args, '--data', 'customers')).status, args.join(' ')).toBe(2);
  });

  it.each([[['create', '--name', 'k']], [['list']], [['revoke', '11111111-0000-4000-8000-000000000002']]])(
    'refuses an account that is unknown or was deleted: keys %j',
    { timeout: 90_000 },
    async ([command = '', ...args]) => {
      const data = mkdtempSync(join(folder, 'accounts-'));
      const accounts = await openLocalAccounts(data);
      const { account } = await ensureFirstAccount(accounts);
      await accounts.table.write([
        closeAccount(account.account_id, '2026-11-01T08:00:00.000Z', '2100-01-01T08:00:00.000Z'),
      ]);
      accounts.close();
      for (const id of [account.account_id, '11111111-0000-4000-8000-000000000001']) {
        const { status, stderr } = await tearline('keys', command, ...args, '--account', id, '--data', data);
        expect([status, stderr]).toEqual([2, expect.stringContaining(`no account ${id}`)]);
      }
    },
  );

  it('shows the control characters of names that an older release took, and sends none to the terminal', async () => {
    const accounts = await openLocalAccounts(join(folder, 'controls'));
    const { account } = await ensureFirstAccount(accounts);
    const name = 'A\u001b[2J\nB\u009bC\u202e';
    await changeAccount(accounts, account.account_id, { name });
    await createApiKey(accounts, account.account_id, { name, role: 'owner', expiresAt: new Date('2100-01-01') });
    accounts.close();
    const shown = String.raw`A\u001b[2J\u000aB\u009bC\u202e`;
    const run = async (...args: string[]) => (await tearline(...args, '--data', 'controls')).stdout;
    expect(await run('accounts', 'list')).toContain(`  ${shown}\n`);
    expect(await run('accounts', 'set-plan', account.account_id, '--plan', 'free')).toContain(shown);
    expect(await run('accounts', 'error-reports', account.account_id, 'on')).toContain(shown);
    expect(await run('keys', 'list')).toContain(`  ${shown}\n`);
    const json = await run('accounts', 'list', '--json');
    expect(json).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(JSON.parse(json)).toMatchObject([{ name }]);
  });

  it('refuses a name or an e-mail address that no account can have, and writes nothing', async () => {
    (await openLocalAccounts(join(folder, 'refused'))).close();
    for (const details of [
      ['--name', 'A', '--email', 'foo'],
      ['--name', ' '],
      ['--name', 'A'.repeat(101)],
      ['--name', 'A\u001b[2J'],
    ]) {
      const { status, stdout, stderr } = await tearline('accounts', 'create', '--data', 'refused', ...details);
      expect({ status, stdout }, stderr).toEqual({ status: 2, stdout: '' });
    }
    expect((await tearline('accounts', 'list', '--data', 'refused', '--json')).stdout).toBe('[]\n');
  });
});

describe('tearline sign-in-link', () => {
  let data: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    data = mkdtempSync(join(folder, 'sign-in-'));
    const accounts = await openLocalAccounts(data);
    await ensureFirstAccount(accounts);
    accounts.close();
    server = createServer((request, response) => {
      response.writeHead(request.url === '/health' ? 200 : 404).end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has such an address.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
  });

  it('prints a link to the service that runs on the data folder', async () => {
    writeFileSync(join(data, 'service-url'), `${url}\n`);
    const { status, stdout } = await tearline('sign-in-link', '--data', data);
    expect([status, stdout]).toEqual([0, expect.stringContaining(`${url}/sign-in#`)]);
  });

  it.each([
    ['nothing answers', () => 'http://127.0.0.1:1'],
    ['another program answers', () => `${url}/other`],
  ])('ends with 2 where a service that was killed has left its address, at which %s', async (_, address) => {
    writeFileSync(join(data, 'service-url'), `${address()}\n`);
    const { status, stdout, stderr } = await tearline('sign-in-link', '--data', data);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining('No service runs on this data folder')]);
  });
});

describe('tearline start', () => {
  it('ends in order when SIGTERM stops it while it warms up, also where a request left a timer', async () => {
    const program = join(import.meta.dirname, '../../../bin/tearline.ts');
    const timer = 'data:text/javascript,setInterval(() => undefined, 60_000)';
    const child = spawn(process.execPath, ['--import', timer, program, 'start', '--data', 'stopped', '--port', '0'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const written = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].on('data', (chunk: Buffer) => {
        written[stream] += chunk.toString();
      });
    onTestFinished(() => void child.kill('SIGKILL'));
    await expect.poll(() => written.stdout, { timeout: 60_000 }).toContain('Sign in once');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(written.stderr).toBe('');
  }, 90_000);
});

describe('tearline split', () => {
  const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tearline-split-'));
  let before: string[];
  let ended: Ended;
  beforeAll(() => {
    before = temporaryFolders();
    ended = spawnCommand('split', 'missing.pdf', '-o', 'out');
  });

  it('ends with 4 for a missing file, and names it', () => {
    expect(ended.status).toBe(4);
    expect(ended.stderr).toContain('missing.pdf');
  });

  it('ends with 3 where a file is not a document, and prints nothing but JSON with --json', () => {
    writeFileSync(join(folder, 'text.pdf'), 'Dear Sirs');
    const { status, stdout } = spawnCommand('split', 'text.pdf', '-o', 'out', '--json');
    expect(status).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'text.pdf', status: 'failed', code: 'unsupported_format' }]);
  });

  it('ends with 3 for a file that is too large to be read, as for any that is too large', () => {
    writeFileSync(join(folder, 'huge.pdf'), '');
    truncateSync(join(folder, 'huge.pdf'), 3 * 1024 ** 3);
    const { status, stdout } = spawnCommand('split', 'huge.pdf', '-o', 'out', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ file: 'huge.pdf', status: 'failed', code: 'document_too_large' }]);
    expect(status).toBe(3);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('deletes its temporary data when %s stops it', async (signal) => {
    const temporary = mkdtempSync(join(folder, 'stopped-'));
    const program = join(import.meta.dirname, '../../../bin/tearline.ts');
    const document = join(import.meta.dirname, '../../../samples/mixed-mail.pdf');
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
  });

  it('leaves neither temporary data nor signal handlers where the service cannot be opened', async () => {
    const temporary = mkdtempSync(join(folder, 'unopened-'));
    vi.stubEnv('TMPDIR', temporary);
    const handlers = process.listenerCount('SIGTERM');
    // `tearline` restores the method.
    vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    const document = join(import.meta.dirname, '../../../samples/mixed-mail.pdf');
    const { status } = await tearline('split', document, '-o', 'unopened');
    vi.unstubAllEnvs();
    expect([status, readdirSync(temporary), process.listenerCount('SIGTERM')]).toEqual([4, [], handlers]);
  });

  it('removes the PDFs of an earlier split of the same file, and no other file', { timeout: 90_000 }, async () => {
    writeFileSync(join(folder, 'again.pdf'), await drawPdf(withText(), withText(), withText()));
    const splitAgain = (mode: string): string[] => {
      expect(spawnCommand('split', 'again.pdf', '-o', 'again', '--mode', mode, '--quiet')).toMatchObject({ status: 0 });
      return readdirSync(join(folder, 'again')).filter((name) => name.endsWith('.pdf'));
    };
    expect(splitAgain('per_page')).toHaveLength(3);
    writeFileSync(join(folder, 'again', 'own.pdf'), '%PDF-1.7');
    expect(splitAgain('none')).toEqual([expect.stringMatching(/^1-/), 'own.pdf']);
  });

  it('leaves no temporary data behind', () => {
    expect(temporaryFolders().filter((name) => !before.includes(name))).toEqual([]);
  });
});
