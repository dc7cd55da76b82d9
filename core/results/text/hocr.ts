/**
 * Writes hOCR 1.2 (kba.github.io/hocr-spec/1.2) that any browser displays like the pages: every word is at its
 * position. The file has no scripts, images or external resources, and is also well-formed XML.
 */
import type { PageRecord, Word } from '../../documents/page-record.ts';
import { naturalWidth } from './natural-width.ts';
import { printable } from './printable-text.ts';

const CSS_PIXELS_PER_INCH = 96;
/** Font size as a fraction of the height from ascender to descender, for common fonts. */
const FONT_SIZE_PER_LINE_HEIGHT = 0.86;

const STYLE = [
  'body{margin:0;padding:16px;background:#dfe3e8;',
  'font-family:Arial,Helvetica,"Liberation Sans","Noto Sans CJK JP",sans-serif}',
  '.ocr_page{position:relative;overflow:hidden;margin:0 auto 16px;',
  'background:#fff;box-shadow:0 1px 4px rgba(0,0,0,.35)}',
  '.ocrx_word{position:absolute;white-space:pre;line-height:1;transform-origin:0 0}',
].join('');

/** Returns the hOCR file up to its first page. @param title title of the document */
export const hocrHead = (title: string): string => `<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="und" xml:lang="und">
<head>
<meta charset="utf-8" />
<title>${escapeText(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="ocr-system" content="Tearline" />
<meta name="ocr-capabilities" content="ocr_page ocr_carea ocr_par ocr_line ocrx_word" />
<style>${STYLE}</style>
</head>
<body>
`;

export const HOCR_TAIL = '</body>\n</html>\n';

/**
 * Returns one page as an element of class ocr_page.
 * @param number  in the page stream, from 1: the page number where no page has several crops
 */
export function hocrPage(record: PageRecord, number = record.page): string {
  const scale = CSS_PIXELS_PER_INCH / record.dpi;
  const id = `page_${number}`;
  const title = [
    `image "page-images/${number}"`,
    `bbox 0 0 ${record.width} ${record.height}`,
    `ppageno ${number - 1}`,
    `scan_res ${integer(record.dpi)} ${integer(record.dpi)}`,
  ].join('; ');
  const style = `width:${decimal(record.width * scale)}px;height:${decimal(record.height * scale)}px`;
  const language =
    record.language === null ? '' : ` lang="${escapeText(record.language)}" xml:lang="${escapeText(record.language)}"`;
  const areas = groupBy(
    record.words.filter(({ text }) => text !== ''),
    (word) => word.block,
  ).map((area, index) => hocrArea(area, `${number}_${index + 1}`, scale));
  const attributes = `id="${id}" title="${escapeText(title)}" style="${style}"${language}`;
  return `<div class="ocr_page" ${attributes}>\n${areas.join('')}</div>\n`;
}

function hocrArea(words: readonly Word[], id: string, scale: number): string {
  const box = bbox(words);
  const lines = groupBy(words, (word) => word.line).map((line, index) => hocrLine(line, `${id}_${index + 1}`, scale));
  const paragraph = `<p class="ocr_par" id="par_${id}" title="${box}" style="margin:0">\n${lines.join('')}</p>`;
  return `<div class="ocr_carea" id="block_${id}" title="${box}">${paragraph}</div>\n`;
}

function hocrLine(words: readonly Word[], id: string, scale: number): string {
  const place = isColumn(words) ? placeInColumn(words, scale) : placeInLine(words, scale);
  const spans = words.map((word, index) => hocrWord(word, `${id}_${index + 1}`, place));
  return `<span class="ocr_line" id="line_${id}" title="${bbox(words)}">${spans.join(' ')}</span>\n`;
}

/** The CSS that places a word, whose text is shown as given. */
type Place = (word: Word, shown: string) => string;

/** All words of a line have its top and font size, so that they share a baseline. */
function placeInLine(words: readonly Word[], scale: number): Place {
  const { y1: top, y2: bottom } = boundsOf(words);
  const size = (bottom - top) * scale * FONT_SIZE_PER_LINE_HEIGHT;
  const ofLine = `top:${decimal(top * scale)}px;font-size:${decimal(size)}px`;
  return ({ x1, x2 }, shown) => {
    const stretch = ((x2 - x1) * scale) / Math.max(0.01, naturalWidth(shown) * size);
    return `left:${decimal(x1 * scale)}px;${ofLine};transform:scaleX(${decimal(stretch)})`;
  };
}

/** All words of a column have its left edge, and its width as font size. */
function placeInColumn(words: readonly Word[], scale: number): Place {
  const { x1: left, x2: right } = boundsOf(words);
  const size = (right - left) * scale;
  const [x, fontSize] = [decimal(left * scale), decimal(size)];
  return ({ y1, y2 }, shown) => {
    const stretch = ((y2 - y1) * scale) / Math.max(0.01, naturalWidth(shown) * size);
    const position = `left:${x}px;top:${decimal(y1 * scale)}px;font-size:${fontSize}px`;
    return `${position};writing-mode:vertical-rl;transform:scaleY(${decimal(stretch)})`;
  };
}

/** Height of a column at least, in widths. */
const MIN_COLUMN_HEIGHT = 1.5;
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether the words are a line of Japanese that is written downwards. */
function isColumn(words: readonly Word[]): boolean {
  const { x1, y1, x2, y2 } = boundsOf(words);
  if (y2 - y1 < MIN_COLUMN_HEIGHT * (x2 - x1)) return false;
  const text = words.map((word) => word.text).join('');
  return text.length > 1 && JAPANESE.test(text);
}

function hocrWord(word: Word, id: string, place: Place): string {
  const { x1, y1, x2, y2, text } = word;
  const shown = IS_PLAIN.test(text) ? text : printable(text);
  const attributes = `id="word_${id}" title="bbox ${x1} ${y1} ${x2} ${y2}" style="${place(word, shown)}"`;
  return `<span class="ocrx_word" ${attributes}>${escapeText(shown)}</span>`;
}

/** Groups consecutive words of the same group. */
function groupBy(words: readonly Word[], group: (word: Word) => number): Word[][] {
  const groups: Word[][] = [];
  let previous: number | undefined;
  for (const word of words) {
    if (group(word) === previous) groups.at(-1)?.push(word);
    else groups.push([word]);
    previous = group(word);
  }
  return groups;
}

const boundsOf = (words: readonly Word[]): Pick<Word, 'x1' | 'y1' | 'x2' | 'y2'> => {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const word of words) {
    x1 = Math.min(x1, word.x1);
    y1 = Math.min(y1, word.y1);
    x2 = Math.max(x2, word.x2);
    y2 = Math.max(y2, word.y2);
  }
  return { x1, y1, x2, y2 };
};

const bbox = (words: readonly Word[]): string => {
  const { x1, y1, x2, y2 } = boundsOf(words);
  return `bbox ${x1} ${y1} ${x2} ${y2}`;
};

const integer = (value: number): string => Math.max(1, Math.round(value)).toFixed(0);
/** With at most two decimals. */
const decimal = (value: number): string => {
  const text = value.toFixed(2);
  if (text.endsWith('.00')) return text.slice(0, -'.00'.length);
  return text.endsWith('0') ? text.slice(0, -1) : text;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text that is printable and needs no escape, as most words are. */
const IS_PLAIN = /^[ !#-%(-;=?-~]*$/;
const escapeText = (text: string): string =>
  IS_PLAIN.test(text) ? text : printable(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
