"""Labelled photographs: parts of them as pictures to train on, and the documents on them as papers to draw with."""

import csv
import json
import os

import numpy as np
from PIL import Image, ImageFilter, ImageOps

from choose_pictures import homographies

# The longer sides in which photographs are kept, in pixels.
SIDES = (1024, 640)
# The note of a picture that one page fills. The drawn pictures of such pages are all inside a document.
FILLS = 'fills the picture'
# Width and height of a paper's picture, as export-papers.ts writes it.
PAPER = (320, 448)


class Photograph:
    """One photograph in grey, in several sizes, with the corners of its documents [n, 4, 2] in its own
    pixels."""

    def __init__(self, file, documents):
        with Image.open(file) as image:
            upright = ImageOps.exif_transpose(image)
            if upright.mode in ('RGBA', 'LA', 'P'):
                upright = Image.alpha_composite(Image.new('RGBA', upright.size, 'white'), upright.convert('RGBA'))
            grey = upright.convert('L')
        self.sizes = [resized(grey, side) for side in SIDES]
        self.width, self.height = grey.size
        self.documents = np.array([clockwise(np.array(corners, float)) for corners in documents]).reshape(-1, 4, 2)

    def fill(self):
        """Makes the picture, and what is around it, one document."""
        corners = np.array([[-1, -1], [2, -1], [2, 2], [-1, 2]], float)
        self.documents = (corners * [self.width, self.height])[None]

    def warped(self, source, width, height, blurs):
        """The quadrilateral `source` (pixels of the photograph) as a picture of width x height pixels."""
        length = (np.linalg.norm(source[1] - source[0]) + np.linalg.norm(source[2] - source[3])) / 2
        # The smallest size that needs no enlargement, or the largest.
        fitting = [size for size in self.sizes if size.size[0] / self.width * length >= width * 0.95]
        image = fitting[-1] if fitting else self.sizes[0]
        scale = image.size[0] / self.width
        if blurs:
            image = image.filter(ImageFilter.GaussianBlur(float(scale * length / width * 0.7)))
        corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
        to_unit = homographies(corners)[0]
        from_unit = np.linalg.inv(homographies(source[None] * scale)[0])
        matrix = from_unit @ to_unit
        matrix = matrix / matrix[2, 2]
        return image.transform((width, height), Image.Transform.PERSPECTIVE, matrix.ravel()[:8], Image.Resampling.BICUBIC)


class Photographs:
    """The photographs of a list's set `training`, each repository as often as the square root of its number of them."""

    def __init__(self, folder, table):
        with open(table, newline='') as file:
            rows = [row for row in csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE) if row['set'] == 'training']
        self.photographs = []
        for row in rows:
            file = os.path.join(folder, row['repository'].replace('/', '+'), row['path'])
            photograph = Photograph(file, json.loads(row['documents']))
            if row['note'] == FILLS:
                photograph.fill()
            self.photographs.append(photograph)
        names = [row['repository'] for row in rows]
        chances = np.array([names.count(name) ** -0.5 for name in names])
        self.chances = chances / chances.sum()

    def papers(self):
        """Widths by heights of the documents, and their pictures [n, 448, 320]."""
        ratios, pictures = [], []
        for photograph in self.photographs:
            for corners in photograph.documents:
                sides = np.linalg.norm(np.roll(corners, -1, 0) - corners, axis=1)
                ratio = (sides[0] + sides[2]) / (sides[1] + sides[3])
                is_whole = (corners >= 0).all() and (corners <= [photograph.width, photograph.height]).all()
                # The least size is that of a small document in the middle size.
                if is_whole and min(sides) * SIDES[0] > 60 * max(photograph.width, photograph.height):
                    ratios.append(ratio)
                    pictures.append(np.asarray(photograph.warped(corners, *PAPER, False)))
        return np.array(ratios), np.stack(pictures)

    def batch(self, count, width, height, rng):
        """Pictures [count, height, width] (0 to 255), and the signed distances to the edges of their documents."""
        chosen = rng.choice(len(self.photographs), count, p=self.chances)
        drawn = [self.picture(self.photographs[k], width, height, rng) for k in chosen]
        return tuple(np.stack(values).astype(np.float32) for values in zip(*drawn))

    def picture(self, photograph, width, height, rng):
        source = part_of(photograph, width, height, rng)
        picture = np.asarray(photograph.warped(source, width, height, rng.random() < 0.5), np.float32)
        h = homographies(source[None])[0]
        corners = np.concatenate([photograph.documents, np.ones((len(photograph.documents), 4, 1))], 2) @ h.T
        corners = corners[..., :2] / corners[..., 2:] * [width, height]
        return relit(picture, rng), distances([clockwise(q) for q in corners], width, height)


