/** Software bills of materials (CycloneDX) of what package-lock.json locks. The same lock gives the same bytes. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const licenceSchema = z.union([
  z.object({ license: z.object({ id: z.string().optional(), name: z.string().optional() }) }),
  z.object({ expression: z.string() }),
]);

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(licenceSchema).optional(),
});
type Component = z.infer<typeof componentSchema>;

const billSchema = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }),
  components: z.array(componentSchema),
});
export type Bill = z.infer<typeof billSchema>;

const byReference = (a: Component, b: Component): number => (a['bom-ref'] < b['bom-ref'] ? -1 : 1);

/** A UUID (version 8, of own making) of the content. */
const serialOf = (content: string): string => {
  const hex = createHash('sha256').update(content).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The base image, as the Dockerfile names it. Its Debian packages are not listed: a scan of the image finds them. */
const baseImageOf = (dockerfile: string): Component => {
  const [, name = '', version = ''] = /^ARG BASE_IMAGE=(\S+):(\S+)$/m.exec(dockerfile) ?? [];
  if (name === '') throw new Error('The Dockerfile names no base image.');
  return { 'bom-ref': `${name}:${version}`, type: 'container', name, version, licenses: [] };
};

/**
 * The packages that a folder's package-lock.json locks, with their licences and hashes, as npm lists them.
 * @param folder  with package.json and package-lock.json, and possibly a Dockerfile
 */
export const billOf = async (folder: string, name: string): Promise<Bill> => {
  const { stdout } = await promisify(execFile)('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  const bill = billSchema.parse(JSON.parse(stdout));
  const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8').catch(() => undefined);
  // npm names the time, and the folder as the component.
  const metadata = { ...bill.metadata, timestamp: undefined };
  const components = [...bill.components, ...(dockerfile === undefined ? [] : [baseImageOf(dockerfile)])].sort(
    byReference,
  );
  const content = { ...bill, metadata: { ...metadata, component: { ...metadata.component, name } }, components };
  return { ...content, serialNumber: serialOf(JSON.stringify({ ...content, serialNumber: undefined })) };
};

/** The licences of a component as an SPDX expression; empty where it names none. */
export const licenceOf = ({ licenses = [] }: Component): string =>
  licenses
    .map((each) => ('expression' in each ? each.expression : (each.license.id ?? each.license.name ?? '')))
    .join(' AND ');
