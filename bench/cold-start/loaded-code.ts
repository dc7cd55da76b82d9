/** What a function loads before its first event, from esbuild's metafile. */
import type { Metafile } from 'esbuild';

export interface LoadedCode {
  /** Bytes of the bundled files. */
  readonly bytes: number;
  readonly files: number;
  /** Bytes of the largest npm packages and folders, largest first. */
  readonly largest: readonly { readonly name: string; readonly bytes: number }[];
}

/** `node_modules/@scope/name/…` → `@scope/name`; `core/requests/…` → `core/requests`. */
const nameOf = (input: string): string =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? input.split('/').slice(0, 2).join('/');

/** The output file and all that it imports statically. */
const closureOf = ({ outputs }: Metafile, start: string): ReadonlySet<string> => {
  const reached = new Set<string>();
  const visit = (path: string): void => {
    if (reached.has(path)) return;
    reached.add(path);
    for (const { path: imported, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) visit(imported);
  };
  visit(start);
  return reached;
};

/** @param entry  name of the entry's file in lambdas/entry, without extension @throws Error where it is not of the bundle */
export const loadedCode = (metafile: Metafile, entry: string): LoadedCode => {
  const start = Object.keys(metafile.outputs).find((path) => path.endsWith(`/${entry}.mjs`));
  if (start === undefined) throw new Error(`The bundle has no ${entry}.mjs.`);
  const closure = closureOf(metafile, start);
  const sizes: Record<string, number> = {};
  let bytes = 0;
  for (const path of closure) {
    const output = metafile.outputs[path];
    bytes += output?.bytes ?? 0;
    for (const [input, { bytesInOutput }] of Object.entries(output?.inputs ?? {}))
      sizes[nameOf(input)] = (sizes[nameOf(input)] ?? 0) + bytesInOutput;
  }
  return {
    bytes,
    files: closure.size,
    largest: Object.entries(sizes)
      .map(([name, size]) => ({ name, bytes: size }))
      .sort((a, b) => b.bytes - a.bytes),
  };
};
