/**
 * DocSplit (Islam et al., arXiv:2602.15958; dataset amazon/doc_split, README.md and
 * src/benchmarks/services/benchmark_writer.py). `ground_truth_json/test/*.json`, in whatever folder below FOLDER, has a
 * packet each: `doc_id`, `total_pages` and `subdocuments`, each with `page_ordinals` (places in the packet) and as many
 * `pages` with `image_path`. The images are not part of the download: its toolkit makes them. A path is looked up in
 * FOLDER, and where it is absolute, as it is. The README does not say whether ordinals begin at 0 or at 1: both are
 * accepted, where they have no gaps.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { BenchmarkDataError, listFiles, readText } from './page-streams.ts';
import type { PageStream } from './page-streams.ts';

const packetSchema = z.object({
  doc_id: z.string(),
  total_pages: z.int().min(1),
  subdocuments: z.array(
    z.object({
      page_ordinals: z.array(z.int().min(0)),
      pages: z.array(z.object({ image_path: z.string() })),
    }),
  ),
});

/** @throws BenchmarkDataError */
export async function readDocSplit(folder: string): Promise<PageStream[]> {
  const packets = (await listFiles(folder, '.json')).filter((path) =>
    /(?:^|[/\\])ground_truth_json[/\\]test[/\\][^/\\]+$/u.test(path),
  );
  if (packets.length === 0) throw new BenchmarkDataError(folder, 'there is no ground_truth_json/test/*.json below it');
  return Promise.all(packets.map((path) => readPacket(folder, join(folder, path))));
}

async function readPacket(folder: string, path: string): Promise<PageStream> {
  const { doc_id: name, total_pages: total, subdocuments } = parsePacket(await readText(path), path);
  const pages = subdocuments.flatMap(({ page_ordinals: ordinals, pages: of }, document) => {
    if (ordinals.length !== of.length)
      throw new BenchmarkDataError(path, `subdocument ${document + 1} has other numbers of page_ordinals and pages`);
    return of.map(({ image_path: image }, at) => ({ ordinal: ordinals[at] ?? 0, image, document: String(document) }));
  });
  pages.sort((a, b) => a.ordinal - b.ordinal);
  const first = pages[0]?.ordinal ?? 0;
  if (pages.length !== total || first > 1 || pages.some(({ ordinal }, at) => ordinal !== first + at))
    throw new BenchmarkDataError(path, `page_ordinals are not the ${total} pages of the packet, each once`);
  return {
    name,
    documents: pages.map(({ document }) => document),
    files: pages.map(({ image }) => {
      const content = isAbsolute(image) ? image : join(folder, image);
      if (!existsSync(content)) throw new BenchmarkDataError(path, `there is no image ${content}`);
      return { key: image, content };
    }),
  };
}

function parsePacket(text: string, path: string): z.infer<typeof packetSchema> {
  try {
    return packetSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new BenchmarkDataError(path, 'it is not a packet with doc_id, total_pages and subdocuments', {
      cause: error,
    });
  }
}
