"""Writes a trained network for core/documents/crops/network: python export.py net.pt edge-network.json

The batch normalisation is multiplied into the convolutions. The file is JSON with three strings of base64, each with the
numbers of all layers in the order of their use (stem; e0; d1, e1; ... d4, e4; u3, f3; ... u0, f0; head; of a block, the
depthwise layer first):
  weights  signed bytes: for each input of an output (row, column, channel), the weights of all outputs
  scales   numbers of 32 bits (little-endian): the factor of each output's weights
  biases   numbers of 32 bits: the bias of each output
"""

import base64
import json
import sys

import numpy as np
import torch

from network import Convolution, Network

LARGEST = 127


def layers_of(module):
    """The convolutions of a module in the order of their use."""
    if isinstance(module, (Convolution, torch.nn.Conv2d)):
        return [module]
    return [layer for child in module.children() for layer in layers_of(child)]


def folded(layer):
    """Weights [inputs of an output, outputs] and biases [outputs] of a layer without its batch normalisation."""
    if isinstance(layer, torch.nn.Conv2d):
        weight, bias = layer.weight, layer.bias
    else:
        factor = layer.b.weight / torch.sqrt(layer.b.running_var + layer.b.eps)
        weight = layer.c.weight * factor[:, None, None, None]
        bias = layer.b.bias - layer.b.running_mean * factor
    # [output, channel, row, column] -> [row, column, channel, output]
    return weight.permute(2, 3, 1, 0).reshape(-1, weight.shape[0]).numpy(), bias.numpy()


def encoded(arrays, kind):
    return base64.b64encode(np.concatenate([a.ravel() for a in arrays]).astype(kind).tobytes()).decode()


def main(source, target):
    network = Network()
    network.load_state_dict(torch.load(source, map_location='cpu', weights_only=True))
    weights, scales, biases = [], [], []
    with torch.no_grad():
        for layer in layers_of(network):
            weight, bias = folded(layer)
            scale = np.maximum(np.abs(weight).max(0), 1e-12) / LARGEST
            weights.append(np.round(weight / scale))
            scales.append(scale)
            biases.append(bias)
    file = {'weights': encoded(weights, 'i1'), 'scales': encoded(scales, '<f4'), 'biases': encoded(biases, '<f4')}
    with open(target, 'w') as out:
        json.dump(file, out, separators=(',', ':'))
        out.write('\n')
    print(sum(w.size for w in weights), 'weights,', sum(b.size for b in biases), 'outputs')


if __name__ == '__main__':
    main(*sys.argv[1:])
