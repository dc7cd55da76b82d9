/** The grey levels of an image: how frequent they are, and which are ink. */

/**
 * Counts the pixels of each grey level. By index, because an iterator over a typed array takes ten times as long.
 * Adjacent pixels, which mostly have the same level, are counted in four separate tables to avoid store-to-load
 * dependencies.
 */
export const histogramOf = (data: Uint8Array): Uint32Array => {
  const counts = new Uint32Array(4 * 256);
  const count = (cell: number): void => {
    counts[cell] = (counts[cell] ?? 0) + 1;
  };
  const whole = data.length - (data.length % 4);
  for (let at = 0; at < whole; at += 4) {
    count(data[at] ?? 0);
    count(256 + (data[at + 1] ?? 0));
    count(512 + (data[at + 2] ?? 0));
    count(768 + (data[at + 3] ?? 0));
  }
  for (let at = whole; at < data.length; at += 1) count(data[at] ?? 0);
  return counts
    .subarray(0, 256)
    .map(
      (first, level) => first + (counts[256 + level] ?? 0) + (counts[512 + level] ?? 0) + (counts[768 + level] ?? 0),
    );
};

/**
 * The threshold that separates two tones best (N. Otsu, A threshold selection method from gray-level histograms, IEEE SMC
 * 1979): the darker one has this grey at most.
 * @param total  number of pixels in the histogram
 * @param ofOneTone  what is returned where all pixels have the same grey
 */
export function otsuThreshold(histogram: Uint32Array, total: number, ofOneTone = 127): number {
  const sum = histogram.reduce((all, count, grey) => all + count * grey, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, ofOneTone];
  for (let grey = 0; grey < histogram.length; grey += 1) {
    const count = histogram[grey] ?? 0;
    below += count;
    sumBelow += count * grey;
    if (below === 0 || below === total) continue;
    const between = (sumBelow * total - sum * below) ** 2 / (below * (total - below));
    if (between <= best) continue;
    best = between;
    threshold = grey;
  }
  return threshold;
}

/** 1 for each grey level that is ink, 0 for paper. */
export const inkLevels = (threshold: number, darkInk: boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, grey) => (grey <= threshold === darkInk ? 1 : 0));
