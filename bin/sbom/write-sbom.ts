/**
 * `npm run sbom`: writes the bills of materials of the packages and of the model's image into out/sbom/, and fails for a
 * licence that bin/sbom/licences.ts does not accept.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { billOf, licenceOf } from './bill-of-materials.ts';
import { isAccepted } from './licences.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'out/sbom');

await mkdir(OUT, { recursive: true });
for (const [name, folder] of [
  ['tearline', ROOT],
  ['tearline-model-container', join(ROOT, 'model-container')],
] as const) {
  const bill = await billOf(folder, name);
  const file = join(OUT, `${name}.cdx.json`);
  await writeFile(file, `${JSON.stringify(bill, undefined, 2)}\n`);
  // The base image has many licences, of which it is itself the list.
  const packages = bill.components.filter((component) => component['type'] !== 'container');
  const refused = packages.filter((component) => !isAccepted(licenceOf(component)));
  for (const component of refused)
    console.error(`${component['bom-ref']}: the licence "${licenceOf(component)}" is not accepted.`);
  if (refused.length > 0) process.exitCode = 1;
  console.log(`${file}: ${bill.components.length} components, ${refused.length} with a licence that is not accepted`);
}
