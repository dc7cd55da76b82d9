/** Writes OpenType and TrueType font files (OpenType specification, "OpenType font file"). */

/** Builds a font file. @param tables tables by their tags of four characters */
export function fontFile(tables: Readonly<Record<string, Buffer>>): Buffer {
  const names = Object.keys(tables).sort();
  const directory = Buffer.alloc(12 + 16 * names.length);
  words16([1, 0, names.length, 64, 2, names.length * 16 - 64]).copy(directory);
  let offset = directory.length;
  const bodies = names.map((tag, index) => {
    const table = tables[tag] ?? Buffer.alloc(0);
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    directory.write(tag, 12 + index * 16, 'latin1');
    directory.writeUInt32BE(checksum(padded), 16 + index * 16);
    directory.writeUInt32BE(offset, 20 + index * 16);
    directory.writeUInt32BE(table.length, 24 + index * 16);
    offset += padded.length;
    return padded;
  });
  return Buffer.concat([directory, ...bodies]);
}

/** Encodes numbers as big-endian 16-bit words, negative ones in two's complement. */
export function words16(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => bytes.writeUInt16BE(value & 0xffff, index * 2));
  return bytes;
}

function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) sum = (sum + table.readUInt32BE(at)) >>> 0;
  return sum;
}
