/** The kinds of damage by name. */
import { OFFICE_SCANNER, scanned, type Damage, type MakeScan } from './damage.ts';
import { curledPhotograph, tiltedCurledPhotograph } from './curled-photograph.ts';
import { ACROSS_DPI, fax } from './fax.ts';
import { photograph, tiltedPhotograph } from './photograph.ts';
import { bleedThrough, colouredPaper, dotMatrix, greyBands, lightGrey, thermal, whiteOnBlack } from './print.ts';
import { scannerBorders } from './scanner-borders.ts';
import { stamps } from './stamps.ts';
import { askew, turned } from './turned.ts';

const atOfficeResolution = (scan: MakeScan): Damage => ({ scan, dpi: OFFICE_SCANNER.dpi });

export const DAMAGE = {
  plain: scanned(OFFICE_SCANNER),
  'white-on-black': atOfficeResolution(whiteOnBlack),
  'light-grey': atOfficeResolution(lightGrey),
  'coloured-paper': atOfficeResolution(colouredPaper),
  stamps: atOfficeResolution(stamps),
  'dot-matrix': atOfficeResolution(dotMatrix),
  thermal: atOfficeResolution(thermal),
  fax: { scan: fax, dpi: ACROSS_DPI },
  '150-dpi': scanned({ ...OFFICE_SCANNER, dpi: 150 }),
  '100-dpi': scanned({ ...OFFICE_SCANNER, dpi: 100 }),
  'jpeg-30': scanned({ ...OFFICE_SCANNER, quality: 30 }),
  'bleed-through': atOfficeResolution(bleedThrough),
  'scanner-borders': atOfficeResolution(scannerBorders),
  photograph: { scan: photograph, dpi: null },
  'grey-bands': atOfficeResolution(greyBands),
  'askew-5': atOfficeResolution(askew(5)),
  'askew-10': atOfficeResolution(askew(10)),
  'askew-15': atOfficeResolution(askew(15)),
  'tilted-photograph': { scan: tiltedPhotograph, dpi: null },
  'curled-photograph': { scan: curledPhotograph, dpi: null },
  'tilted-curled-photograph': { scan: tiltedCurledPhotograph, dpi: null },
  turned: atOfficeResolution(turned),
} as const satisfies Readonly<Record<string, Damage>>;

export type DamageName = keyof typeof DAMAGE;

export const DAMAGE_NAMES = Object.keys(DAMAGE) as DamageName[];
