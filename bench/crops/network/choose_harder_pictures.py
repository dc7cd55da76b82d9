"""Chooses the parameters of pictures on which documents are hard to tell from what is beside them or in them."""

import math

import numpy as np

from choose_pictures import (
    BACKGROUND,
    CLUTTER,
    FOLDS,
    BLOCKS,
    LIGHT,
    MAX_BLOCKS,
    MAX_DOCUMENTS,
    MAX_FOLDS,
    Arrangement,
    PictureParameters,
    rectangle,
    tilt,
)

# What is hard about a picture, and how often. folded: sheets with sharp folds; cards: printed all over, with round
# corners; blank: sheets with little or no print; covers: dark documents; light: a ground as bright as paper; close: a
# document that nearly fills the picture or is cut off by its border.
SUBJECTS = {'folded': 0.27, 'cards': 0.17, 'blank': 0.13, 'covers': 0.13, 'light': 0.17, 'close': 0.13}
# How documents lie, for each subject.
ARRANGEMENTS = {
    'folded': ('one', 'one', 'grid', 'rows', 'scatter'),
    'cards': ('fan', 'grid', 'scatter', 'rows'),
    'blank': ('rows', 'grid', 'one', 'scatter'),
    'covers': ('one', 'one', 'grid', 'scatter'),
    'light': ('one', 'grid', 'scatter', 'rows'),
    'close': ('close',),
}


class HarderArrangement(Arrangement):
    """Two more ways in which documents lie; cards have the shape of cards."""

    are_cards = False

    def pick(self, n):
        papers, ratio = super().pick(n)
        if self.are_cards:
            ratio[:] = self.rng.uniform(0.6, 0.8)
            if self.rng.random() < 0.25:
                ratio = 1 / ratio
        return papers, ratio

    def fan(self):
        """A few cards, each on a part of the one before, turned a little more."""
        rng, width, height = self.rng, self.width, self.height
        n = int(rng.integers(2, 6))
        papers, ratio = self.pick(n)
        h = min(width, height) * rng.uniform(0.3, 0.6)
        angle, turn = rng.uniform(-0.6, 0.6), rng.uniform(-0.35, 0.35)
        x, y = width / 2 - (n - 1) * h * ratio[0] * 0.3, height * rng.uniform(0.4, 0.6)
        cards = []
        for i in range(n):
            cards.append((papers[i], rectangle(x, y, h * ratio[i], h, angle + i * turn)))
            x += h * ratio[i] * rng.uniform(0.5, 1.05)
            y += h * rng.uniform(-0.12, 0.12)
        return cards

    def close(self):
        """One document whose sides are near the border of the picture, on it or beyond it."""
        rng = self.rng
        papers, _ = self.pick(1)
        left, top, right, bottom = (
            rng.choice([rng.uniform(1, 12), rng.uniform(5, 60), rng.uniform(-40, 0)]) for _ in range(4)
        )
        q = np.array(
            [
                [left, top],
                [self.width - right, top],
                [self.width - right, self.height - bottom],
                [left, self.height - bottom],
            ]
        )
        return [(papers[0], q + rng.normal(0, rng.choice([1, 6, 16]), (4, 2)))]


