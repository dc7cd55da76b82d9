/** The colour space in which a PDF shows the samples of a JPEG. */
import { deflateSync } from 'node:zlib';
import type { PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';

interface ColourSpace {
  readonly device: string;
  /** Signature in the header of a profile (ICC.1, 7.2.6). */
  readonly signature: string;
}

/** By the number of components. */
const SPACES: Readonly<Record<number, ColourSpace>> = {
  1: { device: 'DeviceGray', signature: 'GRAY' },
  3: { device: 'DeviceRGB', signature: 'RGB ' },
  4: { device: 'DeviceCMYK', signature: 'CMYK' },
};

/** Offsets in the header of a profile, in bytes (ICC.1, 7.2). */
const HEADER = { majorVersion: 8, deviceClass: 12, space: 16, file: 36, length: 128 } as const;
/** Classes of profiles that a PDF may have: of scanners, displays and printers, and of colour spaces. */
const DEVICE_CLASSES = new Set(['scnr', 'mntr', 'prtr', 'spac']);
/** PDF 1.7 allows profiles of ICC.1:2004, version 4.2. */
const MAX_MAJOR_VERSION = 4;
/** Profiles of printing presses have up to 3 MB; a larger one says nothing more about a document. */
const MAX_PROFILE_BYTES = 4 * 1024 * 1024;

/**
 * @param profile  in the JPEG; one that is damaged, or for another number of components, is not used
 * @returns undefined where PDF has no space with this number of components
 */
export const colourSpaceOf = (
  writer: PdfFileWriter,
  components: number,
  profile: Buffer | undefined,
): PdfValue | undefined => {
  const space = SPACES[components];
  if (space === undefined) return undefined;
  const device = name(space.device);
  if (profile === undefined || !isUsable(profile, space)) return device;
  const dict = dictOf({ N: components, Alternate: device, Filter: name('FlateDecode') });
  return [name('ICCBased'), writer.add(new PdfStream(dict, deflateSync(profile)))];
};

const isUsable = (profile: Buffer, { signature }: ColourSpace): boolean =>
  profile.length >= HEADER.length &&
  profile.length <= MAX_PROFILE_BYTES &&
  profile.readUInt8(HEADER.majorVersion) <= MAX_MAJOR_VERSION &&
  DEVICE_CLASSES.has(signatureAt(profile, HEADER.deviceClass)) &&
  signatureAt(profile, HEADER.space) === signature &&
  signatureAt(profile, HEADER.file) === 'acsp';

const signatureAt = (profile: Buffer, at: number): string => profile.toString('latin1', at, at + 4);
