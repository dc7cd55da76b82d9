/** What the OpenAPI document says of statuses and headers. */
import { jsonOf, send } from './client.ts';
import type { Target } from './client.ts';
import type { Findings } from './findings.ts';

interface Response {
  readonly headers?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Response>>;
}

const FILES = ['getSplitPdf', 'getPdf', 'getPageImage', 'getThumbnail'];

export const checkDescription = async (target: Target, findings: Findings): Promise<void> => {
  const document = jsonOf(await send(target, 'GET', '/openapi.json'));
  // The document conforms to OpenAPI 3.1: a test checks that.
  const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const lacking = (status: string, of: (operation: (typeof operations)[number]) => boolean): string[] =>
    operations
      .filter((one) => of(one) && !(status in one.responses))
      .map(({ operationId, path }) => operationId ?? path);
  const expectStatus = (
    status: string,
    where: string,
    of: (operation: (typeof operations)[number]) => boolean,
  ): void => {
    const without = lacking(status, of);
    const any = operations.some(of);
    findings.add(
      `openapi.json: ${status}`,
      `on ${where}`,
      any ? (without.length === 0 ? 'on all' : `not on ${without.join(', ')}`) : 'no such operation',
      any && without.length === 0,
    );
  };
  const all = (): boolean => true;
  // The presigned PUT is answered by storage, which has no other method to name and ignores Accept.
  const isApi = ({ method }: { readonly method: string }): boolean => ['get', 'post'].includes(method);
  expectStatus('405', 'every operation but the presigned PUT', isApi);
  expectStatus('406', 'every operation but the presigned PUT', isApi);
  expectStatus('431', 'every operation', all);
  expectStatus('413', 'every operation with a body', ({ method }) => method === 'post');
  expectStatus('416', 'files', ({ operationId }) => FILES.includes(operationId ?? ''));
  expectStatus('206', 'files', ({ operationId }) => FILES.includes(operationId ?? ''));
  for (const status of ['400', '403', '409', '413'])
    expectStatus(status, 'the presigned PUT', ({ method }) => method === 'put');
  const named = new Set(
    operations.flatMap(({ responses }) =>
      Object.values(responses).flatMap(({ headers }) => Object.keys(headers ?? {})),
    ),
  );
  for (const name of [
    'Cache-Control',
    'X-Content-Type-Options',
    'Content-Security-Policy',
    'Access-Control-Allow-Origin',
    'Vary',
    'Content-Disposition',
    'Content-Range',
    'Accept-Ranges',
    'Retry-After',
    'Allow',
  ])
    findings.add(`openapi.json: ${name}`, 'is described', named.has(name) ? 'described' : 'absent', named.has(name));
};
