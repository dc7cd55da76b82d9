/** Finds a font with Japanese characters on this machine, for PDFs that name such a font without embedding it. */
import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where systems keep fonts: Linux, macOS, Windows. */
const FONT_FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  join(homedir(), '.fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];

/** File names of fonts with Japanese glyphs, the best first; regular weight. */
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
 * Path of the font that stands in for Japanese fonts which a PDF does not embed; undefined where this system has
 * none: such text then comes out blank in page images, its text layer is not affected. Looked up once a process.
 */
export const findCjkFont = (): Promise<string | undefined> => (found ??= search());
