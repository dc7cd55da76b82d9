"""The parameters of a batch of pictures, which draw_pictures.py draws."""

import numpy as np
import torch

from choose_harder_pictures import HarderArrangement, HarderPictureParameters
from choose_pictures import (
    BACKGROUND,
    BLOCKS,
    CARD,
    CLUTTER,
    FINGERS,
    FOLDS,
    LIGHT,
    MAX_BLOCKS,
    MAX_CLUTTER,
    MAX_DOCUMENTS,
    MAX_FINGERS,
    MAX_FOLDS,
    OF_DOCUMENTS,
    Arrangement,
    PictureParameters,
)


def empty_parameters(batch):
    """Zeros for the parameters of pictures; those of OF_DOCUMENTS have a second axis for the documents."""
    d = MAX_DOCUMENTS
    return {
        'count': np.zeros(batch, np.int64),
        'corners': np.zeros((batch, d, 4, 2), np.float32),
        'to_paper': np.tile(np.eye(3, dtype=np.float32), (batch, d, 1, 1)),
        'paper': np.zeros((batch, d), np.int64),
        'figure': np.zeros((batch, d), bool),
        'white': np.zeros((batch, d), np.float32),
        'black': np.zeros((batch, d), np.float32),
        'shadow': np.zeros((batch, d, 3), np.float32),
        'level': np.zeros((batch, d), np.int64),
        'fold': np.zeros((batch, d, 3), np.float32),
        'crumple': np.zeros((batch, d), np.float32),
        'folds': np.zeros((batch, d, MAX_FOLDS, len(FOLDS)), np.float32),
        'card': np.zeros((batch, d, len(CARD)), np.float32),
        'picture': np.zeros((batch, d), np.float32),
        'blocks': np.zeros((batch, d, MAX_BLOCKS, len(BLOCKS)), np.float32),
        'background': np.zeros((batch, len(BACKGROUND)), np.float32),
        'light': np.zeros((batch, len(LIGHT)), np.float32),
        'fingers': np.zeros((batch, MAX_FINGERS, len(FINGERS)), np.float32),
        'finger_count': np.zeros(batch, np.int64),
        'clutter': np.zeros((batch, MAX_CLUTTER, len(CLUTTER)), np.float32),
        'clutter_count': np.zeros(batch, np.int64),
    }


def draw_parameters(ratios, batch, width, height, seed, harder=0):
    """The parameters of a batch of pictures, by name.

    ratios: the papers' widths by their heights
    harder: the part of the pictures that choose_harder_pictures.py chooses, the last ones of the batch"""
    rng = np.random.default_rng(seed)
    usual = PictureParameters(Arrangement(ratios, width, height, rng), rng)
    hard = HarderPictureParameters(HarderArrangement(ratios, width, height, rng), rng)
    drawn = empty_parameters(batch)
    for b in range(batch):
        picture = (hard if b >= round(batch * (1 - harder)) else usual).choose()
        for name in OF_DOCUMENTS:
            drawn[name][b, : picture['count']] = picture[name]
        for name in ('count', 'background', 'light'):
            drawn[name][b] = picture[name]
        for name, count in (('fingers', 'finger_count'), ('clutter', 'clutter_count')):
            if picture[name]:
                drawn[name][b, : len(picture[name])] = picture[name]
            drawn[count][b] = len(picture[name])
    return {name: torch.from_numpy(values) for name, values in drawn.items()}