class HarderPictureParameters(PictureParameters):
    """Chooses the parameters of one picture with a hard subject."""

    def choose_sheets(self):
        rng = self.rng
        self.subject = rng.choice(list(SUBJECTS), p=list(SUBJECTS.values()))
        self.kind = rng.choice(ARRANGEMENTS[self.subject])
        self.lid = rng.choice(['white', 'grey', 'no'], p=[0.15, 0.15, 0.7]) if self.subject == 'blank' else 'no'
        self.arrangement.are_cards = self.subject == 'cards'
        sheets = getattr(self.arrangement, self.kind)()
        if self.lid == 'no' and self.kind != 'close':
            sheets = tilt(sheets, self.width, self.height, rng, rng.choice([0.02, 0.06, 0.12, 0.18]))
        self.sheets = sheets[:MAX_DOCUMENTS]
        self.are_figures = [False] * len(self.sheets)
        if len(self.sheets) == 0:
            self.sheets, self.are_figures, self.kind = self.arrangement.page(), [False], 'page'
        # Cards of one picture are of one make.
        self.corner = rng.uniform(0.03, 0.08)
        self.border = rng.choice([0, rng.uniform(0.02, 0.07)])
        self.border_grey = rng.choice([rng.uniform(5, 50), rng.uniform(200, 255)])

    def ground_grey(self):
        rng = self.rng
        if self.subject == 'light' and self.lid == 'no':
            return rng.uniform(185, 250)
        if self.subject == 'covers' and rng.random() < 0.5:
            return rng.uniform(150, 250)
        return super().ground_grey()

    def background(self):
        """A light ground has less grain than a dark one."""
        values = dict(zip(BACKGROUND, super().background()))
        if self.subject == 'light' and self.rng.random() < 0.7:
            for name in ('grain', 'waves', 'weave', 'checks', 'planks', 'noise', 'blotches'):
                values[name] *= self.rng.uniform(0.05, 0.5)
        return list(values.values())

    def tones(self, d):
        rng = self.rng
        white, black = super().tones(d)
        if self.subject == 'covers' or self.subject == 'cards' and rng.random() < 0.6:
            white = rng.uniform(15, 150)
            black = rng.choice([rng.uniform(0, 255), rng.uniform(180, 255)])
        elif self.subject == 'light':
            white = self.ground + rng.choice([-1, 1]) * rng.uniform(3, 30)
        elif self.subject == 'blank' and rng.random() < 0.7:
            black = white - rng.choice([0, rng.uniform(0, 40)])
        return white, black

    def document(self, d):
        rng = self.rng
        document = super().document(d)
        q = document['corners']
        size = math.sqrt(max(1, np.linalg.norm(q[0] - q[2]) * np.linalg.norm(q[1] - q[3]) / 2))
        has_folds = rng.random() < {'folded': 0.9, 'cards': 0.03}.get(self.subject, 0.25)
        if has_folds:
            document['folds'] = self.folds(q, size)
            document['crumple'] = rng.choice([0.02, 0.06, 0.15])
        elif rng.random() < 0.25 and self.subject != 'cards':
            document['folds'] = self.curl(q, size)
        if self.subject == 'cards' or rng.random() < 0.05:
            document['card'] = [self.corner * size, self.border * size, self.border_grey]
        if self.subject in ('cards', 'covers') or rng.random() < 0.2:
            document['picture'] = rng.choice([0, rng.uniform(10, 90)])
            document['blocks'] = self.blocks()
        return document

    def folds(self, q, size):
        """One to three parallel folds, across the longer sides of most documents."""
        rng = self.rng
        along, across = (q[3] - q[0] + q[2] - q[1]) / 2, (q[1] - q[0] + q[2] - q[3]) / 2
        if (np.linalg.norm(along) < np.linalg.norm(across)) != (rng.random() < 0.15):
            along, across = across, along
        normal = np.array([-across[1], across[0]]) / max(1e-3, np.linalg.norm(across))
        if normal @ along < 0:
            normal = -normal
        angle = rng.normal(0, 0.03)
        normal = normal @ np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        count = int(rng.choice([1, 1, 2, 3]))
        places = (np.arange(count) + 1) / (count + 1) + rng.normal(0, 0.07 if count > 1 else 0.13, count)
        folds = np.zeros((MAX_FOLDS, len(FOLDS)))
        for k, place in enumerate(places):
            x, y = q.mean(0) + along * (place - 0.5)
            # 10 to 40 grey levels of white paper.
            shade = rng.choice([-1, 1]) * rng.uniform(0.01, 0.08)
            line = rng.choice([0, rng.uniform(-0.3, 0.3), rng.uniform(-0.6, 0)])
            bend = rng.choice([0, rng.normal(0, 0.04)])
            folds[k] = [x, y, *normal, shade, size * rng.uniform(0.05, 1), line, bend, 0]
        return folds

    def curl(self, q, size):
        """Two sides are curved: a page that is not flat."""
        folds = np.zeros((MAX_FOLDS, len(FOLDS)))
        side = q[1] - q[0] if self.rng.random() < 0.5 else q[3] - q[0]
        normal = side / max(1e-3, np.linalg.norm(side))
        folds[0] = [*q.mean(0), *normal, 0, 1, 0, 0, self.rng.normal(0, 0.08) / size]
        return folds

    def blocks(self):
        """Boxes and frames that are printed on a document, as on a card or a cover."""
        rng = self.rng
        blocks = np.zeros((MAX_BLOCKS, len(BLOCKS)))
        for k in range(int(rng.integers(1, MAX_BLOCKS + 1))):
            left, right = sorted([rng.uniform(0.02, 0.5), rng.uniform(0.5, 0.98)])
            if rng.random() < 0.5:
                right = 1 - left
            top = rng.uniform(0.02, 0.8)
            bottom = min(0.97, top + rng.uniform(0.06, 0.6))
            blocks[k] = [
                left,
                top,
                right,
                bottom,
                rng.uniform(0, 255),
                rng.choice([0, rng.uniform(0.3, 1)]),
                rng.choice([0, rng.uniform(0.2, 0.9)]),
            ]
        return blocks

    def light(self, is_photograph):
        """In some photographs the light of a window lies on the table."""
        values = dict(zip(LIGHT, super().light(is_photograph)))
        rng = self.rng
        if is_photograph and rng.random() < 0.15:
            values['window_place'] = rng.uniform(-0.4, 0.4)
            values['window_length'] = rng.uniform(0.1, 0.5)
            values['window'] = rng.uniform(0.1, 0.5)
            values['window_softness'] = math.exp(rng.uniform(-5, -3))
        return list(values.values())

    def clutter(self):
        """Most of it has straight sides: keyboards, telephones, things with rounded corners."""
        rng = self.rng
        things = super().clutter()
        for values in things:
            if rng.random() >= 0.6:
                continue
            thing = dict(zip(CLUTTER, values))
            thing['radius_across'] = thing['radius'] * rng.uniform(0.3, 0.7)
            has_keys = rng.random() < 0.6
            if not has_keys:
                thing['grey'] = rng.uniform(5, 90)
            thing['exponent'] = rng.uniform(4, 12)
            thing['keys'] = rng.uniform(25, 90) if has_keys else 0
            thing['key_size'] = rng.uniform(5, 14)
            values[:] = thing.values()
        return things
