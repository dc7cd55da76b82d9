import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeAlike } from '../../../../core/ocr/lstm/check-kernel.ts';
import { instantiate, Kernel, type KernelFunctions } from '../../../../core/ocr/lstm/kernel.ts';
import { loadKernelNamed } from '../../../../core/ocr/lstm/load-kernel.ts';

const NAMES = ['line-kernel', 'line-kernel-relaxed'] as const;
type Name = (typeof NAMES)[number];

const modules = new Map<Name, WebAssembly.Module>();

/** The kernel as V8 compiles it by default; null where this machine does not run it. */
const plainKernel = (name: Name): Kernel | null => {
  const module = modules.get(name);
  return module === undefined ? null : instantiate(name, module);
};

/** The kernel with another function in place of its own. */
const misread = (name: Name, change: Change): Kernel | null => {
  const [module, plain] = [modules.get(name), plainKernel(name)];
  if (module === undefined || plain === null) return null;
  const memory = new WebAssembly.Memory({ initial: 1 });
  // Cast: as in kernel.ts.
  const functions = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelFunctions;
  functions.useZero(plain.coding.zero);
  return new Kernel({ ...functions, ...change(functions) }, plain.coding, memory);
};

type Change = (functions: KernelFunctions) => Partial<KernelFunctions>;

/** What a function does, and the function with the address of its weights moved by one byte. */
const CHANGES: readonly (readonly [string, Change])[] = [
  [
    'convolves',
    (functions) => ({
      convolve: (...[a, b, c, d, e, f, g, h, weights, ...rest]) => {
        functions.convolve(a, b, c, d, e, f, g, h, weights + 1, ...rest);
      },
    }),
  ],
  [
    'runs a layer',
    (functions) => ({
      lstm: (...[a, b, c, d, weights, ...rest]) => {
        functions.lstm(a, b, c, d, weights + 1, ...rest);
      },
    }),
  ],
  [
    'finds probabilities',
    (functions) => ({
      softmax: (...[a, b, c, d, e, weights, ...rest]) => {
        functions.softmax(a, b, c, d, e, weights + 1, ...rest);
      },
    }),
  ],
];

beforeAll(async () => {
  for (const name of NAMES) {
    const bytes = await readFile(new URL(`../../../../core/ocr/lstm/${name}.wasm`, import.meta.url));
    if (WebAssembly.validate(bytes)) modules.set(name, await WebAssembly.compile(bytes));
  }
});

describe.each(NAMES)('The kernel %s', (name) => {
  it('computes the same, to the bit, with vectors of 256 bits', async () => {
    const [wide, plain] = [await loadKernelNamed(name), plainKernel(name)];
    expect(wide === null ? plain : computeAlike(wide, plain ?? wide)).toBe(plain === null ? null : true);
  });

  it.each(CHANGES)('is told from one that %s otherwise', (_, change) => {
    const [plain, other] = [plainKernel(name), misread(name, change)];
    if (plain !== null && other !== null) expect(computeAlike(plain, other)).toBe(false);
    else expect([plain, other]).toEqual([null, null]);
  });
});
