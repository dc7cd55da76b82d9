"""Turns exported weights into weights that a training can go on from:
python import_weights.py edge-network.json PAPERS net.pt

The exported convolutions contain the batch normalisation. It is taken out again: its mean and variance are those of the
convolutions' outputs on drawn pictures, its factor and bias undo them, so that the network returns what it did."""

import base64
import json
import sys

import numpy as np
import torch
from torch import nn

from batch_parameters import draw_parameters
from draw_pictures import draw
from export import layers_of
from network import Network, inputs_of
from train import atlas_of, load_papers

# Drawn pictures, and their part with a hard subject, of which the statistics are taken.
PICTURES = 48
HARDER = 0.4
WIDTH, HEIGHT = 512, 384


def decoded(file, key, kind):
    return np.frombuffer(base64.b64decode(file[key]), kind).astype(np.float32)


@torch.no_grad()
def load_folded(network, file):
    """Puts the exported convolutions into the network and returns its layers and their biases."""
    weights, scales, biases = (decoded(file, *of) for of in (('weights', 'i1'), ('scales', '<f4'), ('biases', '<f4')))
    layers = layers_of(network)
    layer_biases = []
    for layer in layers:
        target = layer.weight if isinstance(layer, nn.Conv2d) else layer.c.weight
        outputs, channels, rows, columns = target.shape
        own, weights = np.split(weights, [target.numel()])
        scale, scales = np.split(scales, [outputs])
        bias, biases = np.split(biases, [outputs])
        own = (own.reshape(-1, outputs) * scale).reshape(rows, columns, channels, outputs)
        target.copy_(torch.from_numpy(own).permute(3, 2, 0, 1))
        layer_biases.append(torch.from_numpy(bias.copy()))
    if len(weights) > 0:
        raise ValueError('The file has more weights than the network.')
    return layers, layer_biases


@torch.no_grad()
def normalise(network, layers, biases, x):
    """Gives each batch normalisation the statistics of its input for the pictures x, and undoes them."""

    def set_statistics(bias):
        def before(module, inputs):
            mean, variance = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
            module.running_mean.copy_(mean)
            module.running_var.copy_(variance)
            module.weight.copy_(torch.sqrt(variance + module.eps))
            module.bias.copy_(bias + mean)

        return before

    for layer, bias in zip(layers, biases):
        if isinstance(layer, nn.Conv2d):
            layer.bias.copy_(bias)
        else:
            layer.b.register_forward_pre_hook(set_statistics(bias))
    network.eval()
    network(x)


def main(source, papers, target):
    with open(source) as file:
        exported = json.load(file)
    ratios, pictures = load_papers(papers)
    parameters = draw_parameters(ratios, PICTURES, WIDTH, HEIGHT, 1, HARDER)
    drawn, _ = draw(parameters, atlas_of(pictures, 'cpu'), WIDTH, HEIGHT, 'cpu')
    network = Network()
    layers, biases = load_folded(network, exported)
    normalise(network, layers, biases, inputs_of(drawn))
    torch.save(network.state_dict(), target)


if __name__ == '__main__':
    main(*sys.argv[1:])
