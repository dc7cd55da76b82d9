/** The routes table names the core function of every route, and the handler calls it. */
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RouteRow } from '../../../lambdas/api/routes/route-row.ts';
import { routes } from '../../../lambdas/api/routes/routes.ts';

const root = resolve(import.meta.dirname, '../../..');
const handlers = join(root, 'lambdas/api/handlers');
/** Path of each handler's file below its subject's folder, by file name. */
const handlerFiles = new Map(
  (await readdir(handlers, { recursive: true })).map((path) => [basename(path), join(handlers, path)]),
);
const rows: readonly RouteRow[] = Object.values(routes);

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

interface Import {
  readonly path: string;
  readonly names: readonly string[];
}

/**
 * `import { a, b as c } from '../x.ts'` imports a and b; `import * as core from '../x.ts'` what is used as `core.…`.
 */
const importsOf = async (file: string): Promise<readonly Import[]> => {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(/^import (?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']+)';$/gm)].map(
    ([, names = '', namespace, path = '']) => ({
      path: resolve(dirname(file), path),
      names:
        namespace === undefined
          ? names.split(',').map((name) => name.trim().split(' as ')[0] ?? '')
          : [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)\\(`, 'g'))].map(([, name = '']) => name),
    }),
  );
};

/** Imports of a handler and of the modules beside it that it shares with other handlers. */
const importsOfHandler = async (file: string): Promise<readonly Import[]> => {
  const own = await importsOf(file);
  const shared = await Promise.all(
    own.filter(({ path }) => dirname(path) === dirname(file)).map(({ path }) => importsOf(path)),
  );
  return [...own, ...shared.flat()];
};

describe('The routes table', () => {
  it('names each row by its operationId', () => {
    expect(Object.keys(routes)).toEqual(rows.map(({ operationId }) => operationId));
  });

  it('names a core function for every route but those about the service itself', () => {
    const withoutCore = rows.filter(({ core }) => core === undefined);
    expect(withoutCore.every(({ tag }) => tag === 'Service')).toBe(true);
  });

  it.each(rows.flatMap(({ operationId, core }) => (core === undefined ? [] : [{ operationId, core }])))(
    'names the core function that the handler of $operationId calls: $core',
    async ({ operationId, core }) => {
      const [module = '', name = ''] = core.split('#');
      const path = join(root, 'core', module);
      const exported = (await import(path)) as Readonly<Record<string, unknown>>;
      expect(exported[name]).toBeTypeOf('function');
      const imports = await importsOfHandler(handlerFiles.get(`${kebabCase(operationId)}.ts`) ?? '');
      expect(imports.filter((one) => one.path === path).flatMap(({ names }) => names)).toContain(name);
    },
  );
});
