"""Draws pictures of documents on backgrounds, with the signed distance to the documents' edges."""

import torch
import torch.nn.functional as functional

from choose_pictures import (
    BACKGROUND,
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
)

# Side of the squares of noise that are stretched over a picture.
NOISE_SIDE = 128


def named(values, names):
    """The columns of values [n, ...] by name, each [n, 1, 1]."""
    return {name: values[:, k][:, None, None] for k, name in enumerate(names)}


def stretched_noise(batch, angle, along, across, width, height, device, octaves):
    """Noise [batch, height, width] stretched along a direction, the sum of several scales with their weights."""
    y, x = torch.meshgrid(
        torch.arange(height, device=device).float(), torch.arange(width, device=device).float(), indexing='ij'
    )
    c, s = torch.cos(angle)[:, None, None], torch.sin(angle)[:, None, None]
    u = (x[None] * c + y[None] * s) / along[:, None, None]
    v = (-x[None] * s + y[None] * c) / across[:, None, None]
    total = 0
    for scale, weight in octaves:
        noise = torch.rand(batch, 1, NOISE_SIDE, NOISE_SIDE, device=device) - 0.5
        grid = torch.stack([u / scale, v / scale], -1) * 2 / NOISE_SIDE
        sample = functional.grid_sample(noise, grid, mode='bilinear', padding_mode='reflection', align_corners=False)
        total = total + weight * sample[:, 0]
    return total


