/** Sends requests to webhooks over HTTP, on both hosts. */
import { request as requestHttp } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import { WEBHOOK_TIMEOUT_MS } from '../../core/ports.ts';
import type { WebhookFailure, WebhookResponse, WebhookSender } from '../../core/ports.ts';
import { secondsOfRetryAfter } from '../../core/retry-after.ts';
import { AddressRefusedError, isPublicAddress, publicAddresses, publicLookup, resolveAll } from './public-addresses.ts';
import type { Resolve } from './public-addresses.ts';

export interface HttpWebhookSenderOptions {
  /**
   * Hosts that the operator names, as `name` or `name:port`, in lower case: they may have private addresses and be
   * reached without TLS. Default: none.
   */
  readonly namedHosts?: readonly string[];
  /** Default: WEBHOOK_TIMEOUT_MS. */
  readonly timeoutMs?: number;
  /** Default: the operating system's resolver. */
  readonly resolve?: Resolve;
}

type Request = Parameters<WebhookSender['post']>[0];

/** The name does not exist, has no address, or is longer than any. */
const UNKNOWN_NAME = ['ENOTFOUND', 'ENODATA', 'EINVAL'];
const NAME_ERRORS = [...UNKNOWN_NAME, 'EAI_AGAIN'];

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** OpenSSL's errors, and those of Node about a certificate. */
const isTlsError = (error: unknown): boolean =>
  /^(ERR_TLS|ERR_SSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(GET|VERIFY))/.test(codeOf(error));

const failureOf = (error: unknown): WebhookFailure => {
  if (error instanceof AddressRefusedError) return 'address_refused';
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) return 'timed_out';
  if (NAME_ERRORS.includes(codeOf(error))) return 'name_not_found';
  return isTlsError(error) ? 'tls_failed' : 'connection_failed';
};

const responseOf = ({ statusCode = 0, headers }: IncomingMessage): WebhookResponse => {
  const retryAfterSeconds = secondsOfRetryAfter(headers['retry-after'], Date.now());
  return { status: statusCode, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
};

/** The host of a URL without the brackets of IPv6. */
const hostnameOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

export class HttpWebhookSender implements WebhookSender {
  readonly #namedHosts: readonly string[];
  readonly #timeoutMs: number;
  readonly #resolve: Resolve;

  constructor({
    namedHosts = [],
    timeoutMs = WEBHOOK_TIMEOUT_MS,
    resolve = resolveAll,
  }: HttpWebhookSenderOptions = {}) {
    this.#namedHosts = namedHosts;
    this.#timeoutMs = timeoutMs;
    this.#resolve = resolve;
  }

  async check(text: string): Promise<'address_refused' | 'name_not_found' | undefined> {
    const url = new URL(text);
    if (this.#isNamed(url)) return undefined;
    try {
      this.#refuseUnsafe(url);
      if (isIP(hostnameOf(url)) === 0) await publicAddresses(url.hostname, this.#resolve);
      return undefined;
    } catch (error) {
      if (error instanceof AddressRefusedError) return 'address_refused';
      if (UNKNOWN_NAME.includes(codeOf(error))) return 'name_not_found';
      throw new TemporarilyUnavailableError('The host of the address cannot be resolved now. Try again later.', {
        cause: error,
      });
    }
  }

  async post({ url: text, headers, body }: Request, signal?: AbortSignal): Promise<WebhookResponse> {
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    try {
      const url = new URL(text);
      if (!this.#isNamed(url)) this.#refuseUnsafe(url);
      return await this.#send(
        url,
        { headers, body },
        signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      );
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  /** A URL omits the port of its scheme, which the operator may have named. */
  #isNamed({ hostname, port, protocol }: URL): boolean {
    const effectivePort = port !== '' ? port : protocol === 'https:' ? '443' : '80';
    return this.#namedHosts.includes(hostname) || this.#namedHosts.includes(`${hostname}:${effectivePort}`);
  }

  /** A literal address is not resolved, so it is checked here. @throws AddressRefusedError */
  #refuseUnsafe(url: URL): void {
    const hostname = hostnameOf(url);
    const isPrivate = isIP(hostname) !== 0 && !isPublicAddress(hostname);
    if (url.protocol !== 'https:' || isPrivate || url.username !== '' || url.password !== '')
      throw new AddressRefusedError(`Nothing is sent to ${url.host}.`);
  }

  /** Node's client follows no redirect. The connection is not reused: each one is checked. */
  #send(url: URL, { headers, body }: Omit<Request, 'url'>, signal: AbortSignal): Promise<WebhookResponse> {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
        agent: false,
        signal,
        ...(this.#isNamed(url) ? {} : { lookup: publicLookup(this.#resolve) }),
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        resolve(responseOf(response));
        // The body is not read: what a receiver answers, and how much, is its own affair.
        response.destroy();
      });
      sent.end(body);
    });
  }
}
