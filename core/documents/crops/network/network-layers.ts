/**
 * The layers of the network, and their weights in edge-network.json, which bench/crops/network/export.py writes and
 * describes.
 */
import { LayerReader, type Layer, type WeightsFile } from '../../../ocr/layer-weights.ts';

/** Channels at a half, a quarter, an eighth ... of the picture's sides, and the number of blocks there on the way down. */
export const LEVELS: readonly { readonly channels: number; readonly blocks: number }[] = [
  { channels: 12, blocks: 1 },
  { channels: 24, blocks: 2 },
  { channels: 48, blocks: 3 },
  { channels: 96, blocks: 4 },
  { channels: 128, blocks: 4 },
];
/** Blocks of each level on the way up. */
const BLOCKS_UP = 2;
/** Weights of one output of the first layer: 3 × 3 pixels of 2 channels; of a depthwise layer. */
export const STEM_INPUTS = 18;
const DEPTHWISE_INPUTS = 9;
/** Outputs of the last layer: 2 × 2 pixels of two maps. */
const HEAD_OUTPUTS = 8;

/** A depthwise convolution and the matrix product after it. */
export interface Block {
  readonly depthwise: Layer;
  readonly pointwise: Layer;
}

export interface NetworkLayers {
  readonly stem: Layer;
  /** For each level the blocks on the way down; the first comes from the level above (but for the first level). */
  readonly down: readonly (readonly Block[])[];
  /** For each level but the last, the layer that comes from the level below, and the blocks after it. */
  readonly up: readonly { readonly fromBelow: Layer; readonly blocks: readonly Block[] }[];
  readonly head: Layer;
}

/** @throws Error if the file is not that of this network */
export function readLayers(file: WeightsFile): NetworkLayers {
  const next = new LayerReader(file);
  const block = (inputs: number, outputs: number): Block => ({
    depthwise: next.layer(DEPTHWISE_INPUTS, inputs),
    pointwise: next.layer(inputs, outputs),
  });
  const blocks = (channels: number, count: number) => Array.from({ length: count }, () => block(channels, channels));
  const stem = next.layer(STEM_INPUTS, channelsOf(0));
  const down = LEVELS.map(({ channels, blocks: count }, level) =>
    level === 0 ? blocks(channels, count) : [block(channelsOf(level - 1), channels), ...blocks(channels, count)],
  );
  const up = LEVELS.slice(0, -1)
    .map(({ channels }, level) => ({ channels, below: channelsOf(level + 1) }))
    .toReversed()
    .map(({ channels, below }) => ({ fromBelow: next.layer(below, channels), blocks: blocks(channels, BLOCKS_UP) }))
    .toReversed();
  const head = next.layer(channelsOf(0), HEAD_OUTPUTS);
  if (!next.isWhole)
    throw new Error('The weights of the network that finds documents are damaged: run bench/crops/network/export.py.');
  return { stem, down, up, head };
}

/** @throws RangeError if there is no such level */
export function channelsOf(level: number): number {
  const found = LEVELS[level];
  if (found === undefined) throw new RangeError(`The network has no level ${level}.`);
  return found.channels;
}
