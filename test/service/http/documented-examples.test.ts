/** The shell commands in docs/api.md succeed as they stand, but for those that train a model or write an export. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';
import { startReceiver } from '../harness/receiver.ts';
import type { Receiver } from '../harness/receiver.ts';

const run = promisify(execFile);
const guide = await readFile(new URL('../../../docs/api.md', import.meta.url), 'utf8');

const sectionOf = (heading: string): string =>
  guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
const blocksOf = (text: string): string[] => [...text.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);

/** The commands of a section. `curl` fails for a status of 400 and above. */
const commandsOf = (heading: string): string =>
  [
    'set -euo pipefail',
    'curl() { command curl -sS --fail-with-body "$@"; echo; }',
    ...blocksOf(sectionOf(heading)),
  ].join('\n');

let http: HttpService;
let receiver: Receiver;
/** With the files that the commands name. */
let folder: string;
/** What the commands read of their environment. */
let variables: Readonly<Record<string, string>>;
beforeAll(async () => {
  receiver = await startReceiver();
  http = await startHttpService({ webhookHosts: [receiver.host] });
  folder = await mkdtemp(join(tmpdir(), 'documented-examples-'));
  const threePages = writeFakeDocument({ pages: 3, starts: [3] });
  for (const name of ['inbox.pdf', 'letter-1.pdf', 'letter-2.pdf']) await writeFile(join(folder, name), threePages);
  await writeFile(join(folder, 'logo.png'), writeFakeDocument({ pages: 1 }, 'png'));
  const { workflow_id: workflow } = await post<{ workflow_id: string }>('/workflows', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ workflow_name: 'Incoming mail' }),
  });
  const formOf = (fields: Readonly<Record<string, string>> = {}): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([Buffer.from(threePages)]), 'letter-1.pdf');
    return form;
  };
  const { processing_id: id } = await post<{ processing_id: string }>(`/processing/${workflow}`, { body: formOf() });
  const documents = `/workflows/${workflow}/training-documents`;
  const { items } = await post<{ items: { document_id: string }[] }>(documents, {
    body: formOf({ upload_mode: 'merged' }),
  });
  const document = items[0]?.document_id ?? '';
  while ((await (await http.call(`${documents}/${document}`)).text()).includes('"reading"')) await sleep(50);
  const verification = await http.call(`/processing/results/${id}/document-splitting/verification`);
  variables = {
    ...{ URL: http.url, KEY: http.key, HOOK: receiver.url },
    ...{ WORKFLOW: workflow, DOCUMENT: document, ID: id, ETAG: verification.headers.get('etag') ?? '' },
  };
});
afterAll(async () => {
  await http.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

const post = async <Body>(path: string, init: RequestInit): Promise<Body> =>
  (await (await http.call(path, { method: 'POST', ...init })).json()) as Body;

/** The fast tests need only npm; .ci/run installs curl. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)('The examples of docs/api.md', () => {
  it.each([
    // Before the commands that process further documents.
    ['Usage', '"sub_documents":2'],
    ['Process a document', '"sub_documents":'],
    ['Create a workflow', '"workflow_name":"Incoming mail"'],
    ['Collect training documents', '"annotated_by":"First key"'],
    ['Processed documents', '"next":null'],
    ['Review a result', '"status":"annotated"'],
    ['Webhooks', '"state":"delivered"'],
    ["A workflow's own description", 'TEARLINE_API_KEY'],
    ['The account, its keys and its people', '"api_key":"tl_'],
  ])('about "%s" succeed', async (heading, expected) => {
    const env = { ...process.env, ...variables };
    const { stdout } = await run('bash', ['-c', commandsOf(heading)], { env, cwd: folder });
    expect(stdout).toContain(expected);
  });
});

it('The examples of docs/api.md have no variable that neither they nor its first section explain', () => {
  const commands = blocksOf(guide).join('\n');
  const named = [...commands.matchAll(/\$([A-Z]+)/g)].map(([, name]) => name);
  const explained = [...`${commands}\n${sectionOf('Credentials')}`.matchAll(/\b([A-Z]+)=|`\$([A-Z]+)`/g)];
  expect(new Set(named).difference(new Set(explained.map(([, set, told]) => set ?? told)))).toEqual(new Set());
});
