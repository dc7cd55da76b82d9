import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandInFolder, makeFirstAccount } from './command-in-folder.ts';

const { folder, tearline } = commandInFolder();

describe('tearline sign-in-link', () => {
  let data: string;
  let server: Server;
  let url: string;
  beforeAll(async () => {
    data = mkdtempSync(join(folder, 'sign-in-'));
    await makeFirstAccount(data);
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
    const advice = 'No service runs on this data folder. Start it: npx tearline start.';
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(advice)]);
  });
});
