import { readFile, stat } from 'node:fs/promises';
import {
  degrees,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { PDFObject, PDFPage, PDFRef } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { DocumentUnreadableError } from '../../../core/errors.ts';
import { run as cutPdfs } from '../../../core/results/jobs/cut-pdfs.ts';
import { asFile, difference, allTextOf, loadPdf, newPath, renderPage, silent, textOf } from '../drawing/read-pdf.ts';

const name = (value: string): PDFName => PDFName.of(value);

/** A document with the text "page n secret-n" on page n. */
async function drawPages(count: number): Promise<PDFDocument> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= count; page += 1)
    pdf.addPage([300, 400]).drawText(`page ${page} secret-${page}`, { x: 40, y: 300, size: 20, font });
  return pdf;
}

async function cut(pdf: PDFDocument | Uint8Array, pages: readonly number[], pageCount?: number): Promise<string> {
  const path = await asFile(pdf instanceof Uint8Array ? pdf : await pdf.save());
  const outPath = newPath('cut.pdf');
  await cutPdfs(
    { path, kind: 'pdf', cuts: [{ pages, outPath }], ...(pageCount !== undefined && { pageCount }) },
    silent,
  );
  return outPath;
}

type Literal = string | number | null | PDFObject | Literal[] | { [name: string]: Literal };

/** A form XObject (ISO 32000-2, 8.10); without `Resources` it draws with those of its page. */
const drawForm = (pdf: PDFDocument, contents: string, members: Record<string, Literal> = {}): PDFRef =>
  pdf.context.register(
    pdf.context.stream(contents, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], ...members }),
  );

function addAnnotation(pdf: PDFDocument, page: PDFPage, members: Readonly<Record<string, Literal>>): PDFRef {
  const ref = pdf.context.register(pdf.context.obj({ Type: 'Annot', Rect: [10, 10, 60, 30], ...members }));
  page.node.addAnnot(ref);
  return ref;
}

