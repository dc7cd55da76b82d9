"""Writes the weighted mean of two trained networks: python average_weights.py FIRST SECOND PART OUT

PART is that of the second one, from 0 to 1. Weights that lie between those of two trainings, of which one went on from the
other, keep more of what the first has learnt (Wortsman et al., Robust fine-tuning of zero-shot models, CVPR 2022)."""

import sys

import torch


def main(first, second, part, target):
    before = torch.load(first, map_location='cpu', weights_only=True)
    after = torch.load(second, map_location='cpu', weights_only=True)
    mean = {
        name: value.lerp(after[name], part) if value.dtype.is_floating_point else after[name]
        for name, value in before.items()
    }
    torch.save(mean, target)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4])
