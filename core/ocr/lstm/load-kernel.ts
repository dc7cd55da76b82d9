/** Loads the fastest of the two kernels that this machine runs. */
import { readFile } from 'node:fs/promises';
import { compileWide } from '../compile-wide.ts';
import { computeAlike } from './check-kernel.ts';
import { instantiate, type Kernel, type KernelName } from './kernel.ts';

const compiled = new Map<KernelName, Promise<WebAssembly.Module | null>>();

/** Loads the fastest kernel whose sums are exact on this machine. */
export const loadKernel = async (): Promise<Kernel> =>
  (await loadKernelNamed('line-kernel-relaxed')) ?? required(await loadKernelNamed('line-kernel'));

/** @returns null if the engine lacks the kernel's instructions, or if its sums are not exact on this processor */
export async function loadKernelNamed(name: KernelName): Promise<Kernel | null> {
  const loading = compiled.get(name) ?? compile(name);
  compiled.set(name, loading);
  // Loading that failed, as for want of memory, is tried again at the next use.
  loading.catch(() => compiled.delete(name));
  const module = await loading;
  return module === null ? null : instantiate(name, module);
}

/** Compiles the kernel with wide vectors if it computes the same with them; null if the engine lacks its instructions. */
async function compile(name: KernelName): Promise<WebAssembly.Module | null> {
  const bytes = await readFile(new URL(`${name}.wasm`, import.meta.url));
  if (!WebAssembly.validate(bytes)) return null;
  const module = await WebAssembly.compile(bytes);
  const wideModule = compileWide(bytes);
  const [plain, wide] = [instantiate(name, module), wideModule && instantiate(name, wideModule)];
  return plain !== null && wide !== null && computeAlike(plain, wide) ? wideModule : module;
}

function required(kernel: Kernel | null): Kernel {
  if (kernel === null) throw new Error('This machine cannot run WebAssembly SIMD instructions.');
  return kernel;
}