class Canvas:
    """Pictures [batch, height, width] (0 to 255) that are drawn, and the signed distances to the documents' edges."""

    def __init__(self, parameters, atlas, width, height, device):
        self.p = {name: values.to(device, non_blocking=True) for name, values in parameters.items()}
        self.atlas, self.width, self.height, self.device = atlas, width, height, device
        self.batch = len(self.p['count'])
        self.y, self.x = torch.meshgrid(
            torch.arange(height, device=device).float() + 0.5,
            torch.arange(width, device=device).float() + 0.5,
            indexing='ij',
        )
        self.distance = torch.full((self.batch, height, width), -1e3, device=device)

    def noise(self, along, across, octaves):
        angle = self.p['background'][:, BACKGROUND.index('grain_angle')]
        return stretched_noise(self.batch, angle, along, across, self.width, self.height, self.device, octaves)

    def draw_background(self):
        """Grain, waves, a weave, checks, planks with gaps between them, noise."""
        values = self.p['background']
        g = named(values, BACKGROUND)
        one = torch.ones(self.batch, device=self.device)
        length, across = (values[:, BACKGROUND.index(name)] for name in ('grain_length', 'grain_width'))
        grain = self.noise(length.clamp(0.4, 20), across, [(2, 0.5), (5, 0.7), (14, 0.8), (40, 0.8)])
        self.smooth = self.noise(one * 1.5, one, [(60, 1.0), (150, 1.0)])
        c, s = torch.cos(g['grain_angle']), torch.sin(g['grain_angle'])
        u = self.x * c + self.y * s
        v = -self.x * s + self.y * c
        slope = g['slope_x'] * (self.x / self.width - 0.5) + g['slope_y'] * (self.y / self.height - 0.5)
        checks = ((u / g['check_size']).floor() + (v / g['check_size']).floor()).remainder(2) - 0.5
        plank = (v / g['plank_width']).floor()
        gap = (v.remainder(g['plank_width']) < 1.5).float() * g['gaps']
        canvas = (
            g['grey']
            + slope
            + g['grain'] * grain * 1.2
            + g['waves'] * torch.sin(v * g['wave_frequency'] + 5 * self.smooth)
            + g['weave'] * torch.sin(u * g['weave_frequency']) * torch.sin(v * g['weave_frequency'])
        )
        canvas = canvas + g['checks'] * checks + g['blotches'] * self.smooth * 1.5
        canvas = canvas + g['planks'] * torch.sin(plank * 12.9) * 1.5
        canvas = canvas * (1 - gap)
        canvas = canvas + g['noise'] * torch.randn(self.batch, self.height, self.width, device=self.device) * 0.6
        self.canvas = canvas.clamp(0, 255)
        self.crumpled = self.noise(one, one, [(14, 1.0), (40, 1.0)])

    def draw_clutter(self):
        """Other things: ellipses, or with straighter sides; some with keys."""
        for k in range(MAX_CLUTTER):
            chosen = (self.p['clutter_count'] > k).nonzero()[:, 0]
            if len(chosen) == 0:
                break
            q = named(self.p['clutter'][chosen, k], CLUTTER)
            dx, dy = self.x - q['x'], self.y - q['y']
            c, s = torch.cos(q['angle']), torch.sin(q['angle'])
            u, v = dx * c + dy * s, -dx * s + dy * c
            exponent = q['exponent']
            r = (u / q['radius']).abs() ** exponent + (v / q['radius_across']).abs() ** exponent
            r = r.clamp(max=1e6) ** (1 / exponent)
            alpha = ((1 - r) * q['radius_across'] + 0.5).clamp(0, 1)
            grey = q['grey'] * (1 - q['shading'] * (r - 0.5)) + 20 * self.crumpled[chosen]
            is_gap = torch.minimum(u.remainder(q['key_size']), v.remainder(q['key_size'])) < 1.5
            grey = (grey - q['keys'] * (is_gap & (r < 0.9))).clamp(0, 255)
            self.canvas[chosen] = self.canvas[chosen] * (1 - alpha) + grey * alpha

    def draw_documents(self):
        """One document of each picture after the other: its shadow, then itself."""
        for d in range(MAX_DOCUMENTS):
            chosen = (self.p['count'] > d).nonzero()[:, 0]
            if len(chosen) == 0:
                break
            self.draw_document(chosen, {name: self.p[name][chosen, d] for name in OF_DOCUMENTS})

    def draw_document(self, chosen, p):
        corners = p['corners']
        sides = corners.roll(-1, 1) - corners
        length = sides.norm(dim=-1, keepdim=True).clamp(min=1e-3)
        normal = torch.stack([-sides[..., 1], sides[..., 0]], -1) / length
        place = (normal * corners).sum(-1)
        x, y = self.unfolded(p)
        inner = self.rounded(self.distances(normal, place, x, y), p['card'][:, 0])
        strength, reach, angle = p['shadow'].unbind(1)
        shift = torch.stack([torch.cos(angle), torch.sin(angle)], -1) * (reach * 0.5)[:, None]
        of_shadow = least(self.distances(normal, place + (normal * shift[:, None]).sum(-1), x, y))
        shadow = (0.5 + of_shadow / (2 * reach[:, None, None])).clamp(0, 1)
        shaded = self.canvas[chosen] * (1 - strength[:, None, None] * shadow)
        alpha = (inner + 0.5).clamp(0, 1)
        self.canvas[chosen] = shaded * (1 - alpha) + self.paper(chosen, p, x, y, inner).clamp(0, 255) * alpha
        before = self.distance[chosen]
        outside = torch.where(before > 0, torch.minimum(before, -inner), torch.maximum(before, inner))
        after = torch.where(inner > 0, inner, outside)
        self.distance[chosen] = torch.where(p['figure'][:, None, None], before, after)

    def unfolded(self, p):
        """The places of the picture on documents that were neither bent at their folds nor curved: x and y."""
        x, y = self.x, self.y
        for k in range(MAX_FOLDS):
            fold = named(p['folds'][:, k], FOLDS)
            if not bool((fold['bend'] != 0).any() or (fold['curl'] != 0).any()):
                continue
            across = self.from_fold(fold)
            shift = fold['bend'] * across.clamp(min=0) + fold['curl'] * across**2
            x, y = x - fold['normal_y'] * shift, y + fold['normal_x'] * shift
        return x, y

    def from_fold(self, fold):
        """Pixels from a fold."""
        return (self.x - fold['x']) * fold['normal_x'] + (self.y - fold['y']) * fold['normal_y']

    def distances(self, normal, place, x, y):
        """The signed distances of places to four lines."""
        return [
            normal[:, k, 0][:, None, None] * x + normal[:, k, 1][:, None, None] * y - place[:, k][:, None, None]
            for k in range(4)
        ]

    def rounded(self, distances, radius):
        """The least of the signed distances to four sides, whose corners have a radius in pixels."""
        nearest = least(distances)
        if not bool((radius > 0).any()):
            return nearest
        radius = radius[:, None, None]
        one = (radius - torch.minimum(distances[0], distances[2])).clamp(min=0)
        other = (radius - torch.minimum(distances[1], distances[3])).clamp(min=0)
        return torch.where((one > 0) & (other > 0), radius - torch.hypot(one, other), nearest)

    def paper(self, chosen, p, x, y, inner):
        """The grey of the documents' paper with its print, creases and folds."""
        m = p['to_paper'][..., None, None]
        divisor = m[:, 2, 0] * x + m[:, 2, 1] * y + m[:, 2, 2]
        divisor = torch.where(divisor.abs() < 1e-6, torch.full_like(divisor, 1e-6), divisor)
        u = (m[:, 0, 0] * x + m[:, 0, 1] * y + m[:, 0, 2]) / divisor
        v = (m[:, 1, 0] * x + m[:, 1, 1] * y + m[:, 1, 2]) / divisor
        ink = self.sample_papers(p, torch.stack([u * 2 - 1, v * 2 - 1], -1))
        white, black = p['white'][:, None, None], p['black'][:, None, None]
        creases = 1 - p['crumple'][:, None, None] * (self.crumpled[chosen] + 0.5)
        grey = self.printed(chosen, p, u, v, inner, black + (white - black) * ink) * creases
        angle, place, depth = p['fold'][..., None, None].unbind(1)
        from_fold = torch.cos(angle) * (u - 0.5) + torch.sin(angle) * (v - 0.5) - (place - 0.5)
        grey = grey * (1 + depth * torch.tanh(from_fold * 40) * torch.exp(-from_fold.abs() * 4))
        return self.folded(chosen, p, grey)

    def printed(self, chosen, p, u, v, inner, grey):
        """What is printed over the paper: boxes and frames, a picture, and the border of a card."""
        for k in range(MAX_BLOCKS):
            left, top, right, bottom, block_grey, fill, line = p['blocks'][:, k, :, None, None].unbind(1)
            if not bool((right > 0).any()):
                break
            within = least([u - left, right - u, v - top, bottom - v])
            grey = torch.where(within > 0, grey * (1 - fill) + block_grey * fill, grey)
            grey = torch.where((within > 0) & (within < 0.012), grey * (1 - line), grey)
        if bool((p['picture'] > 0).any()):
            grey = grey + p['picture'][:, None, None] * (self.smooth[chosen] + self.crumpled[chosen])
        _, border, border_grey = p['card'][..., None, None].unbind(1)
        return torch.where((inner < border) & (border > 0), border_grey, grey)

    def folded(self, chosen, p, grey):
        """The shade and the line of each fold; folds are not quite straight."""
        for k in range(MAX_FOLDS):
            fold = named(p['folds'][:, k], FOLDS)
            if not bool((fold['shade'] != 0).any()):
                break
            across = self.from_fold(fold) + 1.2 * self.crumpled[chosen]
            shade = fold['shade'] * torch.tanh(across) * torch.exp(-across.abs() / fold['reach'].clamp(min=1))
            line = fold['line'] * torch.exp(-((across / 1.1) ** 2))
            grey = grey * (1 + shade + line)
        return grey

    def sample_papers(self, p, grid):
        """The papers' pictures, 0 to 1, each from the size of the atlas that is nearest to its own."""
        ink = torch.empty(grid.shape[:3], device=self.device)
        for level, papers in enumerate(self.atlas):
            chosen = (p['level'] == level).nonzero()[:, 0]
            if len(chosen) == 0:
                continue
            pictures = papers[p['paper'][chosen]].float()[:, None]
            sample = functional.grid_sample(
                pictures, grid[chosen], mode='bilinear', padding_mode='border', align_corners=False
            )
            ink[chosen] = sample[:, 0] / 255
        return ink

    def draw_light(self):
        """Light that falls off to one side, and a broad shadow."""
        q = named(self.p['light'], LIGHT)
        u, v = self.x / self.width - 0.5, self.y / self.height - 0.5
        lightness = 1 - q['slope'] * (0.5 + u * torch.cos(q['slope_angle']) + v * torch.sin(q['slope_angle']))
        across = u * torch.cos(q['shadow_angle']) + v * torch.sin(q['shadow_angle'])
        across = across - q['shadow_place'] + 0.03 * self.smooth
        shadow = 1 - q['shadow'] * torch.sigmoid(across / q['shadow_softness'])
        self.canvas = self.canvas * lightness * shadow * self.window_light(q, u, v)

    def window_light(self, q, u, v):
        """A lit quadrilateral: between two lines, as long as `window_length`."""
        if not bool((q['window'] > 0).any()):
            return 1
        along = v * torch.cos(q['shadow_angle']) - u * torch.sin(q['shadow_angle'])
        across = u * torch.cos(q['shadow_angle']) + v * torch.sin(q['shadow_angle']) - q['window_place']
        within = torch.minimum(q['window_length'] / 2 - across.abs(), 0.3 - along.abs())
        return 1 + q['window'] * torch.sigmoid(within / q['window_softness'])

    def draw_fingers(self):
        """Fingers: half lines with round ends, dark at their sides."""
        for k in range(MAX_FINGERS):
            chosen = (self.p['finger_count'] > k).nonzero()[:, 0]
            if len(chosen) == 0:
                break
            q = named(self.p['fingers'][chosen, k], FINGERS)
            dx, dy = self.x - q['x'], self.y - q['y']
            along = torch.minimum((dx * q['cosine'] + dy * q['sine']).clamp(min=0), q['length'])
            r = torch.hypot(dx - along * q['cosine'], dy - along * q['sine'])
            alpha = ((q['radius'] - r) / 1.5 + 0.5).clamp(0, 1)
            grey = q['grey'] * (1 - 0.25 * (r / q['radius']) ** 2) * (1 + 0.15 * self.crumpled[chosen])
            self.canvas[chosen] = self.canvas[chosen] * (1 - alpha) + grey * alpha

    def photograph(self):
        """Blur by a mixture of two widths, noise, contrast."""
        q = named(self.p['light'], LIGHT)
        once = self.blur(self.canvas)
        twice = self.blur(once)
        width = q['blur']
        less = self.canvas * (1 - 2 * width) + once * 2 * width
        more = once * (2 - 2 * width).clamp(0, 1) + twice * (2 * width - 1).clamp(0, 1)
        canvas = torch.where(width < 0.5, less, more)
        noise = torch.randn(self.batch, self.height, self.width, device=self.device)
        noise = 0.5 * noise + 0.8 * self.blur(noise)
        canvas = canvas + q['noise'] * noise
        changes = q['contrast_chance'] < 0.3
        gain = torch.where(changes, q['gain'], torch.ones_like(q['gain']))
        gamma = torch.where(changes, q['gamma'], torch.ones_like(q['gamma']))
        self.canvas = (255 * (canvas.clamp(0, 255) / 255) ** gamma * gain).clamp(0, 255).round()

    def blur(self, pictures):
        weights = torch.tensor([1.0, 2.0, 1.0], device=self.device) / 4
        padded = functional.pad(pictures[:, None], (1, 1, 1, 1), mode='replicate')
        across = functional.conv2d(padded, weights.view(1, 1, 3, 1))
        return functional.conv2d(across, weights.view(1, 1, 1, 3))[:, 0]


def least(distances):
    """The least of several maps at each place."""
    nearest = distances[0]
    for distance in distances[1:]:
        nearest = torch.minimum(nearest, distance)
    return nearest


def draw(parameters, atlas, width, height, device):
    """Returns pictures [batch, height, width] (0 to 255) and the signed distances to the edges of documents: positive
    in documents. `atlas` has the papers' pictures in four sizes, each half of the one before."""
    canvas = Canvas(parameters, atlas, width, height, device)
    canvas.draw_background()
    canvas.draw_clutter()
    canvas.draw_documents()
    canvas.draw_light()
    canvas.draw_fingers()
    canvas.photograph()
    return canvas.canvas, canvas.distance
