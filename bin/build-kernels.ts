/**
 * `npm run build:kernels`: compiles the kernels that are written in AssemblyScript. Each asconfig*.json in a folder `assembly`
 * names a source and the .wasm file that is written.
 */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

for (const config of globSync('{core,model-container}/**/assembly/asconfig*.json', { cwd: ROOT }).toSorted()) {
  console.log(config);
  execFileSync(process.execPath, ['node_modules/assemblyscript/bin/asc.js', '--config', config], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}
