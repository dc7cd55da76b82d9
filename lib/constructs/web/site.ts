/** The build of the web interface (web/dist), as the CDK app reads it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const headersSchema = z.object({
  content_security_policy: z.record(z.string(), z.array(z.string())),
  headers: z.record(z.string(), z.string()),
});
/** Nothing that a regular expression would read as more than itself. */
const routesSchema = z.array(z.string().regex(/^\/[\w$/-]*$/));

export type Policy = Readonly<Record<string, readonly string[]>>;

export interface Site {
  readonly folder: string;
  readonly indexHtml: string;
  /** Addresses of the application, as patterns of TanStack Router. */
  readonly addresses: readonly string[];
  readonly policy: Policy;
  /** Headers beside the content security policy. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The web interface was not built, or by another version of this repository. */
export class SiteNotBuiltError extends Error {
  override readonly name = 'SiteNotBuiltError';
}

/** Files that are read here and not deployed. */
const READ = ['index.html', 'routes.json', 'headers.json'] as const;
/** What is not deployed as it is: CloudFront compresses itself. */
export const NOT_DEPLOYED: readonly string[] = [...READ, '*.br', '*.gz'];

/** @throws SiteNotBuiltError */
export const readSite = (folder: string): Site => {
  const missing = [...READ, 'assets'].filter((name) => !existsSync(join(folder, name)));
  if (missing.length > 0)
    throw new SiteNotBuiltError(
      `The web interface is not built: ${folder} lacks ${missing.join(', ')}. Run \`npm ci\` or \`npm run build:web\`.`,
    );
  const read = (name: (typeof READ)[number]): string => readFileSync(join(folder, name), 'utf8');
  const { content_security_policy: policy, headers } = headersSchema.parse(JSON.parse(read('headers.json')));
  return {
    folder,
    indexHtml: read('index.html'),
    addresses: routesSchema.parse(JSON.parse(read('routes.json'))),
    policy,
    headers,
  };
};