def resized(image, side):
    scale = min(1, side / max(image.size))
    return image.resize([max(1, round(length * scale)) for length in image.size], Image.Resampling.LANCZOS)


def clockwise(corners):
    """The corners in the order that has the document to the right of its sides, as the drawn ones have."""
    x, y = corners[:, 0], corners[:, 1]
    area = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum()
    return corners if area > 0 else corners[::-1]


def part_of(photograph, width, height, rng):
    """The corners of the part of a photograph that becomes a picture: turned by quarters, a little askew, mirrored."""
    quarter = rng.integers(0, 4) if rng.random() < 0.5 else 0
    if quarter % 2 == 1:
        width, height = height, width
    centre = np.array([photograph.width, photograph.height]) / 2
    ratio = width / height * np.exp(rng.normal(0, 0.07))
    largest = min(photograph.width / ratio, photograph.height)
    half = np.array([ratio, 1]) * largest / 2
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    is_plain = rng.random() < 0.4
    angle = 0 if is_plain else np.radians(rng.normal(0, 7))
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    jitter = 0 if is_plain else rng.normal(0, rng.choice([0.01, 0.05]), (4, 2))
    scale = 1 if is_plain else rng.uniform(0.65, 1)
    corners = (square * half * scale + jitter * half) @ turn
    # As large as fits into the photograph.
    fits = np.abs(corners).max(0) / centre
    corners = corners / max(1, fits.max())
    room = np.maximum(0, centre - np.abs(corners).max(0))
    corners = corners + centre + room * rng.uniform(-1, 1, 2)
    if rng.random() < 0.5:
        corners = corners[[1, 0, 3, 2]]
    return np.roll(corners, quarter, 0)


def relit(picture, rng):
    """Other contrast and lightness, light from one side, noise."""
    height, width = picture.shape
    value = (picture.clip(0, 255) / 255) ** np.exp(rng.normal(0, 0.2)) * 255
    if rng.random() < 0.5:
        angle, slope = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.35)
        y, x = np.mgrid[0:height, 0:width]
        value = value * (1 - slope * (0.5 + np.cos(angle) * (x / width - 0.5) + np.sin(angle) * (y / height - 0.5)))
    value = value * rng.uniform(0.8, 1.15)
    if rng.random() < 0.6:
        value = value + rng.normal(0, rng.uniform(0.5, 4), picture.shape)
    return value.clip(0, 255).round()


def distances(documents, width, height):
    """The signed distances of pixels to the edges of documents (clockwise corners), positive in documents."""
    y, x = np.mgrid[0:height, 0:width] + 0.5
    total = np.full((height, width), -1e3)
    for corners in documents:
        inner = np.full((height, width), 1e3)
        for corner, side in zip(corners, np.roll(corners, -1, 0) - corners):
            normal = np.array([-side[1], side[0]]) / max(1e-3, np.linalg.norm(side))
            inner = np.minimum(inner, normal[0] * (x - corner[0]) + normal[1] * (y - corner[1]))
        outside = np.where(total > 0, np.minimum(total, -inner), np.maximum(total, inner))
        total = np.where(inner > 0, inner, outside)
    return total