const annotationsOf = (pdf: PDFDocument, page = 0): PDFDict[] => {
  const list = pdf.getPage(page).node.Annots();
  return Array.from({ length: list?.size() ?? 0 }, (_, index) => list?.lookup(index, PDFDict)).filter(
    (one) => one !== undefined,
  );
};

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

  it('has the same bytes for the same pages', async () => {
    const bytes = await (await drawPages(3)).save();
    expect(await readFile(await cut(bytes, [2]))).toEqual(await readFile(await cut(bytes, [2])));
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

describe('A cut leaves out', () => {
  it('scripts, actions, attachments, outlines, XFA and the structure tree of the document', async () => {
    const pdf = await drawPages(2);
    pdf.addJavaScript('onOpen', 'app.alert("document-script")');
    await pdf.attach(Buffer.from('attached-bytes'), 'attached.txt');
    pdf.catalog.set(name('OpenAction'), pdf.context.obj({ S: 'JavaScript', JS: PDFString.of('open-script') }));
    pdf.catalog.set(name('AA'), pdf.context.obj({ WC: { S: 'JavaScript', JS: PDFString.of('close-script') } }));
    pdf.catalog.set(name('AcroForm'), pdf.context.obj({ Fields: [], XFA: PDFString.of('xfa-form') }));
    pdf.catalog.set(
      name('Outlines'),
      pdf.context.obj({
        Type: 'Outlines',
        First: { Title: PDFString.of('outline-title'), Dest: [pdf.getPage(1).ref, 'Fit'] },
      }),
    );
    const tree = pdf.context.register(
      pdf.context.obj({
        Type: 'StructTreeRoot',
        K: [{ Type: 'StructElem', Alt: PDFString.of('alternate-text'), Pg: pdf.getPage(1).ref }],
      }),
    );
    pdf.catalog.set(name('StructTreeRoot'), tree);
    pdf.getPage(0).node.set(name('StructParents'), PDFNumber.of(0));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).not.toMatch(
      /script|JavaScript|attached|OpenAction|AA|XFA|xfa|outline|StructTree|alternate|secret-2/,
    );
  });

  it('scripts, threads and private data of the page', async () => {
    const pdf = await drawPages(2);
    const { node } = pdf.getPage(0);
    const bead = pdf.context.register(
      pdf.context.obj({ Type: 'Bead', P: pdf.getPage(1).ref, T: { Title: PDFString.of('thread-title') } }),
    );
    node.set(name('B'), pdf.context.obj([bead]));
    node.set(name('AA'), pdf.context.obj({ O: { S: 'JavaScript', JS: PDFString.of('page-script') } }));
    node.set(name('PieceInfo'), pdf.context.obj({ Editor: { Private: PDFString.of('whole-original') } }));
    expect(await allTextOf(await cut(pdf, [1]))).not.toMatch(/page-script|thread-title|whole-original|secret-2/);
  });

  it('the pages to which its links lead, and these links: dead links crash some readers', async () => {
    const pdf = await drawPages(3);
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', Dest: [pdf.getPage(2).ref, name('Fit')] });
    addAnnotation(pdf, pdf.getPage(0), {
      Subtype: 'Link',
      A: {
        S: 'GoTo',
        D: [pdf.getPage(2).ref, name('Fit')],
        Next: { S: 'JavaScript', JS: PDFString.of('next-script') },
      },
    });
    const path = await cut(pdf, [1, 2]);
    expect(annotationsOf(await loadPdf(path))).toHaveLength(0);
    expect(await allTextOf(path)).not.toMatch(/secret-3|next-script|Link/);
  });

  it('the reference of a reply to a dead link', async () => {
    const pdf = await drawPages(2);
    const link = addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', Dest: [pdf.getPage(1).ref, name('Fit')] });
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Text', Contents: PDFString.of('reply'), IRT: link });
    const [reply, ...others] = annotationsOf(await loadPdf(await cut(pdf, [1])));
    expect([reply?.lookup(name('Contents'), PDFString).asString(), reply?.has(name('IRT')), others]).toEqual([
      'reply',
      false,
      [],
    ]);
  });

  it.each([PDFString.of('javascript:base-script'), PDFString.of('shop/base-script'), name('base-script')])(
    'a base address that is none of the web: %s',
    async (base) => {
      const pdf = await drawPages(1);
      pdf.catalog.set(name('URI'), pdf.context.obj({ Base: base }));
      expect(await allTextOf(await cut(pdf, [1]))).not.toContain('base-script');
    },
  );

  it('links that run scripts or programs', async () => {
    const pdf = await drawPages(1);
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', A: { S: 'JavaScript', JS: PDFString.of('link-script') } });
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', A: { S: 'Launch', F: PDFString.of('program.exe') } });
    addAnnotation(pdf, pdf.getPage(0), {
      Subtype: 'Link',
      A: { S: 'URI', URI: PDFString.of('javascript:address-script') },
    });
    const path = await cut(pdf, [1]);
    expect(annotationsOf(await loadPdf(path))).toHaveLength(0);
    expect(await allTextOf(path)).not.toMatch(/script|program/);
  });

  it('the fonts of the form that no field on its pages uses', async () => {
    const pdf = await drawPages(2);
    const [written, other, standard] = ['written', 'other', 'standard'].map((what) =>
      pdf.context.register(
        pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Note: PDFString.of(`${what}-font`) }),
      ),
    );
    if (written === undefined || other === undefined || standard === undefined) throw new Error('no fonts');
    const fields = pdf.getPages().map((page, index) =>
      addAnnotation(pdf, page, {
        Subtype: 'Widget',
        FT: 'Tx',
        T: PDFString.of(`field-${index}`),
        DA: PDFString.of(`/${index === 0 ? 'Written' : 'Other'} 9 Tf`),
      }),
    );
    pdf.catalog.set(
      name('AcroForm'),
      pdf.context.obj({
        Fields: fields,
        DA: PDFString.of('/Standard 0 Tf 0 g'),
        DR: { Font: { Written: written, Other: other, Standard: standard } },
      }),
    );
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('written-font');
    expect(everything).toContain('standard-font');
    expect(everything).not.toContain('other-font');
  });

  it('the pictures of the form, whose resources may be those of all pages', async () => {
    const pdf = await drawPages(2);
    const font = pdf.context.register(pdf.context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' }));
    const picture = drawForm(pdf, '0 0 5 5 re f % picture-of-2');
    const field = addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Widget', FT: 'Tx', T: PDFString.of('amount') });
    const form = { Fields: [field], DR: { Font: { Helv: font }, XObject: { Picture: picture } } };
    for (const appearance of [PDFString.of('/Helv 9 Tf'), PDFHexString.of('2f48656c7620392054660a')]) {
      pdf.catalog.set(name('AcroForm'), pdf.context.obj({ ...form, DA: appearance }));
      const everything = await allTextOf(await cut(pdf, [1]));
      expect(everything).toContain('Helvetica');
      expect(everything).not.toContain('picture-of-2');
    }
  });

  it('the widgets of a form field on other pages', async () => {
    const pdf = await drawPages(2);
    const field = pdf.context.nextRef();
    const kids = [0, 1].map((index) =>
      addAnnotation(pdf, pdf.getPage(index), {
        Subtype: 'Widget',
        Parent: field,
        TU: PDFString.of(`widget-of-${index + 1}`),
        AA: { K: { S: 'JavaScript', JS: PDFString.of('key-script') } },
      }),
    );
    pdf.context.assign(
      field,
      pdf.context.obj({ FT: 'Tx', T: PDFString.of('amount'), V: PDFString.of('12.50'), Kids: kids }),
    );
    pdf.catalog.set(name('AcroForm'), pdf.context.obj({ Fields: [field], CO: [field] }));
    const path = await cut(pdf, [1]);
    const everything = await allTextOf(path);
    expect(everything).not.toMatch(/widget-of-2|secret-2|script/);
    expect((await loadPdf(path)).getForm().getTextField('amount').getText()).toBe('12.50');
  });

  it('the signature, which a cut invalidates, but not its appearance', async () => {
    const pdf = await drawPages(1);
    const looks = drawForm(pdf, '0 0 9 9 re f % signature-looks');
    const widget = addAnnotation(pdf, pdf.getPage(0), {
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('sign'),
      AP: { N: looks },
      V: { Type: 'Sig', Contents: PDFHexString.of('c0ffee') },
    });
    pdf.catalog.set(name('AcroForm'), pdf.context.obj({ Fields: [widget], SigFlags: 3 }));
    const everything = await allTextOf(await cut(pdf, [1]));
    expect(everything).toContain('signature-looks');
    expect(everything).not.toMatch(/c0ffee|SigFlags/);
  });
});

