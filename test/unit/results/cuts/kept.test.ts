import { PDFArray, PDFDict, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { loadPdf } from '../../drawing/read-pdf.ts';
import { name, drawPages, cut, addAnnotation, annotationsOf } from './cut.ts';

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
