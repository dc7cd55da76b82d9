/**
 * The annotations of the pages of a cut. What belongs to the page stays: notes, marks, stamps, links to the web or
 * within the cut, form fields with their values. What acts or leads out of it goes: links, scripts, actions, players,
 * signatures (which a cut breaks), and parts of a field that lie on other pages.
 */
import type { LinkTargets } from './link-targets.ts';
import type { ObjectCopier } from './object-copier.ts';
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import type { PdfDict, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, isArray, isDict, name, nameOf, PdfRef, PdfString } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { namesInContents } from './used-resources.ts';

const words = (text: string): string[] => text.split(/\s+/);

/** Members of form fields (ISO 32000-2, tables 226 to 231, 12.7.4) without actions and signature rules. */
const FIELD_MEMBERS = new Set(words('FT T TU TM Ff V DV DA Q DS RV MaxLen Opt TI I'));

/** Members of annotations (tables 166 to 192) without actions, players, and references to other annotations. */
const ANNOTATION_MEMBERS = new Set([
  ...words(
    'Type Subtype Rect Contents NM M F AP AS Border C OC Lang BM ca CA T RC CreationDate Subj RT IT Open Name State StateModel',
  ),
  ...words(
    'H QuadPoints BS BE DA Q CL RD LE L IC LL LLE LLO Cap CP Measure CO Vertices Path InkList RO Sy FS OverlayText Repeat FixedPrint MK DS',
  ),
  ...FIELD_MEMBERS,
]);

const DEEPEST_FIELD = 32;

export class AnnotationCopier {
  readonly #source: PdfFile;
  readonly #writer: PdfFileWriter;
  readonly #objects: ObjectCopier;
  readonly #targets: LinkTargets;
  /** Annotations of the cut: source object → copy. */
  readonly #kept = new Map<number, PdfRef>();
  readonly #fields = new Map<PdfDict, { readonly ref: PdfRef; readonly copy: PdfDict; readonly kids: PdfRef[] }>();
  readonly #roots: PdfRef[] = [];
  /** /DA of what was copied: how text is written into it. */
  readonly #appearances: PdfValue[] = [];

  constructor(source: PdfFile, writer: PdfFileWriter, objects: ObjectCopier, targets: LinkTargets) {
    this.#source = source;
    this.#writer = writer;
    this.#objects = objects;
    this.#targets = targets;
  }

  /** Says which annotations the cut has, before any of them is copied: they may refer to each other. */
  keep(annotations: PdfValue | undefined): void {
    for (const one of this.#listed(annotations)) {
      if (one instanceof PdfRef && isDict(this.#source.resolve(one)) && !this.#kept.has(one.number))
        this.#kept.set(one.number, this.#writer.reserve());
    }
  }

  /** @returns the page's /Annots in the cut; undefined where it has none */
  copy(annotations: PdfValue | undefined, page: PdfRef): PdfValue[] | undefined {
    const copies = this.#listed(annotations).flatMap((one) => {
      const dict = this.#source.dict(one);
      const ref = one instanceof PdfRef ? this.#kept.get(one.number) : this.#writer.reserve();
      if (dict === undefined || ref === undefined) return [];
      this.#writer.write(ref, this.#copyAnnotation(dict, ref, page));
      return [ref];
    });
    return copies.length === 0 ? undefined : copies;
  }

