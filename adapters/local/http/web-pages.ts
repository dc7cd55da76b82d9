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
  /** What the build made: index.html, routes.json, assets/. */
  readonly folder: string;
  /** The answer to GET /config.json, as the application reads it. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Origins whose pages may show the editor in a frame, as share links do; default: none. */
  readonly frameAncestors?: readonly string[];
}

/**
 * No script but the build's own files, and no other origin at all. Mantine sets styles in elements. Images and frames of
 * `blob:` are what the pages made themselves.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The address that other origins may show in a frame. No cookie is sent there: only a share link opens it. */
const EMBEDDABLE = /^\/verify\/[^/?]+\/?(?:\?|$)/;

const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Files with a hash of their content in their name. */
const HASHED = /\/assets\//;
const IMMUTABLE = 'public, max-age=31536000, immutable';
const CHECKED = 'no-cache';

export class WebPages {
  readonly #options: WebPagesOptions;
  readonly #patterns: readonly RegExp[];

  constructor(options: WebPagesOptions, patterns: readonly string[]) {
    this.#options = options;
    this.#patterns = patterns.map(toPattern);
  }

  /** @returns undefined where the interface was not built (`npm ci --omit=dev`) */
  static async open(options: WebPagesOptions): Promise<WebPages | undefined> {
    const file = join(options.folder, 'routes.json');
    if (!existsSync(file)) return undefined;
    // The build's own file.
    return new WebPages(options, JSON.parse(await readFile(file, 'utf8')) as string[]);
  }

  async register(server: FastifyInstance): Promise<void> {
    const { folder, config } = this.#options;
    await server.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      index: false,
      preCompressed: true,
      cacheControl: false,
      globIgnore: ['**/*.br', '**/*.gz', 'routes.json', 'index.html'],
      setHeaders: (reply, path) => {
        reply.headers({ ...SECURITY_HEADERS, 'cache-control': HASHED.test(path) ? IMMUTABLE : CHECKED });
      },
    });
    server.get('/config.json', async (_request, reply) => {
      await reply
        .headers({ ...SECURITY_HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' })
        .send(JSON.stringify(config));
    });
    // Caches must not give a browser's page to a program, nor the reverse.
    server.addHook('onSend', (request, reply, _payload, done) => {
      if (this.#isAddress(request)) reply.header('vary', withAccept(reply.getHeader('vary')));
      const { frameAncestors = [] } = this.#options;
      if (frameAncestors.length > 0 && EMBEDDABLE.test(request.url) && this.answers(request))
        reply.header(
          'content-security-policy',
          CONTENT_SECURITY_POLICY.replace("frame-ancestors 'none'", `frame-ancestors ${frameAncestors.join(' ')}`),
        );
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
