"""Chooses the parameters of pictures of documents on backgrounds, which draw_pictures.py draws."""

import math

import numpy as np

# Most documents, fingers and other things of a picture.
MAX_DOCUMENTS = 14
MAX_FINGERS = 6
MAX_CLUTTER = 8
# Most folds of a document, and boxes that are printed on it.
MAX_FOLDS = 3
MAX_BLOCKS = 4
# What the columns of the parameters mean. Angles are in radians, greys from 0 to 255, lengths in pixels.
BACKGROUND = (
    'grey slope_x slope_y grain_angle grain_length grain_width grain waves wave_frequency weave weave_frequency checks '
    'check_size planks plank_width gaps noise blotches'
).split()
LIGHT = (
    'slope_angle slope shadow_angle shadow_place shadow shadow_softness blur noise gain gamma contrast_chance '
    'window_place window_length window window_softness'
).split()
FINGERS = 'x y cosine sine radius grey length'.split()
# The exponent of a thing's outline: 2 for an ellipse, more for one with straighter sides.
CLUTTER = 'x y radius radius_across angle grey shading exponent keys key_size'.split()
# A point on a fold and its direction across; the step of shade and how far it reaches; the grey of its line; by how
# much the sides of the document turn there, and by how much they are curved.
FOLDS = 'x y normal_x normal_y shade reach line bend curl'.split()
CARD = 'corner border border_grey'.split()
BLOCKS = 'left top right bottom grey fill line'.split()
# Parameters that each document has.
OF_DOCUMENTS = 'corners to_paper paper figure white black shadow level fold crumple folds card picture blocks'.split()


def homographies(corners):
    """corners [n,4,2] -> matrices [n,3,3] that map canvas (x,y) to (u,v) in the unit square."""
    n = len(corners)
    uv = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    A = np.zeros((n, 8, 8))
    b = np.zeros((n, 8))
    for i in range(4):
        x, y = corners[:, i, 0], corners[:, i, 1]
        u, v = uv[i]
        A[:, 2 * i, 0] = x
        A[:, 2 * i, 1] = y
        A[:, 2 * i, 2] = 1
        A[:, 2 * i, 6] = -u * x
        A[:, 2 * i, 7] = -u * y
        b[:, 2 * i] = u
        A[:, 2 * i + 1, 3] = x
        A[:, 2 * i + 1, 4] = y
        A[:, 2 * i + 1, 5] = 1
        A[:, 2 * i + 1, 6] = -v * x
        A[:, 2 * i + 1, 7] = -v * y
        b[:, 2 * i + 1] = v
    h = np.linalg.solve(A, b[..., None])[..., 0]
    return np.concatenate([h, np.ones((n, 1))], 1).reshape(n, 3, 3)


def rectangle(cx, cy, w, h, a):
    """Corners [4, 2] of a rectangle around a point, turned by an angle in radians."""
    c, s = math.cos(a), math.sin(a)
    pts = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [w / 2, h / 2]
    return pts @ np.array([[c, s], [-s, c]]) + [cx, cy]


