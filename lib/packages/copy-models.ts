/** Packs the optional reader with Parse: its model from the deployer's folder, and its runtime for the functions' processor. */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LINE_MODEL, readModelFile, RUNTIME_FOLDER } from '../../core/ocr/ppocr/model-files.ts';
import { RUNTIME_PACKAGE } from '../../core/ocr/ppocr/onnx-runtime.ts';
import type { Architecture } from './architecture.ts';
import { findModule } from './module-source.ts';
import type { ModuleFiles } from './package-contents.ts';

/** Folder of the models in the package; lambdas/entry/composition/lambda-parsers.ts looks for it. */
export const MODELS_FOLDER = 'models';

const runtimeFiles = (arch: Architecture): readonly ModuleFiles[] => [
  { name: RUNTIME_PACKAGE, files: ['package.json', 'dist', `bin/napi-v6/linux/${arch}`], part: 'models' },
  { name: 'onnxruntime-common', files: ['package.json', 'dist/cjs'], part: 'models' },
];

/**
 * @param from  a folder into which `tearline models install` has installed the models
 * @param lockFolder  folder of the lock file of the runtime
 * @throws ModelFilesError where the model is missing, damaged or another version
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
  const model = await readModelFile(from, LINE_MODEL);
  await mkdir(runtime, { recursive: true });
  await writeFile(join(models, LINE_MODEL.name), model);
  await writeFile(join(runtime, 'package.json'), '{}');
  for (const { name, files } of runtimeFiles(arch)) {
    const source = await findModule(lockFolder, name);
    for (const file of files)
      await cp(join(source, file), join(runtime, 'node_modules', name, file), { recursive: true, dereference: true });
  }
};
