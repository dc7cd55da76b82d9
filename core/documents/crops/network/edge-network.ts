/**
 * Finds for each pixel of a page's picture whether it lies in a document, and whether it is near the edge of one: a small
 * convolutional network that was trained on drawn pictures (bench/crops/network/README.md).
 */
import type { Layer, WeightsFile } from '../../../ocr/layer-weights.ts';
import type { RasterImage } from '../../../ocr/raster-image.ts';
import { inBlocks, loadEdgeKernel, type EdgeKernel } from './edge-kernel.ts';
import weightsFile from './edge-network.json' with { type: 'json' };
import { channelsOf, LEVELS, readLayers, STEM_INPUTS, type Block } from './network-layers.ts';

export interface DocumentMaps {
  /** Size in pixels: that of the picture. */
  readonly width: number;
  readonly height: number;
  /** Probability, 0 to 255, that a pixel lies in a document. */
  readonly inside: Uint8Array;
  /** Probability, 0 to 255, that a pixel is within some 2 pixels of the edge of a document. */
  readonly edge: Uint8Array;
}

/** Probability, 0 to 255, from which a pixel counts as one that lies in a document. */
export const IN_DOCUMENT = 128;
/** Limits of a picture's sides in pixels. */
const MIN_SIDE = 40;
const MAX_SIDE = 512;
/** The sides are extended to multiples of this: the size of a pixel of the last level. */
const STEP = 32;
const FLOAT_BYTES = 4;
const INPUT_CHANNELS = 2;
/** Log-odds of the first entry of the table of probabilities, its entries for a difference of 1, and their number. */
const TABLE_FROM = -8;
const TABLE_STEPS = 256;
const TABLE_LENGTH = 4096;

/** Addresses of a layer's numbers in the kernel's memory. */
interface PlacedLayer {
  readonly outputs: number;
  readonly weights: number;
  readonly bias: number;
}

interface PlacedBlock {
  readonly depthwise: PlacedLayer;
  readonly pointwise: PlacedLayer;
}

/** A feature map in the kernel's memory. */
interface FeatureMap {
  readonly address: number;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Two maps of a level: each block reads one and writes the other. */
interface MapPair {
  readonly current: FeatureMap;
  readonly other: FeatureMap;
}

const swapped = ({ current, other }: MapPair): MapPair => ({ current: other, other: current });

/** The network with its memory (17 MB), which all pictures use one after the other. */
export class EdgeNetwork {
  readonly #kernel: EdgeKernel;
  readonly #stem: PlacedLayer;
  readonly #down: readonly (readonly PlacedBlock[])[];
  readonly #up: readonly { readonly fromBelow: PlacedLayer; readonly blocks: readonly PlacedBlock[] }[];
  readonly #head: PlacedLayer;
  /** Addresses of memory that suffices for the largest picture. */
  readonly #table: number;
  readonly #picture: number;
  readonly #input: number;
  readonly #maps: readonly (readonly [number, number])[];
  readonly #scratch: number;
  readonly #inside: number;
  readonly #edge: number;