describe('A cut keeps', () => {
  it('notes, and links to the web', async () => {
    const pdf = await drawPages(1);
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Text', Contents: PDFString.of('please check') });
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('https://example.org/') } });
    const [note, link] = annotationsOf(await loadPdf(await cut(pdf, [1])));
    expect(note?.lookup(name('Contents'), PDFString).asString()).toBe('please check');
    expect(link?.lookup(name('A'), PDFDict).lookup(name('URI'), PDFString).asString()).toBe('https://example.org/');
  });

  it('the base address of relative links', async () => {
    const pdf = await drawPages(1);
    pdf.catalog.set(name('URI'), pdf.context.obj({ Base: PDFString.of('https://example.org/shop/') }));
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Link', A: { S: 'URI', URI: PDFString.of('terms.html') } });
    const copy = await loadPdf(await cut(pdf, [1]));
    expect(annotationsOf(copy)[0]?.lookup(name('A'), PDFDict).lookup(name('URI'), PDFString).asString()).toBe(
      'terms.html',
    );
    const base = copy.catalog.lookup(name('URI'), PDFDict).lookup(name('Base'), PDFString);
    expect(base.asString()).toBe('https://example.org/shop/');
  });

  it('links between its own pages, also those through names', async () => {
    const pdf = await drawPages(3);
    pdf.catalog.set(
      name('Names'),
      pdf.context.obj({ Dests: { Names: [PDFString.of('chapter'), [pdf.getPage(2).ref, name('XYZ'), 0, 400, null]] } }),
    );
    addAnnotation(pdf, pdf.getPage(1), { Subtype: 'Link', Dest: PDFString.of('chapter') });
    const copy = await loadPdf(await cut(pdf, [2, 3]));
    const [link] = annotationsOf(copy);
    expect(link?.lookup(name('Dest'), PDFArray).get(0)).toBe(copy.getPage(1).ref);
  });

  it('each annotation once where the same page stands twice in the file', async () => {
    const pdf = await drawPages(1);
    const [page] = pdf.getPages();
    if (page === undefined) throw new Error('no page');
    const field = addAnnotation(pdf, page, { Subtype: 'Widget', FT: 'Tx', T: PDFString.of('amount') });
    pdf.catalog.set(name('AcroForm'), pdf.context.obj({ Fields: [field] }));
    pdf.catalog.Pages().set(name('Kids'), pdf.context.obj([page.ref, page.ref]));
    pdf.catalog.Pages().set(name('Count'), PDFNumber.of(2));
    const copy = await loadPdf(await cut(pdf, [1, 2]));
    expect([annotationsOf(copy, 0).length, annotationsOf(copy, 1).length]).toEqual([1, 1]);
    expect(copy.catalog.lookup(name('AcroForm'), PDFDict).lookup(name('Fields'), PDFArray).size()).toBe(1);
  });

  it('a comment together with its popup and its reply', async () => {
    const pdf = await drawPages(1);
    const comment = addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Text', Contents: PDFString.of('first') });
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Popup', Parent: comment });
    addAnnotation(pdf, pdf.getPage(0), { Subtype: 'Text', Contents: PDFString.of('reply'), IRT: comment });
    const copy = annotationsOf(await loadPdf(await cut(pdf, [1])));
    expect(copy[1]?.lookup(name('Parent'), PDFDict)).toBe(copy[0]);
    expect(copy[2]?.lookup(name('IRT'), PDFDict)).toBe(copy[0]);
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
