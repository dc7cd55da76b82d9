import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchModelFile, findModelFile } from '../../../../bin/models/find-model-file.ts';

const CONTENT = Buffer.from('the weights of a model');
const FILE = {
  name: 'model.onnx',
  bytes: CONTENT.length,
  sha256: createHash('sha256').update(CONTENT).digest('hex'),
  url: 'https://models.invalid/model.onnx',
};
const OTHER = Buffer.from('the weights of another');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, bytes: Uint8Array): Promise<string> => {
  await writeFile(join(folder, name), bytes);
  return join(folder, name);
};

describe('The file of a model that a user has', () => {
  it('is taken as it is', async () => {
    expect(await findModelFile(await write('any.name', CONTENT), FILE)).toEqual(CONTENT);
  });

  it('is found in a folder of a folder', async () => {
    await mkdir(join(folder, 'a/b'), { recursive: true });
    await write('a/b/model.onnx', CONTENT);
    expect(await findModelFile(folder, FILE)).toEqual(CONTENT);
  });

  it.each(['models.zip', 'rapidocr-3.10.0-py3-none-any.whl'])('is found in the archive %s', async (name) => {
    const archive = zipSync({ 'rapidocr/models/model.onnx': CONTENT, 'rapidocr/main.py': OTHER });
    expect(Buffer.from(await findModelFile(await write(name, archive), FILE))).toEqual(CONTENT);
  });

  it.each([
    ['another version', CONTENT.subarray(1), /bytes instead of 22: it is damaged, or another version/],
    ['a changed file', OTHER, /does not have the expected SHA-256/],
  ])('is refused where it is %s', async (_name, bytes, message) => {
    await expect(findModelFile(await write('model.onnx', bytes), FILE)).rejects.toThrow(message);
  });

  it.each([
    ['is named', 'other.onnx'],
    ['lies in the folder that is named', 'model.onnx'],
  ])('is refused unread where it %s and is larger than any model', async (_name, name) => {
    const path = await write(name, CONTENT);
    await truncate(path, 3 * 1024 ** 3);
    const from = name === FILE.name ? folder : path;
    await expect(findModelFile(from, FILE)).rejects.toThrow(/3221225472 bytes instead of 22/);
  });

  it.each([
    ['a path that does not exist', 'nothing', undefined, /There is no file or folder/],
    ['a folder without it', '', undefined, /model\.onnx is not in/],
    ['an archive without it', 'a.zip', zipSync({ 'b.onnx': CONTENT }), /model\.onnx is not in/],
    ['an archive that is none', 'a.zip', OTHER, /is no zip archive that can be read/],
  ])('is missed in %s', async (_name, path, bytes, message) => {
    if (bytes !== undefined) await write(path, bytes);
    await expect(findModelFile(join(folder, path), FILE)).rejects.toThrow(message);
  });
});

describe('The file of a model on a server', () => {
  let server: Server;
  let hub: string;
  const files = new Map<string, Uint8Array>();
  beforeEach(async () => {
    files.clear();
    server = createServer((request, response) => {
      const bytes = files.get(request.url ?? '');
      response.writeHead(bytes === undefined ? 404 : 200).end(bytes);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has such an address.
    hub = `http://127.0.0.1:${(server.address() as AddressInfo).port}/models/`;
  });
  afterEach(() => {
    server.close();
  });

  it('is fetched by its name', async () => {
    files.set('/models/model.onnx', CONTENT);
    expect(Buffer.from(await fetchModelFile(FILE, hub))).toEqual(CONTENT);
  });

  it.each([
    ['is not there', undefined, /answered with 404.*--from/],
    ['was changed', OTHER, /does not have the expected SHA-256/],
    ['is larger than it should be', Buffer.alloc(1_000_000), /is larger than 22 bytes/],
  ])('is refused where it %s', async (_name, bytes, message) => {
    if (bytes !== undefined) files.set('/models/model.onnx', bytes);
    await expect(fetchModelFile(FILE, hub)).rejects.toThrow(message);
  });

  it('is said to be out of reach where no server answers', async () => {
    server.close();
    await expect(fetchModelFile(FILE, hub)).rejects.toThrow(/could not be fetched.*--from/);
  });
});
