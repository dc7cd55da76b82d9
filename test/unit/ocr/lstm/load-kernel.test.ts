import { afterEach, describe, expect, it, vi } from 'vitest';
import type * as loading from '../../../../core/ocr/lstm/load-kernel.ts';

const MODULE = new URL('../../../../core/ocr/lstm/load-kernel.ts', import.meta.url);

describe('A kernel', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is loaded at the next use where it could not be loaded now', async () => {
    // Other tests have loaded the kernel: a module of another address has loaded none.
    const { loadKernelNamed } = (await import(`${MODULE.href}?anew`)) as typeof loading;
    vi.spyOn(WebAssembly, 'compile').mockRejectedValueOnce(new RangeError('out of memory'));
    await expect(loadKernelNamed('line-kernel')).rejects.toThrow('out of memory');
    await expect(loadKernelNamed('line-kernel')).resolves.toMatchObject({ coding: { bytes: 2 } });
  });
});
