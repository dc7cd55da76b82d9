/**
 * Copies the annotations of the pages of a cut. It keeps what belongs to the page: notes, marks, stamps, links to the
 * web or within the cut, form fields with their values. It drops what leads out of the cut or executes: other links,
 * scripts, actions, media players, signatures (which a cut invalidates), and widgets of a field on other pages.
 */
import type { LinkTargets } from './link-targets.ts';
import type { ObjectCopier } from './object-copier.ts';
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import type { PdfDict, PdfObject, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import {
  dictOf,
  isArray,
  isDict,
  name,
  nameOf,
  PdfRef,
  PdfStream,
  PdfString,
} from '../../../documents/pdf/syntax/pdf-objects.ts';
import { namedResources, namesInContents } from './used-resources.ts';

const split = (text: string): string[] => text.split(/\s+/);

/** Entries of form fields (ISO 32000-2, 12.7.4, tables 226 to 231) without actions and signature rules. */
const FIELD_MEMBERS = new Set(split('FT T TU TM Ff V DV DA Q DS RV MaxLen Opt TI I'));

/**
 * Entries of annotations (ISO 32000-2, tables 166 to 192) without actions, media players, and references to other
 * annotations.
 */
const ANNOTATION_MEMBERS = new Set([
  ...split(
    'Type Subtype Rect Contents NM M F AP AS Border C OC Lang BM ca CA T RC CreationDate Subj RT IT Open Name ' +
      'State StateModel',
  ),
  ...split(
    'H QuadPoints BS BE DA Q CL RD LE L IC LL LLE LLO Cap CP Measure CO Vertices Path InkList RO Sy FS OverlayText ' +
      'Repeat FixedPrint MK DS',
  ),
  ...FIELD_MEMBERS,
]);

const MAX_FIELD_DEPTH = 32;

export class AnnotationCopier {
  readonly #source: PdfFile;
  readonly #writer: PdfFileWriter;
  readonly #objects: ObjectCopier;
  readonly #targets: LinkTargets;
  /** Annotations of the cut: object number in the source → copy. */
  readonly #kept = new Map<number, PdfRef>();
  /** Those that are written: two pages of the cut may be the same page of the source. */
  readonly #written = new Set<PdfRef>();
  readonly #fields = new Map<PdfDict, { readonly ref: PdfRef; readonly copy: PdfDict; readonly kids: PdfRef[] }>();
  readonly #roots: PdfRef[] = [];
  /** /DA (default appearance) of the copied fields and annotations, which names their fonts. */
  readonly #appearances: PdfValue[] = [];

  constructor(source: PdfFile, writer: PdfFileWriter, objects: ObjectCopier, targets: LinkTargets) {
    this.#source = source;
    this.#writer = writer;
    this.#objects = objects;
    this.#targets = targets;
  }

  /**
   * Registers the annotations of the cut. All must be registered before one is copied, because they may refer to each
   * other.
   */
  keep(annotations: PdfValue | undefined): void {
    for (const one of this.#listed(annotations)) {
      if (one instanceof PdfRef && isDict(this.#source.resolve(one)) && !this.#kept.has(one.number))
        this.#kept.set(one.number, this.#writer.reserve());
    }
  }

  /** @returns /Annots of the page in the cut; undefined if it has none */
  copy(annotations: PdfValue | undefined, page: PdfRef): PdfValue[] | undefined {
    const copies = this.#listed(annotations).flatMap((one) => {
      const dict = this.#source.dict(one);
      const ref = one instanceof PdfRef ? this.#kept.get(one.number) : this.#writer.reserve();
      if (dict === undefined || ref === undefined) return [];
      if (!this.#written.has(ref)) {
        this.#written.add(ref);
        this.#writer.write(ref, this.#copyAnnotation(dict, ref, page));
      }
      return [ref];
    });
    return copies.length === 0 ? undefined : copies;
  }

  /** The appearances of the annotations that `copy` copies, those of all states. */
  appearances(annotations: PdfValue | undefined): PdfStream[] {
    const looks = this.#listed(annotations).flatMap((one) => this.#valuesOf(this.#source.dict(one)?.get('AP')));
    return looks
      .flatMap((look) => (look instanceof PdfStream ? [look] : this.#valuesOf(look)))
      .filter((look) => look instanceof PdfStream);
  }

  #valuesOf(dict: PdfValue | undefined): PdfObject[] {
    return Array.from(this.#source.dict(dict)?.values() ?? [], (value) => this.#source.resolve(value) ?? null);
  }

  /** @returns /AcroForm of the cut; undefined if it has no form fields */
  finishForm(): PdfDict | undefined {
    for (const { ref, copy, kids } of this.#fields.values()) this.#writer.write(ref, new Map(copy).set('Kids', kids));
    if (this.#roots.length === 0) return undefined;
    const form = this.#source.dict(this.#source.catalog().get('AcroForm')) ?? new Map<string, PdfValue>();
    return new Map([
      ...this.#objects.copyDict(this.#withUsedResources(form), new Set(['DR', 'DA', 'Q', 'NeedAppearances'])),
      ['Fields', this.#roots],
    ]);
  }

  /**
   * The form with only the resources that the default appearances of the fields of this cut use; with all of its fonts if
   * these appearances cannot be read. Some programs give the form the resources of all pages.
   */
  #withUsedResources(form: PdfDict): PdfDict {
    const resources = this.#source.dict(form.get('DR'));
    if (resources === undefined) return form;
    const written = [form.get('DA') ?? null, ...this.#appearances]
      .map((value) => this.#source.resolve(value))
      .filter((value) => value instanceof PdfString);
    const isPlain = written.every(({ raw }) => !raw.startsWith('<') && !raw.includes('\\'));
    const fonts = this.#source.dict(resources.get('Font'));
    const names = isPlain ? written.flatMap(({ raw }) => namesInContents(raw)) : (fonts?.keys() ?? []);
    return new Map(form).set('DR', namedResources(this.#source, resources, new Set(names)));
  }

  #listed(annotations: PdfValue | undefined): readonly PdfValue[] {
    const list = this.#source.resolve(annotations);
    return isArray(list) ? list.filter((one) => !this.#isDeadLink(one)) : [];
  }

  /**
   * Whether a link would have no target in the cut. Such links are dropped: poppler's `pdfinfo -url` crashes on them.
   */
  #isDeadLink(annotation: PdfValue): boolean {
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
    if (isWidget) this.#attachToField(source, copy, ref);
    return copy;
  }

  /** Attaches a widget to a copy of its field, and copies the ancestors of the field up to the form. */
  #attachToField(source: PdfDict, copy: PdfDict, ref: PdfRef): void {
    let [child, childRef, childCopy] = [source, ref, copy];
    for (let depth = 0; depth < MAX_FIELD_DEPTH; depth += 1) {
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
    for (let depth = 0; field !== undefined && depth < MAX_FIELD_DEPTH; depth += 1) {
      const type = nameOf(this.#source.resolve(field.get('FT')));
      if (type !== undefined) return type === 'Sig';
      field = this.#source.dict(field.get('Parent'));
    }
    return false;
  }
}

const withoutValue = new Set(Array.from(ANNOTATION_MEMBERS).filter((member) => member !== 'V' && member !== 'DV'));
