import { describe, expect, it } from 'vitest';
import { readLanguageData } from '../../../../core/ocr/languages/language-data.ts';
import type { Kernel } from '../../../../core/ocr/lstm/kernel.ts';
import { loadLineNetwork, type LineOutputs } from '../../../../core/ocr/lstm/line-network.ts';
import { loadKernel, loadKernelNamed } from '../../../../core/ocr/lstm/load-kernel.ts';
import { readNetworkFile } from '../../../../core/ocr/lstm/trained-data/network-file.ts';
import { splitTrainedData } from '../../../../core/ocr/lstm/trained-data/trained-data.ts';

/** Lines of noise, which drives the activations to their limits. */
function noisyLines(height: number): { width: number; data: Int8Array }[] {
  let state = 1;
  const noise = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state % 255) - 127;
  };
  return [90, 120, 121, 7, 200].map((width) => ({ width, data: Int8Array.from({ length: width * height }, noise) }));
}

async function runOn(kernel: Kernel | null): Promise<LineOutputs[]> {
  const data = splitTrainedData(await readLanguageData('en')).get('network');
  if (data === undefined || kernel === null) throw new Error('no network or no kernel');
  const network = await loadLineNetwork(readNetworkFile(data), kernel);
  return network.run(noisyLines(network.height));
}

describe('A line network', () => {
  it('has the same outputs, to the bit, on the kernel of this machine and on that of every machine', async () => {
    const [fastest, plain] = [await runOn(await loadKernel()), await runOn(await loadKernelNamed('line-kernel'))];
    expect(plain.map(({ steps }) => steps)).toEqual([30, 40, 40, 2, 66]);
    expect(fastest).toEqual(plain);
  });
});