  /** @throws Error if the weights are damaged */
  constructor(file: WeightsFile, kernel: EdgeKernel) {
    const { stem, down, up, head } = readLayers(file);
    this.#kernel = kernel;
    this.#stem = this.#placeProduct(stem);
    this.#down = down.map((blocks) => blocks.map((block) => this.#placeBlock(block)));
    this.#up = up.map(({ fromBelow, blocks }) => ({
      fromBelow: this.#placeProduct(fromBelow),
      blocks: blocks.map((block) => this.#placeBlock(block)),
    }));
    this.#head = this.#placeProduct(head);
    this.#table = kernel.place(probabilityTable());
    const reserve = (bytes: number) => kernel.allocate(bytes);
    this.#picture = reserve(MAX_SIDE * MAX_SIDE);
    this.#input = reserve(bytesOfMap(MAX_SIDE, INPUT_CHANNELS));
    this.#maps = LEVELS.map(({ channels }, level) => {
      const bytes = bytesOfMap(sideAt(MAX_SIDE, level), channels);
      return [reserve(bytes), reserve(bytes)];
    });
    this.#scratch = reserve((MAX_SIDE / 2) * STEM_INPUTS * FLOAT_BYTES);
    this.#inside = reserve(MAX_SIDE * MAX_SIDE);
    this.#edge = reserve(MAX_SIDE * MAX_SIDE);
  }

  /**
   * @param picture in grey, sides of 40 to 512 pixels
   * @throws RangeError if the picture is not such a one
   */
  mapsOf(picture: RasterImage): DocumentMaps {
    const { width, height, channels, data } = picture;
    const isWhole = channels === 1 && data.length === width * height;
    if (!isWhole || Math.min(width, height) < MIN_SIDE || Math.max(width, height) > MAX_SIDE)
      throw new RangeError(`Not a grey picture with sides of ${MIN_SIDE} to ${MAX_SIDE} pixels: ${width} × ${height}.`);
    const wide = Math.ceil(width / STEP) * STEP;
    const high = Math.ceil(height / STEP) * STEP;
    this.#placePicture(picture, wide, high);
    this.#run(wide, high);
    const cut = (address: number) =>
      cutRows(new Uint8Array(this.#kernel.buffer, address, wide * high), wide, width, height);
    return { width, height, inside: cut(this.#inside), edge: cut(this.#edge) };
  }

  /** Writes the picture with its last column and its last row repeated. */
  #placePicture({ width, height, data }: RasterImage, wide: number, high: number): void {
    const to = new Uint8Array(this.#kernel.buffer, this.#picture, wide * high);
    for (let row = 0; row < high; row += 1) {
      const from = Math.min(row, height - 1) * width;
      to.set(data.subarray(from, from + width), row * wide);
      to.fill(data[from + width - 1] ?? 0, row * wide + width, (row + 1) * wide);
    }
  }

  /** From the picture in the kernel's memory to the two maps there. */
  #run(width: number, height: number): void {
    const { functions } = this.#kernel;
    const scratch = this.#scratch;
    const input = this.#mapAt(this.#input, width, height, INPUT_CHANNELS);
    functions.prepare(this.#picture, width, height, input.address, scratch);
    const levels = this.#maps.map(([first, second], level): MapPair => {
      const map = (address: number) =>
        this.#mapAt(address, sideAt(width, level), sideAt(height, level), channelsOf(level));
      return { current: map(first), other: map(second) };
    });
    const result = this.#runUp(this.#runDown(input, levels));
    const { weights, bias } = this.#head;
    const { address, width: across, height: down, channels } = result;
    functions.head(address, across, down, channels, weights, bias, this.#table, this.#inside, this.#edge, scratch);
  }

  /** @returns the maps of each level, the result of its last block first */
  #runDown(input: FeatureMap, levels: readonly MapPair[]): MapPair[] {
    const { outputs, weights, bias } = this.#stem;
    const { address, width, height } = input;
    let above: FeatureMap | undefined;
    return levels.map((pair, level) => {
      let blocks = this.#down[level] ?? [];
      if (above === undefined)
        this.#kernel.functions.stem(
          address,
          width,
          height,
          outputs,
          weights,
          bias,
          pair.current.address,
          this.#scratch,
        );
      else {
        this.#runBlocks(blocks.slice(0, 1), { current: above, other: pair.current });
        blocks = blocks.slice(1);
      }
      const done = this.#runBlocks(blocks, pair);
      above = done.current;
      return done;
    });
  }

  /** @returns the map of the first level */
  #runUp(levels: readonly MapPair[]): FeatureMap {
    const maps = levels.toReversed();
    const layers = this.#up.toReversed();
    const [last, ...others] = maps;
    if (last === undefined) throw new Error('The network has no levels.');
    return others.reduce((below, pair, at) => {
      const layer = layers[at];
      if (layer === undefined) throw new Error('The network has fewer levels up than down.');
      const { outputs, weights, bias } = layer.fromBelow;
      const { address, width, height, channels } = below;
      const { functions } = this.#kernel;
      const to = pair.current.address;
      functions.addEnlarged(address, width, height, channels, outputs, weights, bias, to, this.#scratch);
      return this.#runBlocks(layer.blocks, pair).current;
    }, last.current);
  }

  /** Runs blocks one after the other. @returns the maps, that of the result first */
  #runBlocks(blocks: readonly PlacedBlock[], maps: MapPair): MapPair {
    return blocks.reduce((pair, { depthwise, pointwise }) => {
      const { current: from, other: to } = pair;
      this.#kernel.functions.block(
        from.address,
        from.width,
        from.height,
        from.channels,
        to.channels,
        from.width / to.width,
        from.channels === to.channels,
        depthwise.weights,
        depthwise.bias,
        pointwise.weights,
        pointwise.bias,
        to.address,
        this.#scratch,
      );
      return swapped(pair);
    }, maps);
  }

  /** A map with zeros around it, in memory that was reserved by `bytesOfMap`. */
  #mapAt(memory: number, width: number, height: number, channels: number): FeatureMap {
    // A row and a pixel of zeros come first.
    const address = memory + (width + 2) * channels * FLOAT_BYTES;
    this.#kernel.functions.clearBorder(address, width, height, channels);
    return { address, width, height, channels };
  }

  #placeBlock({ depthwise, pointwise }: Block): PlacedBlock {
    return { depthwise: this.#placeLayer(depthwise, depthwise.weights), pointwise: this.#placeProduct(pointwise) };
  }

  #placeProduct(layer: Layer): PlacedLayer {
    return this.#placeLayer(layer, inBlocks(layer.weights, layer.outputs));
  }

  #placeLayer({ outputs, biases }: Layer, weights: Float32Array): PlacedLayer {
    return { outputs, weights: this.#kernel.place(weights), bias: this.#kernel.place(biases) };
  }
}

let loaded: EdgeNetwork | undefined;

/**
 * The network, which is loaded once: pictures are processed one after the other.
 * @throws CompileError if this machine has no SIMD instructions
 */
export function loadEdgeNetwork(): EdgeNetwork {
  loaded ??= new EdgeNetwork(weightsFile, loadEdgeKernel());
  return loaded;
}

/** A side of a level's map, of a side of the picture. */
const sideAt = (side: number, level: number): number => side / 2 ** (level + 1);

/** Bytes of a square map with the zeros around it. */
const bytesOfMap = (side: number, channels: number): number => ((side + 2) * (side + 1) + 1) * channels * FLOAT_BYTES;

/** The probabilities, 0 to 255, of log-odds. */
function probabilityTable(): Uint8Array {
  return Uint8Array.from({ length: TABLE_LENGTH }, (_, entry) =>
    Math.round(255 / (1 + Math.exp(-(TABLE_FROM + (entry + 0.5) / TABLE_STEPS)))),
  );
}

/** The left part of the first rows of an image. */
function cutRows(data: Uint8Array, from: number, width: number, height: number): Uint8Array {
  const rows = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) rows.set(data.subarray(row * from, row * from + width), row * width);
  return rows;
}
