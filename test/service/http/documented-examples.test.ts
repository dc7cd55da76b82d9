/** The shell commands in docs/api.md about usage, webhooks and a workflow's own description succeed as they stand. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
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
beforeAll(async () => {
  receiver = await startReceiver();
  http = await startHttpService({ webhookHosts: [receiver.host] });
  await http.process();
});
afterAll(async () => {
  await http.close();
  await receiver.close();
});

/** The fast tests need only npm; .ci/run installs curl. */
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.runIf(hasCurl)('The examples of docs/api.md', () => {
  it.each([
    ['Usage', '"sub_documents":2'],
    ['Webhooks', '"state":"delivered"'],
    ["A workflow's own description", 'TEARLINE_API_KEY'],
  ])('about "%s" succeed', async (heading, expected) => {
    const env = { ...process.env, URL: http.url, KEY: http.key, WORKFLOW: GENERIC_WORKFLOW_ID, HOOK: receiver.url };
    const { stdout } = await run('bash', ['-c', commandsOf(heading)], { env });
    expect(stdout).toContain(expected);
  });
});

it('The examples of docs/api.md have no variable that neither they nor its first section explain', () => {
  const commands = blocksOf(guide).join('\n');
  const named = [...commands.matchAll(/\$([A-Z]+)/g)].map(([, name]) => name);
  const explained = [...`${commands}\n${sectionOf('Credentials')}`.matchAll(/\b([A-Z]+)=|`\$([A-Z]+)`/g)];
  expect(new Set(named).difference(new Set(explained.map(([, set, told]) => set ?? told)))).toEqual(new Set());
});
