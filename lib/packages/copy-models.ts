/** Packs the optional reader with Parse: its model from the deployer's folder, and its runtime for the functions' processor. */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Architecture } from './architecture.ts';
import { findModule } from './module-source.ts';
import type { ModuleFiles } from './package-contents.ts';

/** Folder of the models in the package, which lambdas/entry/composition/lambda-parsers.ts looks for, and of the runtime in it. */
const MODELS_FOLDER = 'models';
const RUNTIME_FOLDER = 'runtime';

const runtimeFiles = (arch: Architecture): readonly ModuleFiles[] => [
  { name: 'onnxruntime-node', files: ['package.json', 'dist', `bin/napi-v6/linux/${arch}`], part: 'models' },
  { name: 'onnxruntime-common', files: ['package.json', 'dist/cjs'], part: 'models' },
];

/**
 * @param from  a folder into which `tearline models install` has installed the models, which the caller has checked
 * @param lockFolder  folder of the lock file of the runtime
 * @throws PackageNotFetchedError where the runtime cannot be fetched
 */
export const copyModels = async (
  from: string,
  lockFolder: string,
  outDir: string,
  arch: Architecture,
): Promise<void> => {
  const models = join(outDir, MODELS_FOLDER);
  const runtime = join(models, RUNTIME_FOLDER);
  await mkdir(runtime, { recursive: true });
  for (const name of await readdir(from)) if (name.endsWith('.onnx')) await cp(join(from, name), join(models, name));
  await writeFile(join(runtime, 'package.json'), '{}');
  for (const { name, files } of runtimeFiles(arch)) {
    const source = await findModule(lockFolder, name);
    for (const file of files)
      await cp(join(source, file), join(runtime, 'node_modules', name, file), { recursive: true, dereference: true });
  }
};
