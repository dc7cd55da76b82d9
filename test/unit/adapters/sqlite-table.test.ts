import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SqliteTable } from '../../../adapters/local/table/sqlite-table.ts';
import { StorageFullError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { forkProgram } from '../parsers/fork-program.ts';

const clock = { now: () => new Date() };

describe('the SQLite table', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tearline-table-'));
    path = join(folder, 'table.sqlite');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps its items when it is opened again', async () => {
    const first = new SqliteTable(path, { clock });
    await first.write([{ put: { pk: 'a', sk: 'b', n: 1 } }]);
    first.close();
    const second = new SqliteTable(path, { clock });
    expect(await second.get({ pk: 'a', sk: 'b' })).toMatchObject({ n: 1 });
    second.close();
  });

  it('has nothing of deleted and replaced items in its file, which people copy as a backup', async () => {
    const table = new SqliteTable(path, { clock });
    const item = (number: number, text: string) => ({ put: { pk: 'a', sk: String(number), text: text.repeat(20) } });
    for (let number = 0; number < 50; number += 1) await table.write([item(number, 'Geheimakte')]);
    expect(await readFile(`${path}-wal`, 'latin1')).toContain('Geheimakte');
    for (let number = 0; number < 50; number += 1)
      await table.write(number % 2 === 0 ? [item(number, 'Neu')] : [{ delete: { pk: 'a', sk: String(number) } }]);
    table.close();
    expect(await readFile(path, 'latin1')).not.toContain('Geheimakte');
  });

  it('is temporarily unavailable once it is closed: the steps that outlast a shutdown are no faults', async () => {
    const table = new SqliteTable(path, { clock });
    table.close();
    const calls = [
      table.get({ pk: 'a', sk: 'b' }),
      table.query({ pk: 'a' }),
      table.write([{ put: { pk: 'a', sk: 'b' } }]),
    ];
    for (const { status, reason } of (await Promise.allSettled(calls)) as PromiseRejectedResult[])
      expect([status, reason]).toEqual(['rejected', expect.any(TemporarilyUnavailableError)]);
  });

  it('shares writes between two connections, and lets only one of them pass a condition', async () => {
    const [one, two] = [new SqliteTable(path, { clock }), new SqliteTable(path, { clock })];
    await one.write([{ put: { pk: 'a', sk: 'b', n: 1 } }]);
    expect(await two.get({ pk: 'a', sk: 'b' })).toMatchObject({ n: 1 });
    const put = (table: SqliteTable): Promise<boolean> =>
      table.write([{ put: { pk: 'a', sk: 'c' }, when: [{ item: 'absent' }] }]).then(
        () => true,
        () => false,
      );
    expect((await Promise.all([put(one), put(two)])).filter(Boolean)).toHaveLength(1);
    one.close();
    two.close();
  });

  it('keeps committed writes when its process is killed', async () => {
    const program = join(folder, 'write-and-wait.ts');
    const adapter = new URL('../../../adapters/local/table/sqlite-table.ts', import.meta.url).href;
    await writeFile(
      program,
      `
      import { SqliteTable } from ${JSON.stringify(adapter)};
      const table = new SqliteTable(${JSON.stringify(path)}, { clock: { now: () => new Date() } });
      await table.write([{ put: { pk: 'a', sk: 'b', n: 1 } }]);
      process.send('written');
      setInterval(() => undefined, 1000);
    `,
    );
    const child = forkProgram(program);
    await once(child, 'message');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const table = new SqliteTable(path, { clock });
    expect(await table.get({ pk: 'a', sk: 'b' })).toMatchObject({ n: 1 });
    table.close();
  });

  it('throws StorageFullError, keeps its items, and continues', async () => {
    const table = new SqliteTable(path, { clock, maxPages: 60 });
    const fill = async (): Promise<void> => {
      for (let n = 0; ; n += 1)
        await table.write([
          { put: { pk: 'a', sk: String(n), text: 'x'.repeat(20_000) } },
          { update: { pk: 'count', sk: '-' }, add: { n: 1 } },
        ]);
    };
    await expect(fill()).rejects.toThrow(StorageFullError);
    const { items } = await table.query({ pk: 'a' });
    expect(await table.get({ pk: 'count', sk: '-' })).toMatchObject({ n: items.length });
    await table.write([{ delete: { pk: 'a', sk: '0' } }]);
    await table.write([{ put: { pk: 'b', sk: '-', text: 'x'.repeat(5_000) } }]);
    table.close();
  });

  it('throws StorageFullError where there is no room to open it', () => {
    expect(() => new SqliteTable(path, { clock, maxPages: 1 })).toThrow(StorageFullError);
  });

  it('is temporarily unavailable while another process keeps writing, and writes once that process has ended', async () => {
    const table = new SqliteTable(path, { clock, busyTimeoutMs: 10 });
    await table.write([{ put: { pk: 'a', sk: 'b', n: 1 } }]);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    await expect(table.write([{ put: { pk: 'a', sk: 'b', n: 2 } }])).rejects.toThrow(TemporarilyUnavailableError);
    expect(await table.get({ pk: 'a', sk: 'b' })).toMatchObject({ n: 1 });
    other.close();
    await table.write([{ put: { pk: 'a', sk: 'b', n: 2 } }]);
    expect(await table.get({ pk: 'a', sk: 'b' })).toMatchObject({ n: 2 });
    table.close();
  });

  it('is temporarily unavailable where another process keeps it from being opened', () => {
    new SqliteTable(path, { clock }).close();
    const other = new DatabaseSync(path);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    expect(() => new SqliteTable(path, { clock, busyTimeoutMs: 10 })).toThrow(TemporarilyUnavailableError);
    other.close();
  });

  it('deletes expired items after some time', async () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const table = new SqliteTable(path, { clock: { now: () => now } });
    await table.write([{ put: { pk: 'a', sk: 'b', expires_at: now.getTime() / 1000 + 10 } }]);
    now = new Date('2026-01-02T00:00:00Z');
    await table.write([{ put: { pk: 'a', sk: 'c' } }]);
    now = new Date('2025-01-01T00:00:00Z');
    expect(await table.get({ pk: 'a', sk: 'b' })).toBeUndefined();
    table.close();
  });
});
