import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileUnreadableError, NoAnswerError } from '../../../../web/src/api/client/problem.ts';
import type { SendOptions } from '../../../../web/src/api/client/send-with-progress.ts';

/** A browser's request that gets no answer: of a network that is down and of a file that is gone, it says the same. */
class UnansweredRequest {
  readonly upload = {};
  onerror: () => void = () => undefined;
  open(): void {
    // Nothing is sent.
  }
  setRequestHeader(): void {
    // Nothing is sent.
  }
  send(): void {
    setTimeout(() => {
      this.onerror();
    });
  }
}

let folder: string;
let sendWithProgress: (options: SendOptions) => Promise<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-sent-'));
  vi.stubGlobal('window', { location: new URL('http://127.0.0.1/') });
  vi.stubGlobal('XMLHttpRequest', UnansweredRequest);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  // When it is loaded, it reads the address of the page and asks for the host's configuration.
  ({ sendWithProgress } = await import('../../../../web/src/api/client/send-with-progress.ts'));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

/** A file that somebody chooses. */
const choose = async (name: string): Promise<{ readonly path: string; readonly file: File }> => {
  const path = join(folder, name);
  await writeFile(path, 'as it was');
  return { path, file: new File([await openAsBlob(path)], name) };
};

const send = (body: Blob | FormData): Promise<unknown> =>
  sendWithProgress({ method: 'POST', url: '/', body, withCredentials: false });

const formWith = (file: File): FormData => {
  const form = new FormData();
  form.append('file', file);
  return form;
};

describe('A request without an answer', () => {
  it('says that no answer came where its files can be read', async () => {
    const { file } = await choose('there.pdf');
    await expect(send(file)).rejects.toThrow(NoAnswerError);
    await expect(send(formWith(file))).rejects.toThrow(NoAnswerError);
  });

  it('says that its file cannot be read any more where it was moved away after it was chosen', async () => {
    const { path, file } = await choose('moved.pdf');
    await rm(path);
    await expect(send(file)).rejects.toThrow(FileUnreadableError);
    await expect(send(formWith(file))).rejects.toThrow(FileUnreadableError);
  });

  it('says so where the file was changed after it was chosen', async () => {
    const { path, file } = await choose('changed.pdf');
    await writeFile(path, 'as it is now, and longer');
    await utimes(path, new Date(0), new Date(0));
    await expect(send(formWith(file))).rejects.toThrow(FileUnreadableError);
  });
});
