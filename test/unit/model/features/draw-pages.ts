/** Synthetic page records for tests: lines of text on an A4 page, with no content of real documents. */
import type { PageRecord } from '../../../../core/documents/page-record.ts';
import type { TrainingDocument } from '../../../../model-container/training/training-documents.ts';
import { seededRandom } from '../../../../model-container/random.ts';

export interface DrawnPage {
  readonly head?: string;
  readonly body?: readonly string[];
  readonly foot?: string;
  readonly language?: string | null;
  readonly page?: number;
}

const [WIDTH, HEIGHT] = [1819, 2573];

export function drawPage({ head, body = [], foot, language = 'en', page = 1 }: DrawnPage): PageRecord {
  const lines = [
    ...(head === undefined ? [] : [{ text: head, top: 100 }]),
    ...body.map((text, at) => ({ text, top: 400 + at * 50 })),
    ...(foot === undefined ? [] : [{ text: foot, top: 2450 }]),
  ];
  const words = lines.flatMap(({ text, top }, line) =>
    text.split(' ').map((word, at, all) => {
      const before = all.slice(0, at).join(' ').length;
      return {
        x1: 200 + before * 16,
        y1: top,
        x2: 200 + before * 16 + Math.max(8, word.length * 15),
        y2: top + 30,
        text: word,
        entropy: 0,
        line,
        block: 0,
      };
    }),
  );
  return {
    schema_version: 1,
    page,
    width: WIDTH,
    height: HEIGHT,
    dpi: 220,
    rotation: 0,
    skew: 0,
    text_source: words.length === 0 ? 'none' : 'text_layer',
    language: words.length === 0 ? null : language,
    words,
    fulltext: lines.map(({ text }) => text).join('\n'),
    ink: words.length === 0 ? 0 : 0.05,
    thumbnail: thumbnailOf(lines.map(({ top }) => top / HEIGHT)),
  };
}

function thumbnailOf(tops: readonly number[]): PageRecord['thumbnail'] {
  const [width, height] = [68, 96];
  const grey = Buffer.alloc(width * height, 255);
  for (const top of tops) grey.fill(90, Math.floor(top * height) * width + 8, Math.floor(top * height) * width + 50);
  return { width, height, grey: grey.toString('base64') };
}

export const blank = (): PageRecord => drawPage({});

const WORDS =
  'river stone window garden letter amount figure account weather morning station harvest council member bridge engine silver market doctor teacher'.split(
    ' ',
  );

/** Synthetic documents of a few senders, each with its own letterhead and numbering. */
export function drawDocuments(seed: number, sources: number, each: number): TrainingDocument[] {
  const random = seededRandom(seed);
  const sentence = (length: number) => Array.from({ length }, () => random.pick(WORDS)).join(' ');
  return Array.from({ length: sources }, (_, source) =>
    Array.from({ length: each }, (_unused, number) => {
      const count = 1 + random.below(4);
      const head = `${sentence(3)} ltd ${source}`;
      const reference = `AB-${source}${number}-${1000 + random.below(9000)}`;
      const pages = Array.from({ length: count }, (_page, at) =>
        drawPage({
          page: at + 1,
          head: at === 0 ? `${head} invoice` : `${head} ${reference}`,
          body: [
            ...(at === 0 ? [`Dear customer of ${sentence(2)}`, `Invoice ${reference}`] : []),
            ...Array.from({ length: 12 }, () => sentence(8)),
          ],
          foot: `Page ${at + 1} of ${count}`,
        }),
      );
      return { source: `source-${source}`, name: `document-${number}.jsonl`, pages };
    }),
  ).flat();
}
