/**
 * Builds the web interface: `npm run build:web`, and `npm ci` by itself (npm's `prepare`). `--types` writes only the
 * types of the API that it is compiled against.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { openApiDocument } from '../lambdas/api/openapi/openapi-document.ts';

const ROOT = join(import.meta.dirname, '..');
const WEB = join(ROOT, 'web');
const DIST = join(WEB, 'dist');
/** Files that gain from compression; images and fonts are compressed already. */
const COMPRESSIBLE = /\.(css|html|js|json|svg|txt)$/;

/** web/src/api/schema.d.ts: the types of the OpenAPI document, without a running service. */
const writeTypes = async (): Promise<void> => {
  const { default: openapiTypes, astToString } = await import('openapi-typescript');
  const document = JSON.stringify(openApiDocument());
  const types = await openapiTypes(document, { defaultNonNullable: false, silent: true });
  await writeFile(join(WEB, 'src/api/schema.d.ts'), `/* Written by bin/build-web.ts. */\n${astToString(types)}`);
};

/** Writes each file also as .br and .gz, which the host sends to browsers that take them. */
const compressFiles = async (): Promise<void> => {
  const names = await readdir(DIST, { recursive: true });
  for (const name of names.filter((each) => COMPRESSIBLE.test(each))) {
    const path = join(DIST, name);
    const bytes = await readFile(path);
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
  }
};

/** `npm ci --omit=dev` has nothing to build with: a service without the web interface is complete otherwise. */
const canBuild = (): boolean => existsSync(join(ROOT, 'node_modules/vite')) && existsSync(join(WEB, 'vite.config.ts'));

if (canBuild()) {
  await writeTypes();
  if (!process.argv.includes('--types')) {
    const { build } = await import('vite');
    await build({ configFile: join(WEB, 'vite.config.ts'), logLevel: 'warn' });
    await compressFiles();
  }
} else {
  console.log('The web interface is not built: the development packages are not installed.');
}
