/** Finds a font with Japanese characters on this machine, for PDFs that use such a font without embedding it. */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Font folders of Linux, macOS and Windows. */
const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

/** File names of fonts with Japanese glyphs in regular weight, in order of preference. */
const FONT_NAMES: readonly RegExp[] = [
  /^NotoSansCJK(jp|-VF)?-?Regular\.(ttc|otf)$/i,
  /^NotoSansCJK.*\.(ttc|otf)$/i,
  /^NotoSansJP.*\.(ttf|otf)$/i,
  /^SourceHanSans.*Regular.*\.(ttc|otf)$/i,
  /^NotoSerifCJK-?Regular\.ttc$/i,
  /^(ipaexg|ipag|ipagp|TakaoPGothic|TakaoGothic|VL-P?Gothic-Regular|DroidSansFallback(Full)?)\.ttf$/i,
  /^(msgothic|YuGothR|meiryo)\.ttc$/i,
  /^(ヒラギノ角ゴシック W3|Hiragino Sans GB)\.ttc$/,
];

const filesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return []; // no such folder on this system
  }
};

const search = async (): Promise<string | undefined> => {
  const files = (await Promise.all(FONT_FOLDERS.map(filesIn))).flat();
  for (const name of FONT_NAMES) {
    const found = files.find((file) => name.test(file.split(/[\\/]/).at(-1) ?? ''));
    if (found !== undefined) return found;
  }
  return undefined;
};

let found: Promise<string | undefined> | undefined;

/**
 * Path of the substitute for Japanese fonts that a PDF does not embed; undefined if this machine has none. Such text is
 * then blank in page images; the text layer has its words (glyphless-text.ts). The search runs once per process.
 */
export const findCjkFont = (): Promise<string | undefined> => (found ??= search());
