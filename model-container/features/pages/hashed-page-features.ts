/**
 * Features of a page for a workflow's page-type classifier: the words and their positions, sizes of letters, and the
 * distribution of ink. Feature hashing (Weinberger et al., ICML 2009) keeps the words of documents out of the weights.
 */
import type { PageRecord } from '../../../core/documents/page-record.ts';
import { linesOfPage } from './page-lines.ts';

const BITS = 13;
/** Number of hash buckets. Features are bucket numbers below this. */
export const HASH_BUCKETS = 1 << BITS;

/** Distinct hash buckets of a page's features, in ascending order. All features are binary. */
export type HashedPageFeatures = Int32Array;

export function hashPageFeatures(record: PageRecord): HashedPageFeatures {
  const buckets = new Set<number>();
  for (const [at, line] of linesOfPage(record)
    .sort((a, b) => a.top - b.top || a.left - b.left)
    .entries()) {
    const zone = line.top < 0.2 ? 'head' : line.top > 0.85 ? 'foot' : 'body';
    const words = line.folded
      .replace(/\p{Nd}/gu, '0')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
    for (const [place, word] of words.entries()) {
      buckets.add(hash(`${zone} ${word}`));
      buckets.add(hash(word));
      const before = words[place - 1];
      if (zone !== 'body' && before !== undefined) buckets.add(hash(`${zone} ${before} ${word}`));
    }
    if (at < 3) buckets.add(hash(`line ${at} ${words.join(' ')}`));
    buckets.add(hash(`size ${Math.round(Math.log2(1 + 200 * line.size) * 2)} ${zone}`));
  }
  for (const bucket of pictureBuckets(record)) buckets.add(bucket);
  return Int32Array.from(buckets).sort();
}

const [COLUMNS, ROWS] = [4, 6];

/** Mean darkness of each cell of a grid over the thumbnail, in four steps. */
function pictureBuckets({ thumbnail: { width, height, grey } }: PageRecord): number[] {
  const pixels = Buffer.from(grey, 'base64');
  const sums = new Float64Array(COLUMNS * ROWS);
  const counts = new Float64Array(COLUMNS * ROWS);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const part = Math.floor((y * ROWS) / height) * COLUMNS + Math.floor((x * COLUMNS) / width);
      sums[part] = (sums[part] ?? 0) + 255 - (pixels[y * width + x] ?? 255);
      counts[part] = (counts[part] ?? 0) + 1;
    }
  }
  return Array.from(sums, (sum, part) => {
    const dark = sum / Math.max(1, counts[part] ?? 1) / 255;
    return hash(`part ${part} ${dark < 0.01 ? 0 : dark < 0.06 ? 1 : dark < 0.15 ? 2 : 3}`);
  });
}

/** FNV-1a over UTF-16 code units, folded to BITS bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return ((value >>> BITS) ^ (value >>> (2 * BITS)) ^ value) & (HASH_BUCKETS - 1);
}
