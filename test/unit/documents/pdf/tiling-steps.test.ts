import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib';
import { PDFName } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { PdfReader } from '../../../../core/documents/pdf/pdf-reader.ts';
import { widenTinySteps } from '../../../../core/documents/pdf/tiling-steps.ts';
import { drawPdf } from '../../drawing/draw-upload.ts';

/** Fills the page with a pattern: black boxes of 50 × 50 points in tiles of 100 × 100. */
const withPattern =
  (xStep: number, yStep: number) =>
  (page: PDFPage, { context }: PDFDocument): Promise<void> => {
    const members = { Type: 'Pattern', PatternType: 1, PaintType: 1, TilingType: 1, Resources: {} };
    const box = { BBox: [0, 0, 100, 100], XStep: xStep, YStep: yStep };
    const pattern = context.register(context.stream('0 g 0 0 50 50 re f', { ...members, ...box }));
    page.node.normalizedEntries().Resources.set(PDFName.of('Pattern'), context.obj({ P0: pattern }));
    page.node.addContentStream(context.register(context.stream('/Pattern cs /P0 scn 0 0 600 850 re f')));
    return Promise.resolve();
  };

const blackShareOf = async (pdf: Uint8Array): Promise<number> => {
  const reader = await PdfReader.open(pdf);
  const { data } = await reader.render(1, { width: 300, height: 425 }, 1);
  return data.filter((level) => level < 128).length / data.length;
};

describe('A page with a tiling pattern', () => {
  it('whose vertical step is nearly zero is drawn as if its tiles were one below the other', async () => {
    const drawn = await drawPdf(withPattern(100, -1.175e-38));
    expect(await blackShareOf(drawn)).toBeCloseTo(await blackShareOf(await drawPdf(withPattern(100, 100))), 2);
  });

  it('whose horizontal step is nearly zero is drawn as if its tiles were side by side', async () => {
    const drawn = await drawPdf(withPattern(1e-12, 100));
    expect(await blackShareOf(drawn)).toBeCloseTo(0.25, 1);
  });

  it('whose steps are larger than a thousandth of the tile is read as it is', async () => {
    const drawn = await drawPdf(withPattern(100, 0.5));
    expect(widenTinySteps(drawn)).toBe(drawn);
  });

  it('keeps the length of its file, also where the step has a single digit', async () => {
    const drawn = await drawPdf(withPattern(100, 0));
    expect(widenTinySteps(drawn)).toHaveLength(drawn.length);
    expect(Buffer.from(widenTinySteps(drawn)).toString('latin1')).toContain('/YStep 9');
  });
});

describe('A file that is no pattern', () => {
  it.each(['', '/XStep', 'obj << /XStep 0 /BBox [0 0 9', 'obj << /XStep /BBox [0 0 9000 9] >>', '1 0 obj 5 /XStep 0'])(
    'is unchanged: %j',
    (text) => {
      const bytes = Buffer.from(text, 'latin1');
      expect(widenTinySteps(bytes)).toBe(bytes);
    },
  );
});
