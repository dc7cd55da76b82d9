/** The description of one workflow and the programs that use it. `.ci/snippets.sh` runs the programs. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { snippetLanguageSchema, snippetTaskSchema } from '../../../lambdas/api/routes/service/workflow-api.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addKey } from '../../fakes/fake-service.ts';
import { startHttpService } from '../harness/http-service.ts';
import type { HttpService } from '../harness/http-service.ts';
import { startRedirectingHost } from '../harness/redirecting-host.ts';
import type { RedirectingHost } from '../harness/redirecting-host.ts';
import { startTestApi } from '../harness/test-api.ts';
import type { TestApi } from '../harness/test-api.ts';

const PATH = `/processing/${GENERIC_WORKFLOW_ID}`;
const UNKNOWN = '/processing/3b241101-e2bb-4255-8caf-4136c566a962';
const HOST = { Host: 'tearline.example.com:8443' };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ maxPages: 321 });
});

interface Snippets {
  readonly items: readonly { readonly task: string; readonly file_name: string; readonly code: string }[];
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly parameters?: readonly object[] }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  readonly 'x-workflow': object;
}

describe('The description of a workflow', () => {
  const read = async (headers: Readonly<Record<string, string>> = HOST): Promise<Document> =>
    (await api.call({ url: `${PATH}/openapi`, headers })).json<Document>();

  it('has its key in the paths, its name, its limits and its address', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.title).toBe('Tearline: Generic document splitting');
    expect(document.servers).toMatchObject([{ url: 'http://tearline.example.com:8443' }]);
    expect(document['x-workflow']).toMatchObject({ workflow_id: GENERIC_WORKFLOW_ID, limits: { max_pages: 321 } });
    expect(Object.keys(document.paths)).toContain(PATH);
    expect(JSON.stringify(document)).not.toContain('workflow_key');
    expect(Object.keys(document.paths).filter((path) => path.startsWith('/account'))).toEqual([]);
  });

  it('refers only to components that it has, and has no others', async () => {
    const text = JSON.stringify(await read());
    const { schemas } = (JSON.parse(text) as Document).components;
    const named = new Set([...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name));
    expect(Object.keys(schemas).sort()).toEqual([...named].sort());
  });

  it('has the https address of a proxy, and no host that is more than a host', async () => {
    expect((await read({ ...HOST, 'X-Forwarded-Proto': 'https' })).servers[0]?.url).toMatch(/^https:/);
    const evil = { Host: "x';alert(1);'" };
    expect((await read(evil)).servers[0]?.url).toBe('http://127.0.0.1:8321');
  });
});

describe('The snippets of a workflow', () => {
  it.each(snippetLanguageSchema.options)(
    'in %s are one program for each task, with the address and the key',
    async (language) => {
      const answer = await api.call({ url: `${PATH}/snippets?language=${language}`, headers: HOST });
      const { items } = answer.json<Snippets>();
      expect(items.map(({ task }) => task)).toEqual(snippetTaskSchema.options);
      expect(items.every(({ code }) => code.includes('http://tearline.example.com:8443'))).toBe(true);
      expect(items.every(({ code }) => code.includes('TEARLINE_API_KEY') && !code.includes(api.key))).toBe(true);
      expect(items[0]?.code).toContain(GENERIC_WORKFLOW_ID);
    },
  );

  it.each(snippetLanguageSchema.options)(
    'in %s fetch the crops of a workflow that crops as PDFs of their own',
    async (language) => {
      const { workflow_id: cropping } = (
        await api.call({
          method: 'POST',
          url: '/workflows',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ workflow_name: language, document_specification: { cropping: true } }),
        })
      ).json<{ workflow_id: string }>();
      const rendersPages = async (path: string): Promise<boolean | undefined> =>
        (await api.call({ url: `${path}/snippets?language=${language}` }))
          .json<Snippets>()
          .items.find(({ task }) => task === 'sub_pdfs')
          ?.code.includes('?return_pages_with_ocr_data=true');
      expect(await rendersPages(`/processing/${cropping}`)).toBe(true);
      expect(await rendersPages(PATH)).toBe(false);
    },
  );

  it('are refused for another language, and for an unknown workflow', async () => {
    expect((await api.call({ url: `${PATH}/snippets?language=cobol` })).status).toBe(422);
    expect((await api.call({ url: `${PATH}/snippets` })).status).toBe(422);
    for (const path of ['/snippets?language=go', '/openapi'])
      expect((await api.call({ url: `${UNKNOWN}${path}` })).status).toBe(404);
  });

  it('are for reviewers too', async () => {
    const key = await addKey(api.service, api.accountId, 'reviewer');
    expect((await api.call({ url: `${PATH}/snippets?language=go`, key })).status).toBe(200);
  });
});

/** A language, and the command that runs its programs. */
type Runner = readonly [language: string, command: string];

