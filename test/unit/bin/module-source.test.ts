/** Binaries of another processor, where the registry refuses and where there is none. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeMissing, findModule, PackageNotFetchedError } from '../../../lib/packages/module-source.ts';

const NAME = '@img/sharp-linux-arm64';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tearline-modules-'));
  const lock = { packages: { [`node_modules/${NAME}`]: { version: '0.35.5', integrity: 'sha512-x' } } };
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock));
  vi.stubEnv('npm_config_cache', join(root, 'cache'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(root, { recursive: true, force: true });
});

const refusing = async (status: number) => {
  const server = createServer((_, response) => response.writeHead(status).end('{}'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A server that listens on TCP has an AddressInfo.
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`);
  return server;
};
const failure = async (): Promise<Error> => {
  const error: unknown = await findModule(root, NAME).catch((reason: unknown) => reason);
  if (!(error instanceof PackageNotFetchedError)) throw new Error(`not expected: ${String(error)}`);
  return error;
};

describe('A package that is not installed', () => {
  it('says what is missing and how to get it where the registry refuses', async () => {
    const server = await refusing(403);
    try {
      const { message } = await failure();
      expect(message).toMatch(/^The npm package @img\/sharp-linux-arm64@0\.35\.5 is missing\./);
      expect(message).toMatch(/ {2}npm error.*403/);
      expect(message).toContain('npm pack @img/sharp-linux-arm64@0.35.5');
      expect(message).toContain(join(root, 'node_modules/.cache/tearline/img-sharp-linux-arm64-0.35.5'));
    } finally {
      server.close();
    }
  }, 60_000);

  it('says so where there is no registry at all', { tags: 'slow' }, async () => {
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
    expect((await failure()).message).toMatch(/npm error.*ECONNREFUSED/);
  });

  it('is found where it was unpacked, as the message says', async () => {
    const kept = join(root, 'node_modules/.cache/tearline/img-sharp-linux-arm64-0.35.5');
    expect(await describeMissing(root, NAME)).toBe('@img/sharp-linux-arm64@0.35.5');
    await mkdir(kept, { recursive: true });
    expect(await findModule(root, NAME)).toBe(kept);
    expect(await describeMissing(root, NAME)).toBeUndefined();
  });
});
