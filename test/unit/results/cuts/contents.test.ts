import { readFile, stat } from 'node:fs/promises';
import { degrees, PDFString } from '@cantoo/pdf-lib';
import type { PDFRef } from '@cantoo/pdf-lib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DocumentUnreadableError } from '../../../../core/errors.ts';
import { run as cutPdfs } from '../../../../core/results/jobs/cut-pdfs.ts';
import { asFile, difference, allTextOf, loadPdf, newPath, renderPage, silent, textOf } from '../../drawing/read-pdf.ts';
import { name, drawPages, cut, drawForm, addAnnotation } from './cut.ts';

describe('A cut of a PDF', () => {
  it('contains the requested pages, in their order, and nothing of the others', async () => {
    const path = await cut(await drawPages(6), [2, 3]);
    expect((await loadPdf(path)).getPageCount()).toBe(2);
    expect(await textOf(path, 1)).toBe('page 2 secret-2');
    expect(await textOf(path, 2)).toBe('page 3 secret-3');
    expect(await allTextOf(path)).not.toMatch(/secret-[1456]/);
  });

  it('makes several cuts of one file', async () => {
    const path = await asFile(await (await drawPages(5)).save());
    const cuts = [[1, 2], [3], [4, 5]].map((pages) => ({ pages, outPath: newPath('cut.pdf') }));
    expect(await cutPdfs({ path, kind: 'pdf', pageCount: 5, cuts }, silent)).toEqual({ cut: 3 });
    expect(await Promise.all(cuts.map(({ outPath }) => textOf(outPath, 1)))).toEqual([
      'page 1 secret-1',
      'page 3 secret-3',
      'page 4 secret-4',
    ]);
  });

  it('has the same bytes for the same pages, whenever they are cut', async () => {
    const bytes = await (await drawPages(3)).save();
    const cutOn = async (day: string): Promise<Buffer> => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(day) });
      return readFile(await cut(bytes, [2]));
    };
    onTestFinished(() => void vi.useRealTimers());
    expect(await cutOn('2026-11-30')).toEqual(await cutOn('2027-02-28'));
  });

  it('keeps rotation, boxes and inherited attributes', async () => {
    const pdf = await drawPages(3);
    const page = pdf.getPage(1);
    page.setRotation(degrees(90));
    page.setCropBox(20, 30, 200, 300);
    page.node.delete(name('MediaBox'));
    pdf.catalog.Pages().set(name('MediaBox'), pdf.context.obj([0, 0, 320, 420]));
    const copy = (await loadPdf(await cut(pdf, [2]))).getPage(0);
    expect(copy.getRotation().angle).toBe(90);
    expect(copy.getCropBox()).toEqual({ x: 20, y: 30, width: 200, height: 300 });
    expect(copy.getMediaBox()).toEqual({ x: 0, y: 0, width: 320, height: 420 });
  });

  it('renders like the original page', async () => {
    const pdf = await drawPages(2);
    pdf.getPage(1).drawRectangle({ x: 50, y: 50, width: 100, height: 80 });
    const path = await asFile(await pdf.save());
    const outPath = newPath('cut.pdf');
    await cutPdfs({ path, kind: 'pdf', cuts: [{ pages: [2], outPath }] }, silent);
    expect(difference(await renderPage(path, 2, 200), await renderPage(outPath, 1, 200))).toBe(0);
  });

  it('contains only the images that its page draws, although all pages share one resource dictionary', async () => {
    const pdf = await drawPages(3);
    const pictures = [1, 2, 3].map((number) =>
      pdf.context.register(
        pdf.context.flateStream(Buffer.alloc(30_000, `picture-of-${number} `), {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: [0, 0, 9, 9],
          Resources: {},
        }),
      ),
    );
    const shared = pdf.context.register(
      pdf.context.obj({ XObject: Object.fromEntries(pictures.map((ref, index) => [`P${index + 1}`, ref])) }),
    );
    for (const [index, page] of pdf.getPages().entries()) {
      page.node.set(name('Resources'), shared);
      page.node.set(name('Contents'), pdf.context.register(pdf.context.stream(`q /P${index + 1} Do Q`)));
    }
    const everything = await allTextOf(await cut(pdf, [2]));
    expect(everything).toContain('picture-of-2');
    expect(everything).not.toMatch(/picture-of-[13]/);
  });

  it('contains the default colour spaces of its page and of its forms, which no name refers to, and no other ones', async () => {
    const pdf = await drawPages(1);
    const spaces = (owner: string) =>
      Object.fromEntries(
        ['DefaultGray', 'DefaultRGB', 'DefaultCMYK', 'Unused'].map((space) => [
          space,
          pdf.context.register(pdf.context.obj(['ICCBased', PDFString.of(`${space}-of-${owner}`)])),
        ]),
      );
    const form = drawForm(pdf, '1 0 0 rg 0 0 5 5 re f', { Resources: { ColorSpace: spaces('form') } });
    const { node } = pdf.getPage(0);
    node.set(name('Resources'), pdf.context.obj({ ColorSpace: spaces('page'), XObject: { Form: form } }));
    node.set(name('Contents'), pdf.context.register(pdf.context.stream('0 0 1 rg 0 0 50 50 re f /Form Do')));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything.match(/\w+-of-\w+/g)?.sort()).toEqual(
      ['DefaultCMYK', 'DefaultGray', 'DefaultRGB'].flatMap((space) => [`${space}-of-form`, `${space}-of-page`]),
    );
  });

  it('contains images that are named only in a form without its own resources', async () => {
    const pdf = await drawPages(1);
    const inner = drawForm(pdf, '0 0 5 5 re f % inner-picture', { Resources: {} });
    const outer = drawForm(pdf, '/Inner Do');
    pdf.getPage(0).node.set(name('Resources'), pdf.context.obj({ XObject: { Outer: outer, Inner: inner } }));
    pdf.getPage(0).node.set(name('Contents'), pdf.context.register(pdf.context.stream('/Outer Do')));
    expect(await allTextOf(await cut(pdf, [1]))).toContain('inner-picture');
  });

  it('contains what a form inside a form draws with the resources of the page, and nothing that has its name only', async () => {
    const pdf = await drawPages(1);
    const picture = (what: string): PDFRef => drawForm(pdf, `0 0 5 5 re f % ${what}-picture`, { Resources: {} });
    const inner = drawForm(pdf, '/Shared Do /Own Do');
    const outer = drawForm(pdf, '/Inner Do', { Resources: { XObject: { Inner: inner, Own: picture('own') } } });
    const { node } = pdf.getPage(0);
    node.set(
      name('Resources'),
      pdf.context.obj({ XObject: { Outer: outer, Shared: picture('shared'), Own: picture('foreign') } }),
    );
    node.set(name('Contents'), pdf.context.register(pdf.context.stream('/Outer Do')));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('shared-picture');
    expect(everything).toContain('own-picture');
    expect(everything).not.toContain('foreign-picture');
  });

  it('contains what a tiling pattern without its own resources draws', async () => {
    const pdf = await drawPages(1);
    const picture = drawForm(pdf, '0 0 5 5 re f % tile-picture', { Resources: {} });
    const pattern = pdf.context.register(
      pdf.context.stream('/Tile Do', {
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: [0, 0, 9, 9],
        XStep: 9,
        YStep: 9,
      }),
    );
    const { node } = pdf.getPage(0);
    node.set(name('Resources'), pdf.context.obj({ Pattern: { P: pattern }, XObject: { Tile: picture } }));
    node.set(name('Contents'), pdf.context.register(pdf.context.stream('/Pattern cs /P scn 0 0 90 90 re f')));
    expect(await allTextOf(await cut(pdf, [1]))).toContain('tile-picture');
  });

  it('contains what the appearance of a stamp draws with the resources of the page', async () => {
    const pdf = await drawPages(1);
    const [used, unused] = ['used', 'unused'].map((what) =>
      drawForm(pdf, `0 0 100 100 re f % ${what}-picture`, { BBox: [0, 0, 100, 100], Resources: {} }),
    );
    if (used === undefined || unused === undefined) throw new Error('no pictures');
    const looks = drawForm(pdf, '/Used Do', { BBox: [0, 0, 100, 100] });
    const page = pdf.getPage(0);
    addAnnotation(pdf, page, { Subtype: 'Stamp', F: 4, Rect: [50, 50, 250, 250], AP: { N: { On: looks } }, AS: 'On' });
    page.node.set(name('Resources'), pdf.context.obj({ XObject: { Used: used, Unused: unused } }));
    page.node.set(name('Contents'), pdf.context.register(pdf.context.stream('q Q')));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('used-picture');
    expect(everything).not.toContain('unused-picture');
  });

  it('contains images whose names have bytes that are white space in Unicode, but not in PDF', async () => {
    const pdf = await drawPages(1);
    const pictures = ['first', 'second'].map((what) =>
      drawForm(pdf, `0 0 5 5 re f % ${what}-picture`, { Resources: {} }),
    );
    pdf
      .getPage(0)
      .node.set(
        name('Resources'),
        pdf.context.obj({ XObject: { 'Im#C3#A0': pictures[0] ?? null, 'Im#0B2': pictures[1] ?? null } }),
      );
    pdf
      .getPage(0)
      .node.set(
        name('Contents'),
        pdf.context.register(pdf.context.stream(Buffer.from('/Im\xc3\xa0 Do /Im\x0b2 Do', 'latin1'))),
      );
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('first-picture');
    expect(everything).toContain('second-picture');
  });

  it('contains images that are named only in a soft mask without its own resources', async () => {
    const pdf = await drawPages(1);
    const inner = drawForm(pdf, '0 0 5 5 re f % masking-picture', { Resources: {} });
    const mask = drawForm(pdf, '/Inner Do', { Group: { S: 'Transparency' } });
    pdf
      .getPage(0)
      .node.set(
        name('Resources'),
        pdf.context.obj({ XObject: { Inner: inner }, ExtGState: { Masked: { SMask: { S: 'Luminosity', G: mask } } } }),
      );
    pdf.getPage(0).node.set(name('Contents'), pdf.context.register(pdf.context.stream('/Masked gs 0 0 100 100 re f')));
    expect(await allTextOf(await cut(pdf, [1]))).toContain('masking-picture');
  });

  it('keeps the settings of its layers, so that hidden ones stay hidden', async () => {
    const pdf = await drawPages(2);
    const [used, other] = ['Hidden layer', 'Layer of another page'].map((title) =>
      pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: PDFString.of(title) })),
    );
    if (used === undefined || other === undefined) throw new Error('no layers');
    pdf.catalog.set(name('OCProperties'), pdf.context.obj({ OCGs: [used, other], D: { OFF: [used, other] } }));
    pdf.getPage(0).node.set(name('Resources'), pdf.context.obj({ Properties: { Layer: used } }));
    pdf
      .getPage(0)
      .node.set(name('Contents'), pdf.context.register(pdf.context.stream('/OC /Layer BDC 0 0 200 200 re f EMC')));
    const path = await cut(pdf, [1]);
    expect((await renderPage(path, 1, 100)).data.every((value) => value === 255)).toBe(true);
    expect(await allTextOf(path)).not.toContain('Layer of another page');
  });

  it('has no settings of layers where the file has none, because viewers show all layers then', async () => {
    const pdf = await drawPages(1);
    const layer = pdf.context.register(pdf.context.obj({ Type: 'OCG', Name: PDFString.of('Background') }));
    const without = pdf.context.obj({ Type: 'OCMD', OCGs: [layer], P: 'AllOff' });
    pdf.getPage(0).node.set(name('Resources'), pdf.context.obj({ Properties: { Layer: without } }));
    pdf
      .getPage(0)
      .node.set(name('Contents'), pdf.context.register(pdf.context.stream('/OC /Layer BDC 0 0 200 200 re f EMC')));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('Background');
    expect(everything).not.toContain('OCProperties');
  });
});

