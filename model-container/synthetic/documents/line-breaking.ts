/** Breaks and truncates text to a given width. */
import type { Layout } from './layout.ts';
import { widthOf } from './sheet.ts';

/**
 * Breaks the text into lines of at most `width` pixels, the first one shorter by `first`. A word wider than a line,
 * such as a Japanese clause, is broken at any character.
 */
export function* wrap(text: string, width: number, first: number, size: number, layout: Layout): Generator<string> {
  const blank = widthOf(' ', size, layout.face);
  let line = '';
  let used = first;
  for (let part of text.split(' ')) {
    let wide = widthOf(part, size, layout.face);
    if (used + wide > width && line !== '' && !(wide > width)) {
      yield line;
      [line, used] = ['', 0];
    }
    while (used + wide > width && part.length > 1) {
      const fits = Math.max(1, Math.floor((part.length * (width - used)) / wide));
      yield line === '' ? part.slice(0, fits) : `${line} ${part.slice(0, fits)}`;
      part = part.slice(fits);
      [line, used, wide] = ['', 0, widthOf(part, size, layout.face)];
    }
    line = line === '' ? part : `${line} ${part}`;
    used += wide + blank;
  }
  if (line !== '') yield line;
}

/** The text, truncated to about `width` pixels. */
export function fit(text: string, width: number, size: number, layout: Layout): string {
  const wide = widthOf(text, size, layout.face);
  return wide <= width ? text : text.slice(0, Math.max(1, Math.floor((text.length * width) / wide))).trimEnd();
}
