/**
 * The web interface: files of web/dist, and index.html for the addresses of the application. Some of these are
 * addresses of the API too (/account): a browser that navigates there gets the application, a program the API.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

export interface WebPagesOptions {
  /** What the build made: index.html, routes.json, headers.json, assets/. */
  readonly folder: string;
  /** The answer to GET /config.json, as the application reads it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Origins whose pages may show the editor in a frame, as share links do; default: none. */
  readonly frameAncestors?: readonly string[];
}

/** The address that other origins may show in a frame. No cookie is sent there: only a share link opens it. */
const EMBEDDABLE = /^\/verify\/[^/?]+\/?(?:\?|$)/;

/** headers.json of the build (web/security-headers.ts). */
interface SecurityHeaders {
  readonly content_security_policy: Readonly<Record<string, readonly string[]>>;
  readonly headers: Readonly<Record<string, string>>;
}

const policyText = (directives: SecurityHeaders['content_security_policy']): string =>
  Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');

/** Files with a hash of their content in their name. */
const HASHED = /\/assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CHECKED = 'no-cache';

export class WebPages {
  readonly #options: WebPagesOptions;
  readonly #patterns: readonly RegExp[];
  readonly #headers: Readonly<Record<string, string>>;
  /** The policy of the editor: other origins may show it in a frame. */
  readonly #embeddingPolicy: string;

  constructor(options: WebPagesOptions, patterns: readonly string[], security: SecurityHeaders) {
    this.#options = options;
    this.#patterns = patterns.map(toPattern);
    const { content_security_policy: policy, headers } = security;
    this.#headers = { 'content-security-policy': policyText(policy), ...headers };
    this.#embeddingPolicy = policyText({ ...policy, 'frame-ancestors': options.frameAncestors ?? [] });
  }

  /**
   * @returns undefined where the interface was not built (`npm ci --omit=dev`)
   * @throws Error where it was built by an earlier version
   */
  static async open(options: WebPagesOptions): Promise<WebPages | undefined> {
    if (!existsSync(join(options.folder, 'routes.json'))) return undefined;
    if (!existsSync(join(options.folder, 'headers.json')))
      throw new Error('The web interface was built by an earlier version. Run `npm run build:web`.');
    const read = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(join(options.folder, name), 'utf8'));
    // The build's own files.
    return new WebPages(
      options,
      (await read('routes.json')) as string[],
      (await read('headers.json')) as SecurityHeaders,
    );
  }

  async register(server: FastifyInstance): Promise<void> {
    const { folder, config } = this.#options;
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', 'routes.json', 'headers.json', 'index.html'],
      setHeaders: (reply, path) => {
        reply.headers({ ...this.#headers, 'cache-control': HASHED.test(path) ? IMMUTABLE : CHECKED });
      },
    });
    server.get('/config.json', async (_request, reply) => {
      await reply
        .headers({ ...this.#headers, 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(JSON.stringify(config));
    });
    // Caches must not give a browser's page to a program, nor the reverse.
    server.addHook('onSend', (request, reply, _payload, done) => {
      if (this.#isAddress(request)) reply.header('vary', withAccept(reply.getHeader('vary')));
      const { frameAncestors = [] } = this.#options;
      if (frameAncestors.length > 0 && EMBEDDABLE.test(request.url) && this.answers(request))
        reply.header('content-security-policy', this.#embeddingPolicy);
      done();
    });
  }

  /** Whether a browser navigates to an address of the application. */
  answers(request: FastifyRequest): boolean {
    return isNavigation(request) && this.#isAddress(request);
  }

  /** Whether a browser navigates to an address that neither the application nor the API has. */
  answersInstead(request: FastifyRequest, status: number): boolean {
    return status === 404 && isNavigation(request);
  }

  async send(reply: FastifyReply, status = 200): Promise<void> {
    await reply.code(status).sendFile('index.html');
  }

  #isAddress({ url }: FastifyRequest): boolean {
    const path = url.split('?')[0] ?? '';
    return this.#patterns.some((pattern) => pattern.test(path));
  }
}

/** A pattern of TanStack Router: `/workflows/$workflowId` matches any one segment at `$workflowId`. */
const toPattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+').replace(/\/$/, '')}/?$`);

/** JSON first: a program that takes anything gets the API. */
const isNavigation = ({ method, raw, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  headers.authorization === undefined &&
  new Negotiator(raw).mediaType(['application/json', 'text/html']) === 'text/html';

const withAccept = (vary: string | string[] | number | undefined): string =>
  [...new Set([...String(vary ?? '').split(/, */), 'Accept'])].filter((name) => name !== '').join(', ');