describe('A damaged or encrypted file', () => {
  it('is cut in spite of wrong cross-references', async () => {
    const bytes = Buffer.from(await (await drawPages(3)).save({ useObjectStreams: false }));
    const damaged = Buffer.from(bytes.toString('latin1').replace(/startxref\s+\d+/, 'startxref\n7'), 'latin1');
    const path = await cut(damaged, [2], 3);
    expect(await textOf(path, 1)).toBe('page 2 secret-2');
  });

  it('is cut if it is encrypted with an empty password', async () => {
    const pdf = await drawPages(3);
    pdf.encrypt({ userPassword: '', ownerPassword: 'owner' });
    const path = await cut(await pdf.save(), [3], 3);
    expect(await textOf(path, 1)).toBe('page 3 secret-3');
    expect((await loadPdf(path)).isEncrypted).toBe(false);
  });

  it('is rejected with a named error if no engine can cut it', async () => {
    await expect(cut(Buffer.from('%PDF-1.7\nnothing else'), [1])).rejects.toThrow(DocumentUnreadableError);
  });
});

it('a cut of one page of a hundred contains only what that page needs', async () => {
  const pdf = await drawPages(100);
  const whole = await pdf.save();
  const { size } = await stat(await cut(whole, [50], 100));
  expect(size).toBeLessThan(2_000);
});
