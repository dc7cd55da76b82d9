"""Trains the network on drawn pictures: python train.py PAPERS OUT [--seconds 500] [--device cuda]
[--from WEIGHTS] [--batch 64] [--rate 4e-3] [--harder 0] [--smaller 0] [--photographs FOLDER] [--photographed 0.4]

PAPERS is the folder that export-papers.ts wrote. Writes OUT/net.pt: the moving average of the weights. --from goes on
from weights of an earlier training. --harder is the part of the pictures that choose_harder_pictures.py chooses,
--smaller the part of the batches whose pictures have three quarters of the sides. FOLDER is the one that
collect-photographs.ts wrote: the part --photographed of the pictures are its training set, and the documents on these
are drawn as papers, too."""

import argparse
import multiprocessing
import os
import time

import numpy as np
import torch
import torch.nn.functional as functional
from PIL import Image

from batch_parameters import draw_parameters
from draw_pictures import draw
from network import Network, inputs_of
from photographs import Photographs

SIZES = [(384, 512), (512, 384), (352, 512), (512, 512), (416, 512), (512, 352)]
SMALLER = [(288, 384), (384, 288), (256, 384), (384, 384)]
# Part of the time in which the learning rate grows.
WARM_UP = 0.07
# Batches that are drawn ahead.
AHEAD = 24
# The list of photographs.
LIST = os.path.join(os.path.dirname(__file__), '../../../docs/sources/crop-photographs.tsv')
# Steps between two lines of the log; seconds between two copies of the weights on disk.
LOG_STEPS = 50
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


def atlas_of(pictures, device):
    """The papers in four sizes, each half of the one before."""
    atlas = [pictures.to(device)]
    for _ in range(3):
        atlas.append(functional.avg_pool2d(atlas[-1].float()[:, None], 2)[:, 0])
    return atlas


def draw_ahead(ratios, seed, options, atlas, photographs, queue):
    """Puts one batch after the other into a queue: its parameters, or, without a GPU, its pictures and distances; and
    the pictures and distances of photographs."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    of_photographs = 0 if photographs is None else round(options.batch * options.photographed)
    step = 0
    while True:
        sizes = SMALLER if rng.random() < options.smaller else SIZES
        width, height = sizes[(seed + step) % len(sizes)]
        number = seed * 1000003 + step
        parameters = draw_parameters(ratios, options.batch - of_photographs, width, height, number, options.harder)
        photographed = photographs.batch(of_photographs, width, height, rng) if of_photographs > 0 else None
        if options.device == 'cpu':
            pictures, distance = draw(parameters, atlas, width, height, 'cpu')
            drawn = {'pictures': pictures.byte().numpy(), 'distance': distance.half().numpy()}
        else:
            drawn = {name: values.numpy() for name, values in parameters.items()}
        queue.put((width, height, drawn, photographed))
        step += 1


@torch.no_grad()
def make_batch(queue, atlas, device):
    """Inputs, the two maps that the network should return, and the pixels' weights."""
    width, height, drawn, photographed = queue.get()
    drawn = {name: torch.from_numpy(values) for name, values in drawn.items()}
    if 'pictures' in drawn:
        pictures, distance = drawn['pictures'].float(), drawn['distance'].float()
    else:
        pictures, distance = draw(drawn, atlas, width, height, device)
    if photographed is not None:
        of_photographs = [torch.from_numpy(values).to(device) for values in photographed]
        pictures, distance = torch.cat([pictures, of_photographs[0]]), torch.cat([distance, of_photographs[1]])
    if np.random.rand() < 0.25:
        pictures, distance = pictures.flip(2), distance.flip(2)
    inside = (distance + 0.5).clamp(0, 1)
    edge = (EDGE_REACH + 0.5 - distance.abs()).clamp(0, 1)
    weight = 1 + 4 * (distance.abs() < EDGE_WEIGHT_REACH).float()
    return inputs_of(pictures), inside, edge, weight


def losses(network, x, inside, edge, weight):
    """Cross-entropy of both maps, one minus Dice's coefficient of the edges, one minus the overlap of the insides."""
    x = x.contiguous(memory_format=torch.channels_last)
    with torch.autocast(x.device.type, dtype=torch.bfloat16):
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


def main(options):
    device = options.device
    ratios, pictures = load_papers(options.papers)
    photographs = None
    if options.photographs is not None:
        photographs = Photographs(options.photographs, LIST)
        more_ratios, more_pictures = photographs.papers()
        ratios = np.concatenate([ratios, more_ratios])
        pictures = torch.cat([pictures, torch.from_numpy(more_pictures)])
    context = multiprocessing.get_context('fork')
    queue = context.Queue(AHEAD)
    atlas = atlas_of(pictures, device)
    if device == 'cpu':
        # As many threads as cores would wait for each other: one draws, one trains.
        torch.set_num_threads(1)
    for seed in range(max(1, (os.cpu_count() or 2) - 2)):
        context.Process(target=draw_ahead, args=(ratios, seed, options, atlas, photographs, queue), daemon=True).start()
    torch.manual_seed(0)
    network = Network().to(device, memory_format=torch.channels_last)
    if options.start is not None:
        network.load_state_dict(torch.load(options.start, map_location=device, weights_only=True))
    average = Network().to(device)
    average.load_state_dict(network.state_dict())
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4, betas=(0.9, 0.98))
    target = os.path.join(options.out, 'net.pt')
    begun = saved = time.time()
    step, log = 0, []
    while (part := (time.time() - begun) / options.seconds) < 1:
        rate = options.rate * min(1, part / WARM_UP) * 0.5 * (1 + np.cos(np.pi * part)) + 1e-6
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
    parser.add_argument('--from', dest='start')
    parser.add_argument('--batch', type=int, default=64)
    parser.add_argument('--rate', type=float, default=4e-3)
    parser.add_argument('--harder', type=float, default=0)
    parser.add_argument('--smaller', type=float, default=0)
    parser.add_argument('--photographs')
    parser.add_argument('--photographed', type=float, default=0.4)
    main(parser.parse_args())
