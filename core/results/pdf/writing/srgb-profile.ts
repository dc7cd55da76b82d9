/**
 * Builds an ICC profile of sRGB (IEC 61966-2-1; ICC.1, version 2.1), which is not subject to any licence: the primaries
 * of the standard adapted to D50, and its tone curve as a table.
 */

/** Columns of the sRGB matrix, adapted to D50 by the Bradford transform. */
const PRIMARIES = {
  rXYZ: [0.4360747, 0.2225045, 0.0139322],
  gXYZ: [0.3850649, 0.7168786, 0.0971045],
  bXYZ: [0.1430804, 0.0606169, 0.7141733],
} as const;
const D50 = [0.9642, 1, 0.8249] as const;
const CURVE_POINTS = 1024;

const SRGB_LINEAR_BELOW = 0.04045;
const toLinear = (value: number): number =>
  value <= SRGB_LINEAR_BELOW ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

/** @returns the bytes of the profile, which are deterministic */
export function srgbProfile(): Buffer {
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', description('sRGB IEC61966-2.1')],
    ['cprt', text('Written by Tearline. No rights reserved (CC0-1.0).')],
    ['wtpt', xyz(D50)],
    ...Object.entries(PRIMARIES).map(([tag, value]) => [tag, xyz(value)] as const),
    ['rTRC', curve()],
  ];
  return assemble(tags);
}

function assemble(tags: readonly (readonly [string, Buffer])[]): Buffer {
  const shared = ['gTRC', 'bTRC'];
  const count = tags.length + shared.length;
  const table = Buffer.alloc(4 + 12 * count);
  table.writeUInt32BE(count);
  let offset = 128 + table.length;
  const rows = tags.map(([tag, data]) => {
    const row = { tag, offset, size: data.length };
    offset += data.length + (-data.length & 3);
    return row;
  });
  const curveRow = rows.find(({ tag }) => tag === 'rTRC');
  for (const tag of shared) if (curveRow !== undefined) rows.push({ ...curveRow, tag });
  rows.forEach((row, index) => {
    table.write(row.tag, 4 + index * 12, 'latin1');
    table.writeUInt32BE(row.offset, 8 + index * 12);
    table.writeUInt32BE(row.size, 12 + index * 12);
  });
  const data = tags.map(([, bytes]) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]));
  return Buffer.concat([header(offset), table, ...data]);
}

function header(size: number): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.writeUInt32BE(size);
  bytes.writeUInt32BE(0x02100000, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  [2026, 1, 1, 0, 0, 0].forEach((part, index) => bytes.writeUInt16BE(part, 24 + index * 2));
  bytes.write('acsp', 36, 'latin1');
  fixed(D50).copy(bytes, 68);
  return bytes;
}

/** Encodes numbers in 16.16 fixed point (s15Fixed16Number). */
const fixed = (values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeInt32BE(Math.round(value * 65536), index * 4));
  return bytes;
};

const tagged = (type: string, data: Buffer): Buffer => Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), data]);
const xyz = (values: readonly number[]): Buffer => tagged('XYZ ', fixed(values));
const text = (value: string): Buffer => tagged('text', Buffer.from(`${value}\0`, 'latin1'));

/** textDescriptionType: an ASCII text, followed by empty Unicode and Macintosh texts. */
function description(value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length + 1);
  return tagged('desc', Buffer.concat([length, Buffer.from(`${value}\0`, 'latin1'), Buffer.alloc(4 + 4 + 2 + 1 + 67)]));
}

function curve(): Buffer {
  const bytes = Buffer.alloc(4 + CURVE_POINTS * 2);
  bytes.writeUInt32BE(CURVE_POINTS);
  for (let index = 0; index < CURVE_POINTS; index += 1)
    bytes.writeUInt16BE(Math.round(toLinear(index / (CURVE_POINTS - 1)) * 65535), 4 + index * 2);
  return tagged('curv', bytes);
}
