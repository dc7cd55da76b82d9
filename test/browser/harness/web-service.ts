/**
 * The real local service on a free port with its own data folder, and pages of Chromium that are signed in to it:
 *
 *     const web = await startWebService();
 *     const page = await web.open('/workflows/new');
 *     await expectAccessible(page);
 *     await web.close();
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startService } from '../../../bench/running-service/running-service.ts';
import type { RunningService } from '../../../bench/running-service/running-service.ts';
import { startChromium } from './chromium.ts';
import { watchPage } from './watch-page.ts';

export const GENERIC_WORKFLOW = '00000000-0000-4000-8000-000000000001';
export const SAMPLES = join(import.meta.dirname, '../../../samples');
/** Milliseconds that a page waits for what it should show: a machine that checks much else at once is slow. */
export const WAIT_MS = 90_000;
const DAY_MS = 86_400_000;
const REPOSITORY = join(import.meta.dirname, '../../..');

interface OpenOptions {
  /** Pixels, default 1280. */
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly language?: 'en' | 'en-GB' | 'de';
  /** Whose rights the page has; default: the owner. */
  readonly apiKey?: string;
  /** Nobody is signed in. */
  readonly signedOut?: boolean;
}

export interface WebService {
  /** The address of the service, without a slash at its end. */
  url(): string;
  /** The owner's. */
  apiKey(): string;
  /** Sends a request with the owner's key. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Processes a file by the API. @returns its processing_id */
  process(file: string, workflowId?: string): Promise<string>;
  /** Makes a workflow. @returns its workflow_id */
  makeWorkflow(name: string, description?: string): Promise<string>;
  /** A key of the account with this role. */
  makeKey(role: 'reviewer' | 'member' | 'owner'): Promise<string>;
  /** Makes another account. @returns its first key, an owner's */
  makeAccount(name: string): Promise<string>;
  /** An address of the application, in a browser of its own that is signed in. */
  open(path: string, options?: OpenOptions): Promise<Page>;
  /** Ends the process of the service, orderly or at once; `start` starts another one on the same data folder and port. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Prints a new link that signs a browser in once. */
  signInLink(): Promise<string>;
  /** What the pages must not have: errors, refused scripts, and planted markup that ran. */
  faults(): readonly string[];
  close(): Promise<void>;
}

interface WebServiceOptions {
  /** Additional arguments of `tearline start`. */
  readonly arguments?: readonly string[];
  /** Default: a new folder. It is removed by `close`. */
  readonly dataFolder?: string;
}

export const startWebService = async (options: WebServiceOptions = {}): Promise<WebService> => {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'tearline-browser-')));
  const [browser, first] = await Promise.all([
    startChromium(),
    startService({ ...options, warmUp: false, dataFolder }),
  ]);
  const port = Number(new URL(first.baseUrl).port);
  const faults: string[] = [];
  let service = first;
  return {
    url: () => service.baseUrl,
    apiKey: () => service.apiKey,
    request: (path, init) => service.request(path, init),
    process: (file, workflowId = GENERIC_WORKFLOW) => processFile(service, file, workflowId),
    makeWorkflow: (name, description) => makeWorkflow(service, name, description),
    makeKey: (role) => makeKey(service, role),
    makeAccount: async (name) => {
      const [key = ''] = (await tearline(dataFolder, 'accounts', 'create', '--name', name)).split('\n');
      return key;
    },
    open: async (path, options = {}) => {
      const context = await contextOf(browser, service, options);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      watchPage(page, faults);
      await page.goto(service.baseUrl + path);
      return page;
    },
    stop: () => service.stop(),
    kill: () => service.kill(),
    start: async () => {
      service = await startService({ ...options, warmUp: false, dataFolder, port });
    },
    signInLink: () => tearline(dataFolder, 'sign-in-link'),
    faults: () => faults,
    close: async () => {
      await browser.close();
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
};

const processFile = async (service: RunningService, file: string, workflowId: string): Promise<string> => {
  const body = new FormData();
  body.append('file', new Blob([await readFile(file)]), basename(file));
  const answer = await service.request(`/processing/${workflowId}?wait_for=120`, { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`Not processed: ${answer.status} ${await answer.text()}`);
  // The schema of the 201.
  return ((await answer.json()) as { processing_id: string }).processing_id;
};

const makeWorkflow = async (service: RunningService, name: string, description = ''): Promise<string> => {
  const body = new FormData();
  body.append('workflow_name', name);
  if (description !== '') body.append('description', description);
  const answer = await service.request('/workflows', { method: 'POST', body });
  if (answer.status !== 201) throw new Error(`No workflow: ${answer.status} ${await answer.text()}`);
  // The schema of the 201.
  return ((await answer.json()) as { workflow_id: string }).workflow_id;
};

const makeKey = async (service: RunningService, role: string): Promise<string> => {
  const answer = await service.request('/account/api-keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: role, role, expires_at: new Date(Date.now() + DAY_MS).toISOString() }),
  });
  if (answer.status !== 201) throw new Error(`No key: ${answer.status} ${await answer.text()}`);
  // The schema of the 201.
  return ((await answer.json()) as { api_key: string }).api_key;
};

const contextOf = async (browser: Browser, service: RunningService, options: OpenOptions): Promise<BrowserContext> => {
  const { width = 1280, scheme = 'light', language = 'en', apiKey = service.apiKey } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
    locale: language,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  if (options.signedOut === true) return context;
  const answer = await context.request.post(`${service.baseUrl}/session`, {
    data: { api_key: apiKey },
    headers: { 'x-tearline': '1', origin: service.baseUrl },
  });
  if (!answer.ok()) throw new Error(`No session: ${answer.status()}`);
  return context;
};

/** Runs the command on the data folder. @returns what it prints */
const tearline = async (dataFolder: string, ...command: readonly string[]): Promise<string> => {
  const { execFile } = await import('node:child_process');
  const { promisify } = await import('node:util');
  const program = join(REPOSITORY, 'bin/tearline.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...command, '--data', dataFolder]);
  return stdout.trim();
};