class Arrangement:
    """Where documents lie: each method returns papers and their corners [4, 2], clockwise from the upper left.

    ratios: the papers' widths by their heights"""

    def __init__(self, ratios, width, height, rng):
        self.ratios, self.width, self.height, self.rng = ratios, width, height, rng

    def pick(self, n):
        """Papers, and their widths by their heights."""
        rng = self.rng
        papers = rng.integers(0, len(self.ratios), n)
        return papers, self.ratios[papers].copy()

    def grid(self):
        """Documents in a grid, each turned, with space between them."""
        rng, width, height = self.rng, self.width, self.height
        n = int(rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]))
        papers, ratio = self.pick(n)
        most = float(rng.choice([0.5, 2, 5, 15, 45, 180]))
        cols = max(1, round(math.sqrt(n * width / height) * rng.uniform(0.7, 1.4)))
        rows = math.ceil(n / cols)
        m = rng.uniform(0, 24)
        apart = rng.uniform(1, 12)
        cw, ch = (width - 2 * m) / cols, (height - 2 * m) / rows
        out = []
        low = rng.choice([0.45, 0.72])
        for i in range(n):
            a = math.radians(most * rng.uniform(-1, 1)) + (math.pi / 2 if rng.random() < 0.1 else 0)
            c, s = abs(math.cos(a)), abs(math.sin(a))
            pw, ph = ratio[i], 1
            k = min((cw - apart) / (pw * c + ph * s), (ch - apart) / (pw * s + ph * c)) * rng.uniform(low, 1)
            if k <= 0:
                continue
            w, h = pw * k, ph * k
            aw, ah = w * c + h * s, w * s + h * c
            x = m + (i % cols) * cw + apart / 2 + aw / 2 + max(0, cw - apart - aw) * rng.random()
            y = m + (i // cols) * ch + apart / 2 + ah / 2 + max(0, ch - apart - ah) * rng.random()
            out.append((papers[i], rectangle(x, y, w, h, a)))
        return out

    def rows(self):
        """Documents side by side, touching or nearly; rows of one height or of several; the group is turned."""
        rng, width, height = self.rng, self.width, self.height
        swap = rng.random() < 0.35
        if swap:
            width, height = height, width
        nrows = int(rng.integers(1, 4))
        per = int(rng.integers(2, 7)) if nrows < 3 else int(rng.integers(1, 5))
        same = rng.random() < 0.4
        gap_kind = rng.choice([0, 0, 1, 2, 4])
        rowgap = rng.choice([0, 1, 3, 8, 20])
        rh = (height * rng.uniform(0.75, 0.97) - rowgap * (nrows - 1)) / nrows * rng.uniform(0.7, 1)
        out, y0 = [], (height - nrows * rh - rowgap * (nrows - 1)) / 2
        align = rng.choice([0, 0.4, 0.5, 1])
        one = rng.integers(0, len(self.ratios))
        for r in range(nrows):
            papers, ratio = self.pick(per)
            if same and rng.random() < 0.6:
                papers[:] = one
                ratio[:] = self.ratios[one]
            hs = rh * (np.ones(per) if same else rng.uniform(0.6, 1, per))
            ws = hs * ratio
            k = min(1, (width * 0.96) / max(1, ws.sum() + gap_kind * per))
            hs, ws = hs * k, ws * k
            x = (width - ws.sum()) / 2 * rng.uniform(0.6, 1.4)
            rowh = rh * k
            for i in range(per):
                y = y0 + r * (rh + rowgap) + (rowh - hs[i]) * align
                gap = gap_kind * rng.random()
                out.append((papers[i], rectangle(x + ws[i] / 2, y + hs[i] / 2, ws[i], hs[i], 0)))
                x += ws[i] + gap
        a = math.radians(rng.normal(0, 2 if rng.random() < 0.7 else 15))
        c, s = math.cos(a), math.sin(a)
        res = []
        for i, q in out:
            j = math.radians(rng.normal(0, 0.4)) if rng.random() < 0.3 else 0
            m = q.mean(0)
            q = (q - m) @ np.array([[math.cos(j), math.sin(j)], [-math.sin(j), math.cos(j)]]) + m
            q = (q - [width / 2, height / 2]) @ np.array([[c, s], [-s, c]]) * 0.97 + [width / 2, height / 2]
            if swap:
                q = q[:, ::-1][[0, 3, 2, 1]]
            res.append((i, q))
        return res

    def scatter(self):
        """Documents anywhere, some on others, some cut off by the border."""
        rng, width, height = self.rng, self.width, self.height
        n = int(rng.integers(1, 9))
        papers, ratio = self.pick(n)
        out = []
        size = rng.uniform(0.15, 0.9) / math.sqrt(n) * math.sqrt(width * height)
        over = rng.random() < 0.5
        for i in range(n):
            s = size * rng.uniform(0.6, 1.4)
            w, h = s * math.sqrt(ratio[i]), s / math.sqrt(ratio[i])
            a = math.radians(rng.normal(0, 20)) if rng.random() < 0.8 else rng.uniform(-3.1, 3.1)
            for _ in range(12):
                q = rectangle(rng.uniform(0.05, 0.95) * width, rng.uniform(0.05, 0.95) * height, w, h, a)
                clash = [
                    j
                    for j, (_, drawn) in enumerate(out)
                    if max(q[:, 0].min(), drawn[:, 0].min()) < min(q[:, 0].max(), drawn[:, 0].max())
                    and max(q[:, 1].min(), drawn[:, 1].min()) < min(q[:, 1].max(), drawn[:, 1].max())
                ]
                if not clash or (over and len(clash) < 2 and rng.random() < 0.4):
                    out.append((papers[i], q))
                    break
        return out

    def one(self):
        """One document, large, seen from one side."""
        rng, width, height = self.rng, self.width, self.height
        papers, ratio = self.pick(1)
        a = math.radians(rng.normal(0, 8)) if rng.random() < 0.8 else rng.uniform(-3.1, 3.1)
        c, s = abs(math.cos(a)), abs(math.sin(a))
        k = min(width / (ratio[0] * c + s), height / (ratio[0] * s + c)) * rng.uniform(0.35, 1.12)
        w, h = ratio[0] * k, k
        aw, ah = w * c + h * s, w * s + h * c
        x = width / 2 + (width - aw) / 2 * rng.uniform(-1, 1)
        y = height / 2 + (height - ah) / 2 * rng.uniform(-1, 1)
        return [(papers[0], rectangle(x, y, w, h, a))]

    def page(self):
        """A page that fills the picture: not a document on a background; some with figures that look like documents."""
        rng, width, height = self.rng, self.width, self.height
        papers, _ = self.pick(1)
        a = math.radians(rng.normal(0, 0.7)) if rng.random() < 0.4 else 0
        pad = rng.uniform(0, 14) + abs(math.sin(a)) * max(width, height) / 2
        return [(papers[0], rectangle(width / 2, height / 2, width + 2 * pad + 2, height + 2 * pad + 2, a))]


def tilt(sheets, width, height, rng, most):
    """The camera is not straight above: the corners of the table move."""
    src = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    dst = src + rng.uniform(-most, most, (1, 4, 2)) * [width, height]
    k = 1 - most * 1.3
    dst = (dst - [width / 2, height / 2]) * k + [width / 2, height / 2]
    h = homographies(src)
    # unit square -> dst
    inv = np.linalg.inv(homographies(dst)[0])
    M = inv @ h[0]
    res = []
    for i, q in sheets:
        p = np.concatenate([q, np.ones((4, 1))], 1) @ M.T
        res.append((i, p[:, :2] / p[:, 2:]))
    return res


class PictureParameters:
    """Chooses the parameters of one picture."""

    def __init__(self, arrangement, rng):
        self.arrangement, self.rng = arrangement, rng
        self.width, self.height = arrangement.width, arrangement.height

    def choose(self):
        """Returns the parameters by name; those of documents as long as there are documents."""
        self.choose_sheets()
        rng, kind = self.rng, self.kind
        self.ground = self.ground_grey()
        self.are_dark = kind != 'page' and rng.random() < 0.08
        self.is_inverted = kind == 'page' and rng.random() < 0.08
        self.white = rng.uniform(205, 255)
        documents = [self.document(d) for d in range(len(self.sheets))]
        drawn = {name: np.array([document[name] for document in documents]) for name in OF_DOCUMENTS}
        drawn['shadow'][:, 2] = rng.uniform(0, 2 * math.pi)
        drawn['count'] = len(documents)
        drawn['background'] = self.background()
        is_photograph = self.lid == 'no' and kind != 'page'
        drawn['light'] = self.light(is_photograph)
        drawn['fingers'] = self.fingers() if is_photograph and rng.random() < 0.3 else []
        drawn['clutter'] = self.clutter() if is_photograph and rng.random() < 0.35 else []
        return drawn

    def ground_grey(self):
        """The grey of the lid or the table."""
        greys = {'white': (228, 255), 'black': (2, 60), 'grey': (80, 215), 'no': (15, 225)}
        return {lid: self.rng.uniform(*limits) for lid, limits in greys.items()}[self.lid]

    def choose_sheets(self):
        """The kind of arrangement, the lid of the scanner (no: a photograph), the sheets, which of them are figures."""
        rng = self.rng
        self.kind = rng.choice(['grid', 'rows', 'scatter', 'one', 'page'], p=[0.27, 0.25, 0.13, 0.13, 0.22])
        self.lid = rng.choice(['white', 'black', 'grey', 'no'], p=[0.2, 0.1, 0.12, 0.58])
        sheets = getattr(self.arrangement, self.kind)()
        figures = []
        if self.kind == 'page':
            self.lid = 'white' if rng.random() < 0.8 else 'no'
            if rng.random() < 0.45:
                figures = self.figures()
        elif self.lid == 'no' or rng.random() < 0.05:
            sheets = tilt(sheets, self.width, self.height, rng, rng.choice([0.01, 0.04, 0.08, 0.13]))
        self.sheets = (sheets + figures)[:MAX_DOCUMENTS]
        self.are_figures = ([False] * len(sheets) + [True] * len(figures))[:MAX_DOCUMENTS]
        if len(self.sheets) == 0:
            self.sheets, self.are_figures, self.kind = self.arrangement.page(), [False], 'page'

    def figures(self):
        """Figures and boxes of a page, most of them upright."""
        rng = self.rng
        sheets = self.arrangement.grid() if rng.random() < 0.7 else self.arrangement.rows()
        figures = []
        for paper, q in sheets[: int(rng.integers(1, 9))]:
            if rng.random() < 0.85:
                lo, hi = q.min(0), q.max(0)
                q = np.array([[lo[0], lo[1]], [hi[0], lo[1]], [hi[0], hi[1]], [lo[0], hi[1]]])
            figures.append((paper, q))
        return figures

    def document(self, d):
        rng, is_page = self.rng, self.kind == 'page'
        paper, corners = self.sheets[d]
        is_upside_down = rng.random() < 0.2 and rng.integers(0, 4) == 2
        q = np.roll(corners, 2, 0) if is_upside_down else corners
        size = max(np.linalg.norm(q[0] - q[3]), np.linalg.norm(q[0] - q[1]), 1)
        level = int(np.clip(round(math.log2(448 / size) + rng.uniform(-0.3, 0.4)), 0, 3))
        white, black = self.tones(d)
        has_lid = self.lid != 'no'
        shadow = rng.uniform(0.0, 0.12) if has_lid else rng.uniform(0.05, 0.45)
        if is_page:
            shadow = 0 if rng.random() < 0.7 else rng.uniform(0, 0.2)
        reach = rng.uniform(0.8, 2.5) if has_lid else rng.uniform(1.5, 7)
        crumple = 0 if is_page and rng.random() < 0.7 else rng.choice([0.01, 0.02, 0.05])
        fold = [0, 0, 0]
        if not is_page and rng.random() < 0.3:
            fold = [rng.uniform(-math.pi, math.pi), rng.uniform(0.3, 0.7), rng.uniform(-0.12, 0.12)]
        return {
            'corners': corners,
            'to_paper': homographies(q[None])[0],
            'paper': paper,
            'figure': self.are_figures[d],
            'white': min(255, white),
            'black': black,
            'shadow': [shadow, reach, 0],
            'level': level,
            'fold': fold,
            'crumple': crumple,
            'folds': np.zeros((MAX_FOLDS, len(FOLDS))),
            'card': np.zeros(len(CARD)),
            'picture': 0,
            'blocks': np.zeros((MAX_BLOCKS, len(BLOCKS))),
        }

    def tones(self, d):
        """The greys of a document's paper and print."""
        rng = self.rng
        if self.lid == 'white' and self.kind != 'page':
            # Paper that is nearly as bright as the lid.
            difference = rng.uniform(3, 20) if rng.random() < 0.85 else rng.uniform(0, 60)
            is_darker = rng.random() < 0.8 or self.ground + difference > 255
            white = self.ground - difference if is_darker else self.ground + difference
        else:
            white = self.white + rng.normal(0, 6) if rng.random() < 0.6 else rng.uniform(185, 255)
        if self.are_dark or rng.random() < 0.04:
            white = rng.uniform(60, 200)
        black = rng.uniform(0, 60) if white > 110 else rng.uniform(0, 255)
        if self.kind == 'page' and d == 0:
            limits = ((0, 80), (180, 255)) if self.is_inverted else ((225, 255), (0, 60))
            white, black = rng.uniform(*limits[0]), rng.uniform(*limits[1])
        if self.are_figures[d] and rng.random() < 0.7:
            white = rng.uniform(0, 255)
            black = rng.uniform(0, 255)
        return white, black

    def background(self):
        """In the order of BACKGROUND."""
        rng = self.rng
        texture = 1
        if self.lid != 'no':
            texture = 0 if rng.random() < 0.7 else 0.05

        def amplitude(chance, low, high):
            return (rng.uniform(low, high) if rng.random() < chance else 0) * texture

        return [
            self.ground,
            rng.normal(0, 5),
            rng.normal(0, 5),
            rng.uniform(0, math.pi),
            math.exp(rng.uniform(-1, 3)),
            math.exp(rng.uniform(-1.2, 1)),
            amplitude(0.75, 2, 40),
            amplitude(0.35, 3, 20),
            rng.uniform(0.15, 1.2),
            amplitude(0.3, 3, 20),
            rng.uniform(0.8, 3),
            amplitude(0.15, 5, 30),
            rng.uniform(10, 60),
            amplitude(0.3, 0, 14),
            rng.uniform(40, 200),
            amplitude(0.5, 0.2, 0.6),
            amplitude(0.6, 1, 10),
            amplitude(0.4, 5, 30),
        ]

    def light(self, is_photograph):
        """In the order of LIGHT."""
        rng = self.rng
        return [
            rng.uniform(0, 2 * math.pi),
            rng.uniform(0, 0.35) if is_photograph else rng.uniform(0, 0.03),
            rng.uniform(0, 2 * math.pi),
            rng.uniform(-0.35, 0.35),
            rng.uniform(0.1, 0.45) if is_photograph and rng.random() < 0.5 else 0,
            math.exp(rng.uniform(math.log(0.004), math.log(0.1))),
            rng.uniform(0.3, 1.2) if is_photograph else rng.uniform(0.25, 0.75),
            rng.uniform(0.6, 5) if is_photograph else rng.uniform(0.2, 2.0),
            rng.uniform(0.8, 1.2),
            rng.uniform(0.85, 1.15),
            rng.random(),
            # No light of a window.
            *(0, 0, 0, 1),
        ]

    def fingers(self):
        """Fingers of one or two hands that hold a document at its sides; in the order of FINGERS."""
        rng = self.rng
        fingers = []
        for _ in range(int(rng.integers(1, 3))):
            q = self.sheets[rng.integers(0, len(self.sheets))][1].astype(np.float32)
            side = rng.integers(0, 4)
            e = q[(side + 1) % 4] - q[side]
            p = q[side] + e * rng.uniform(0.15, 0.85)
            out = np.array([e[1], -e[0]]) / max(1e-3, np.linalg.norm(e))
            angle = math.atan2(out[1], out[0]) + rng.normal(0, 0.35)
            r = rng.uniform(5, 15)
            grey = rng.uniform(70, 215)
            for k in range(int(rng.integers(1, 4))):
                beside = np.array([-out[1], out[0]]) * k * r * 2.1
                x, y = p + beside - out * rng.uniform(0, 2.5) * r
                radius = r * rng.uniform(0.85, 1.1)
                fingers.append([x, y, math.cos(angle), math.sin(angle), radius, grey, rng.uniform(60, 400)])
        return fingers

    def clutter(self):
        """In the order of CLUTTER."""
        rng = self.rng
        things = []
        for _ in range(int(rng.integers(1, MAX_CLUTTER))):
            radius = math.exp(rng.uniform(math.log(6), math.log(80)))
            x, y = rng.uniform(0, self.width), rng.uniform(0, self.height)
            across, angle = radius * rng.uniform(0.1, 1), rng.uniform(0, math.pi)
            things.append([x, y, radius, across, angle, rng.uniform(10, 245), rng.uniform(0.0, 0.35), 2, 0, 1])
        return things
