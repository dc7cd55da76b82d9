/** The trained network, for answering: plain typed arrays, since a few thousand multiplications a gap need nothing more. */

export interface Layer {
  readonly inputs: number;
  readonly outputs: number;
  /** inputs × outputs, row by row. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

/** Fully connected layers with rectifiers between them; the last has one output, the log-odds of a split. */
export type Network = readonly Layer[];

/** Log-odds for one row of inputs. */
export function runNetwork(network: Network, row: Float32Array): number {
  let values = row;
  for (const [at, { inputs, outputs, weights, bias }] of network.entries()) {
    const sums = Float32Array.from(bias);
    for (let input = 0; input < inputs; input += 1) {
      const value = values[input] ?? 0;
      if (value === 0) continue;
      const from = input * outputs;
      // Casts: the layers' sizes are checked when they are read, and this is most of what a network does.
      for (let output = 0; output < outputs; output += 1) sums[output] = (sums[output] as number) + value * (weights[from + output] as number);
    }
    if (at < network.length - 1) for (let output = 0; output < sums.length; output += 1) sums[output] = Math.max(0, sums[output] ?? 0);
    values = sums;
  }
  return values[0] ?? 0;
}

/** Mean log-odds of several networks that differ in their seed. */
export function runEnsemble(networks: readonly Network[], row: Float32Array): number {
  return networks.reduce((sum, network) => sum + runNetwork(network, row), 0) / networks.length;
}
