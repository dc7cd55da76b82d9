/** Reads a file of JSON Lines line by line. */
import { createReadStream } from 'node:fs';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Yields the lines of a file in UTF-8. They end at a line feed alone: `node:readline` also ends them at U+2028 and U+2029,
 * which may stand in JSON strings.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: CHUNK_BYTES })) {
    const lines = `${rest}${chunk as string}`.split('\n'); // a stream with an encoding yields strings
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
