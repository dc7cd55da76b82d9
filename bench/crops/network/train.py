"""Trains the network on drawn pictures: python train.py PAPERS OUT [--seconds 500] [--device cuda]

PAPERS is the folder that export-papers.ts wrote. Writes OUT/net.pt: the moving average of the weights."""

import argparse
import multiprocessing
import os
import time

import numpy as np
import torch
import torch.nn.functional as functional
from PIL import Image

from choose_pictures import draw_parameters
from draw_pictures import draw
from network import Network, inputs_of

SIZES = [(384, 512), (512, 384), (352, 512), (512, 512), (416, 512), (512, 352)]
BATCH = 64
LEARNING_RATE = 4e-3
WARM_UP_STEPS = 200
# Steps between two lines of the log; seconds between two copies of the weights on disk.
LOG_STEPS = 200
SAVE_SECONDS = 100
# Pixels from an edge within which a pixel counts as near it, and within which it has five times the weight.
EDGE_REACH = 2
EDGE_WEIGHT_REACH = 6


def load_papers(folder):
    """The papers' widths by heights, and their pictures [n, 448, 320]."""
    with open(os.path.join(folder, 'list.tsv')) as file:
        rows = [line.split('\t') for line in file.read().strip().split('\n')]
    pictures = [np.array(Image.open(os.path.join(folder, row[0])).convert('L')) for row in rows]
    return np.array([float(row[1]) for row in rows]), torch.from_numpy(np.stack(pictures))


def draw_ahead(ratios, seed, queue):
    """Puts the parameters of one batch after the other into a queue."""
    torch.set_num_threads(1)
    step = 0
    while True:
        width, height = SIZES[(seed + step) % len(SIZES)]
        parameters = draw_parameters(ratios, BATCH, width, height, seed * 1000003 + step)
        queue.put((width, height, {name: values.numpy() for name, values in parameters.items()}))
        step += 1


@torch.no_grad()
def make_batch(queue, atlas, device):
    """Inputs, the two maps that the network should return, and the pixels' weights."""
    width, height, parameters = queue.get()
    parameters = {name: torch.from_numpy(values) for name, values in parameters.items()}
    pictures, distance = draw(parameters, atlas, width, height, device)
    if np.random.rand() < 0.25:
        pictures, distance = pictures.flip(2), distance.flip(2)
    inside = (distance + 0.5).clamp(0, 1)
    edge = (EDGE_REACH + 0.5 - distance.abs()).clamp(0, 1)
    weight = 1 + 4 * (distance.abs() < EDGE_WEIGHT_REACH).float()
    return inputs_of(pictures), inside, edge, weight


def losses(network, x, inside, edge, weight):
    """Cross-entropy of both maps, one minus Dice's coefficient of the edges, one minus the overlap of the insides."""
    x = x.contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, dtype=torch.bfloat16, enabled=x.is_cuda):
        odds = network(x)
    odds = odds.float()
    entropy = [
        (functional.binary_cross_entropy_with_logits(odds[:, k], truth, reduction='none') * weight).sum() / weight.sum()
        for k, truth in enumerate((inside, edge))
    ]
    found_inside, found_edge = torch.sigmoid(odds).unbind(1)
    shared = (found_edge * edge).sum((1, 2))
    dice = 1 - (2 * shared + 1) / ((found_edge + edge).sum((1, 2)) + 1)
    shared = (found_inside * inside).sum((1, 2))
    overlap = 1 - (shared + 1) / ((found_inside + inside).sum((1, 2)) - shared + 1)
    return [*entropy, dice.mean(), overlap.mean()]


@torch.no_grad()
def follow(average, network, step):
    """Moves the moving average of the weights towards those of the network."""
    decay = min(0.998, step / (step + 50))
    new = network.state_dict()
    for name, value in average.state_dict().items():
        if value.dtype.is_floating_point:
            value.lerp_(new[name], 1 - decay)


def main(papers, out, seconds, device):
    ratios, pictures = load_papers(papers)
    context = multiprocessing.get_context('fork')
    queue = context.Queue(24)
    for seed in range(max(1, (os.cpu_count() or 2) - 2)):
        context.Process(target=draw_ahead, args=(ratios, seed, queue), daemon=True).start()
    # The papers in four sizes, each half of the one before.
    atlas = [pictures.to(device)]
    for _ in range(3):
        atlas.append(functional.avg_pool2d(atlas[-1].float()[:, None], 2)[:, 0])
    torch.manual_seed(0)
    network = Network().to(device, memory_format=torch.channels_last)
    average = Network().to(device)
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=1e-4, betas=(0.9, 0.98))
    target = os.path.join(out, 'net.pt')
    begun = saved = time.time()
    step, log = 0, []
    while (part := (time.time() - begun) / seconds) < 1:
        rate = LEARNING_RATE * min(1, (step + 1) / WARM_UP_STEPS) * 0.5 * (1 + np.cos(np.pi * part)) + 1e-6
        for group in optimiser.param_groups:
            group['lr'] = rate
        parts = losses(network, *make_batch(queue, atlas, device))
        loss = parts[0] + parts[1] + 0.3 * parts[2] + 0.3 * parts[3]
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimiser.step()
        follow(average, network, step)
        step += 1
        log.append(torch.stack([part.detach() for part in parts]))
        if step % LOG_STEPS == 0:
            means = torch.stack(log).mean(0).tolist()
            print(step, f'{time.time() - begun:.0f} s', *(f'{mean:.4f}' for mean in means), flush=True)
            log = []
        if time.time() - saved > SAVE_SECONDS:
            torch.save(average.state_dict(), target)
            saved = time.time()
    torch.save(average.state_dict(), target)
    print(step, 'steps')


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('papers')
    parser.add_argument('out')
    parser.add_argument('--seconds', type=float, default=500)
    parser.add_argument('--device', default='cuda')
    options = parser.parse_args()
    main(options.papers, options.out, options.seconds, options.device)
