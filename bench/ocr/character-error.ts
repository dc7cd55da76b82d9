/** Character error rate of OCR. */

/**
 * Edit distance (insert, delete, replace) from `truth` to `read`, and length of the truth. Text is normalised: NFKC,
 * single spaces.
 */
export function characterErrors(truth: string, read: string): { readonly edits: number; readonly characters: number } {
  const expected = normalised(truth);
  const actual = normalised(read);
  return { edits: editDistance(expected, actual), characters: expected.length };
}

const normalised = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/[“”„]/gu, '"')
    .replaceAll(/[‐‑–—]/gu, '-')
    .trim();

/** Levenshtein distance with one row of memory. */
function editDistance(a: string, b: string): number {
  const row = Uint32Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0] ?? 0;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const replaced = diagonal + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(above + 1, (row[j - 1] ?? 0) + 1, replaced);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
