import { PDFHexString, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { allTextOf, loadPdf } from '../../drawing/read-pdf.ts';
import { name, drawPages, cut, drawForm, addAnnotation, annotationsOf } from './cut.ts';

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