  /** @returns /AcroForm of the cut; undefined where it has no form fields */
  finishForm(): PdfDict | undefined {
    for (const { ref, copy, kids } of this.#fields.values()) this.#writer.write(ref, new Map(copy).set('Kids', kids));
    if (this.#roots.length === 0) return undefined;
    const form = this.#source.dict(this.#source.catalog().get('AcroForm')) ?? new Map<string, PdfValue>();
    return new Map([
      ...this.#objects.copyDict(this.#withFontsInUse(form), new Set(['DR', 'DA', 'Q', 'NeedAppearances'])),
      ['Fields', this.#roots],
    ]);
  }

  /** The form, with those fonts alone in its resources that text of its fields in this cut is written in; all where that cannot be told. */
  #withFontsInUse(form: PdfDict): PdfDict {
    const resources = this.#source.dict(form.get('DR'));
    const fonts = this.#source.dict(resources?.get('Font'));
    const written = [form.get('DA') ?? null, ...this.#appearances]
      .map((value) => this.#source.resolve(value))
      .filter((value) => value instanceof PdfString);
    if (
      resources === undefined ||
      fonts === undefined ||
      written.some(({ raw }) => raw.startsWith('<') || raw.includes('\\'))
    )
      return form;
    const names = new Set(written.flatMap(({ raw }) => namesInContents(raw)));
    return new Map(form).set(
      'DR',
      new Map(resources).set('Font', new Map(Array.from(fonts).filter(([font]) => names.has(font)))),
    );
  }

  #listed(annotations: PdfValue | undefined): readonly PdfValue[] {
    const list = this.#source.resolve(annotations);
    return isArray(list) ? list.filter((one) => !this.#leadsNowhere(one)) : [];
  }

  /** A link without a target would be left: no reader can follow it, and poppler's `pdfinfo -url` crashes on it. */
  #leadsNowhere(annotation: PdfValue): boolean {
    const dict = this.#source.dict(annotation);
    if (dict === undefined || nameOf(this.#source.resolve(dict.get('Subtype'))) !== 'Link') return false;
    return this.#targets.destinationOf(dict) === undefined && this.#targets.addressOf(dict) === undefined;
  }

  #copyAnnotation(source: PdfDict, ref: PdfRef, page: PdfRef): PdfDict {
    const isWidget = nameOf(this.#source.resolve(source.get('Subtype'))) === 'Widget';
    const copy = this.#objects.copyDict(
      source,
      isWidget && this.#isSignature(source) ? withoutValue : ANNOTATION_MEMBERS,
    );
    copy.set('P', page);
    this.#appearances.push(source.get('DA') ?? null);
    for (const key of ['Popup', 'IRT', ...(isWidget ? [] : ['Parent'])]) {
      const other = source.get(key);
      const kept = other instanceof PdfRef ? this.#kept.get(other.number) : undefined;
      if (kept !== undefined) copy.set(key, kept);
    }
    const destination = this.#targets.destinationOf(source);
    const address = this.#targets.addressOf(source);
    if (destination !== undefined) copy.set('Dest', destination);
    else if (address !== undefined) copy.set('A', dictOf({ S: name('URI'), URI: address }));
    if (isWidget) this.#attach(source, copy, ref);
    return copy;
  }

  /** Hangs a widget under a copy of its field, and that under its own parent, up to the form. */
  #attach(source: PdfDict, copy: PdfDict, ref: PdfRef): void {
    let [child, childRef, childCopy] = [source, ref, copy];
    for (let depth = 0; depth < DEEPEST_FIELD; depth += 1) {
      const parent = this.#source.dict(child.get('Parent'));
      if (parent === undefined || parent === child) break;
      const known = this.#fields.get(parent);
      const field = known ?? {
        ref: this.#writer.reserve(),
        copy: this.#objects.copyDict(parent, this.#isSignature(parent) ? withoutValue : FIELD_MEMBERS),
        kids: [],
      };
      childCopy.set('Parent', field.ref);
      field.kids.push(childRef);
      if (known !== undefined) return;
      this.#fields.set(parent, field);
      this.#appearances.push(parent.get('DA') ?? null);
      [child, childRef, childCopy] = [parent, field.ref, field.copy];
    }
    this.#roots.push(childRef);
  }

  #isSignature(source: PdfDict): boolean {
    let field: PdfDict | undefined = source;
    for (let depth = 0; field !== undefined && depth < DEEPEST_FIELD; depth += 1) {
      const type = nameOf(this.#source.resolve(field.get('FT')));
      if (type !== undefined) return type === 'Sig';
      field = this.#source.dict(field.get('Parent'));
    }
    return false;
  }
}

const withoutValue = new Set(Array.from(ANNOTATION_MEMBERS).filter((member) => member !== 'V' && member !== 'DV'));