describe('A snippet', () => {
  let http: HttpService;
  let redirecting: RedirectingHost;
  let folder: string;
  beforeAll(async () => {
    http = await startHttpService();
    redirecting = await startRedirectingHost(http.url);
    folder = await mkdtemp(join(tmpdir(), 'snippets-'));
    await writeFile(join(folder, 'document.pdf'), writeFakeDocument({ pages: 3, starts: [3] }));
  });
  afterAll(async () => {
    await redirecting.close();
    await http.close();
    await rm(folder, { recursive: true });
  });

  const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).error === undefined;
  // `npm test` needs only npm; .ci/snippets.sh runs the snippets of all languages.
  const others: readonly Runner[] = [
    ['typescript', process.execPath],
    ...(isInstalled('python3') ? [['python', 'python3'] as const] : []),
    ...(isInstalled('curl') ? [['curl', 'bash'] as const] : []),
  ];

  /** The output of the program of a task, after a change of its code. */
  const run = async (
    [language, command]: Runner,
    task: string,
    { url = http.url, id = '', change = (code: string) => code } = {},
  ): Promise<string> => {
    const answer = await fetch(`${url}${PATH}/snippets?language=${language}`, {
      headers: { Authorization: `ApiKey ${http.key}` },
    });
    const snippet = ((await answer.json()) as Snippets).items.find((one) => one.task === task);
    const program = join(folder, snippet?.file_name ?? '');
    await writeFile(program, change(snippet?.code ?? ''));
    const { stdout } = await promisify(execFile)(command, [program, id], {
      cwd: folder,
      env: { ...process.env, TEARLINE_API_KEY: http.key },
    });
    return stdout;
  };

  const describeSnippets = ([language, command]: Runner): void => {
    it(`in ${language} prints the result of a document that is not processed within the wait`, async () => {
      const stdout = await run([language, command], 'process', {
        // The wait of the first request ends at once.
        change: (code) => code.replace(new RegExp(`${PATH}\\??`), `${PATH}?wait_for=0&`),
      });
      expect(stdout.match(/Rechnung/g)?.length).toBeGreaterThanOrEqual(2);
    });

    it.each(['process', 'poll'])(`in ${language} prints a result that is a redirect to storage: %s`, async (task) => {
      const stdout = await run([language, command], task, { url: redirecting.url });
      expect(stdout.match(/Rechnung/g)?.length).toBeGreaterThanOrEqual(2);
    });

    it(`in ${language} downloads PDFs that are redirects to storage`, async () => {
      const { processing_id: id } = await http.process();
      await run([language, command], 'sub_pdfs', { url: redirecting.url, id });
      for (const index of [0, 1]) {
        const file = join(folder, `document-${index}.pdf`);
        const original = await http.call(`/processing/results/${id}/split-pdfs/${index}`);
        expect(await readFile(file)).toEqual(Buffer.from(await original.arrayBuffer()));
        await rm(file);
      }
    });
  };

  describeSnippets(['javascript', process.execPath]);

  describe('in other languages', { tags: 'slow' }, () => {
    for (const runner of others) describeSnippets(runner);
  });
});
