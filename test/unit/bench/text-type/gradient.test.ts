import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../model-container/random.ts';
import { addGradient, emptyGradient } from '../../../../bench/text-type/network/gradient.ts';
import { adam, newLayers, valuesOf } from '../../../../bench/text-type/network/steps.ts';

/** A change of a weight that is small enough for the slope and large enough for numbers of 32 bits. */
const CHANGE = 2e-3;
/** Weights of a layer that are compared. */
const COMPARED = 6;

const random = seededRandom(7);
const pictures = Array.from({ length: 2 }, () =>
  Uint8Array.from({ length: 40 * (9 + random.below(30)) }, () => (random.chance(0.6) ? 0 : random.below(256))),
);

describe('the training of the text-kind network', () => {
  it('has the slope of the loss as its gradient, for weights and biases of every layer', () => {
    const layers = newLayers(pictures, seededRandom(1));
    const loss = () =>
      pictures.reduce((sum, picture) => sum + addGradient(layers, picture, 0.9, emptyGradient(layers)), 0);
    const gradient = emptyGradient(layers);
    for (const picture of pictures) addGradient(layers, picture, 0.9, gradient);
    const derivatives = gradient.flatMap(({ weights, biases }) => [weights, biases]);
    for (const [layer, values] of valuesOf(layers).entries()) {
      let [apart, all] = [0, 0];
      for (let count = 0; count < COMPARED; count += 1) {
        const at = random.below(values.length);
        const value = values[at] ?? 0;
        values[at] = value + CHANGE;
        const above = loss();
        values[at] = value - CHANGE;
        const slope = (above - loss()) / (2 * CHANGE);
        values[at] = value;
        apart += (slope - (derivatives[layer]?.[at] ?? 0)) ** 2;
        all += slope ** 2;
      }
      // ReLU has corners, at which the slope changes.
      expect(Math.sqrt(apart / all)).toBeLessThan(0.1);
    }
  });

  it('learns what tells two pictures apart', () => {
    const wide = new Uint8Array(40 * 40).fill(0).map((_, at) => (Math.floor(at / 40) === 20 ? 255 : 0));
    const high = new Uint8Array(40 * 40).fill(0).map((_, at) => (at % 8 === 4 ? 255 : 0));
    const layers = newLayers([wide, high], seededRandom(1));
    const update = adam(valuesOf(layers));
    const step = () => {
      const gradient = emptyGradient(layers);
      const loss = addGradient(layers, wide, 1, gradient) + addGradient(layers, high, 0, gradient);
      update(gradient, 0.01, 2);
      return loss;
    };
    const losses = Array.from({ length: 30 }, step);
    expect(losses.at(-1)).toBeLessThan(0.1);
  });
});
