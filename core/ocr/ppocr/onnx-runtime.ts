/** Loads ONNX Runtime from the folder in which `tearline models install` has put it: it is no dependency of Tearline. */
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { ModelFilesError, RUNTIME_FOLDER } from './model-files.ts';

/** The part of onnxruntime-common's interface that is used. */
export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
export interface InferenceSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, Tensor>>): Promise<Readonly<Record<string, Tensor>>>;
}
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: typeof ONE_CORE): Promise<InferenceSession>;
  };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
}

/**
 * A parser process has one core, and 1.2 GB: without the arena, memory of a line or page that was read is freed. Six pages
 * of handwriting take 738 instead of 845 MB at most, in the same time.
 */
export const ONE_CORE = { intraOpNumThreads: 1, interOpNumThreads: 1, enableCpuMemArena: false } as const;

export const RUNTIME_PACKAGE = 'onnxruntime-node';

/** @throws ModelFilesError where the runtime is missing, or does not run on this machine; errors of the system */
export const loadOnnxRuntime = (folder: string): OnnxRuntime => {
  try {
    const load = createRequire(resolve(folder, RUNTIME_FOLDER, 'package.json'));
    // The package's version is pinned, and with it its interface.
    return load(RUNTIME_PACKAGE) as OnnxRuntime;
  } catch (error) {
    // Too many open files, for example: that says nothing of the runtime.
    if (error instanceof Error && 'syscall' in error) throw error;
    throw new ModelFilesError(`${RUNTIME_PACKAGE} cannot be loaded from ${join(folder, RUNTIME_FOLDER)}.`, {
      cause: error,
    });
  }
};
