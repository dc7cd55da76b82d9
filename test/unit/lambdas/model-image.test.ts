import { access, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFile(path, 'utf8');
const dockerfile = await read('model-container/Dockerfile');
/** Source and destination of each COPY. */
const copies = [...dockerfile.matchAll(/^COPY (?<from>\S+) (?<to>\S+)$/gmu)].map(
  ({ groups }) => groups?.['from'] ?? '',
);

/** All files that a program loads, and the packages that they import. */
async function loadedBy(
  program: string,
  files = new Set<string>(),
  packages = new Set<string>(),
): Promise<{ files: Set<string>; packages: Set<string> }> {
  if (files.has(program)) return { files, packages };
  files.add(program);
  const source = await read(program);
  for (const [, typeOnly, from, dynamic] of source.matchAll(
    /^(?:import|export)( type)? [^;]*?from '([^']+)'|import\('([^']+)'\)/gmu,
  )) {
    const target = from ?? dynamic ?? '';
    if (typeOnly !== undefined || target.startsWith('node:')) continue;
    if (target.startsWith('.')) await loadedBy(normalize(join(dirname(program), target)), files, packages);
    else packages.add(target);
  }
  return { files, packages };
}

describe('the model container’s image', () => {
  it('copies existing files', async () => {
    expect(copies.length).toBeGreaterThanOrEqual(3);
    for (const from of copies) await expect(access(from)).resolves.toBeUndefined();
  });

  it('contains every file that serving and training load', async () => {
    const { files } = await loadedBy('model-container/start.ts');
    expect(files.size).toBeGreaterThan(30);
    for (const file of files)
      expect(copies.some((from) => file === from || (from.endsWith('/') && file.startsWith(from)))).toBe(true);
  });

  it('installs exactly the packages that they import, at the repository’s versions', async () => {
    const { packages } = await loadedBy('model-container/start.ts');
    const [own, repository] = (await Promise.all(
      ['model-container/package.json', 'package.json'].map(async (path) => JSON.parse(await read(path)) as unknown),
    )) as { dependencies: Record<string, string> }[];
    expect(Object.keys(own?.dependencies ?? {}).sort()).toEqual([...packages].sort());
    for (const [name, version] of Object.entries(own?.dependencies ?? {}))
      expect(version).toBe(repository?.dependencies[name]);
  });

  it('installs what a lockfile says, with the checksum of each package and no registry', async () => {
    expect(dockerfile).toMatch(/^RUN npm ci /mu);
    const [own, lock] = (await Promise.all(
      ['package.json', 'package-lock.json'].map(
        async (path) => JSON.parse(await read(`model-container/${path}`)) as unknown,
      ),
    )) as [
      { dependencies: object },
      { packages: Record<string, { dependencies?: object; integrity?: string; resolved?: string }> },
    ];
    const { '': root, ...packages } = lock.packages;
    expect(root?.dependencies).toEqual(own.dependencies);
    expect(Object.keys(packages).length).toBeGreaterThan(10);
    expect(
      Object.values(packages).filter(({ integrity, resolved }) => integrity === undefined || resolved !== undefined),
    ).toEqual([]);
  });

  it('runs on the repository’s Node.js version, and starts without a shell', async () => {
    const { dependencies } = JSON.parse(await read('package.json')) as { dependencies: Record<string, string> };
    expect(dockerfile).toContain(
      `ARG BASE_IMAGE=public.ecr.aws/docker/library/node:${dependencies['node']}-bookworm-slim`,
    );
    expect(dockerfile).toMatch(/^ENTRYPOINT \["node", "model-container\/start\.ts"\]$/mu);
  });

  it('pulls nothing from Docker Hub, which limits pulls of the shared IP addresses of builds', () => {
    const pulled = [
      ...dockerfile.matchAll(/^(?:ARG BASE_IMAGE=|FROM (?!\$\{BASE_IMAGE\}$))(\S+)|^# syntax=(\S+)/gmu),
    ].map(([, from, frontend]) => from ?? frontend ?? '');
    expect(pulled).toHaveLength(1);
    expect(pulled.filter((image) => !image.startsWith('public.ecr.aws/'))).toEqual([]);
  });

  it('has only the copied files in its build context', async () => {
    const lines = (await read('model-container/Dockerfile.dockerignore')).trim().split('\n');
    expect(lines[0]).toBe('*');
    for (const from of copies)
      expect(lines.some((line) => line.startsWith('!') && from.startsWith(line.slice(1)))).toBe(true);
  });

  it('contains the weights and the base features', async () => {
    for (const file of ['base.json', 'base-features.gz'])
      await expect(access(join('model-container/weights', file))).resolves.toBeUndefined();
  });
});
