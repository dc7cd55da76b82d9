/** Copies pages of a PDF, unchanged, to a new PDF that contains only the objects that these pages need. */
import { AnnotationCopier } from './copy-annotations.ts';
import { LinkTargets, NamedDestinations } from './link-targets.ts';
import { copyLayers } from './optional-content.ts';
import { ObjectCopier } from './object-copier.ts';
import type { PdfPage } from '../../../documents/pdf/syntax/page-tree.ts';
import { readPages } from '../../../documents/pdf/syntax/page-tree.ts';
import { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import { PdfFileWriter } from '../writing/pdf-file-writer.ts';
import { PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';
import type { PdfDict, PdfRef, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, isArray, name } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { usedResources } from './used-resources.ts';

/**
 * Entries of a page that affect its appearance (ISO 32000-2, table 31). Scripts, threads, private data and links to the
 * structure tree are dropped.
 */
const PAGE_KEYS = new Set([
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'BoxColorInfo',
  'Contents',
  'Group',
  'Tabs',
  'UserUnit',
  'VP',
  'OutputIntents',
]);
const INHERITED_KEYS = ['MediaBox', 'CropBox', 'Rotate'] as const;

/** A PDF from which several cuts are made. */
export class CuttablePdf {
  readonly #file: PdfFile;
  readonly #pages: readonly PdfPage[];
  readonly #names: NamedDestinations;

  /** @throws PdfSyntaxError if the file must be repaired or decrypted first */
  constructor(bytes: Uint8Array) {
    this.#file = new PdfFile(bytes);
    this.#pages = readPages(this.#file);
    this.#names = new NamedDestinations(this.#file);
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /**
   * Writes pages to a new PDF.
   * @param pages page numbers, from 1, in the order of the cut
   * @throws PdfSyntaxError if an object that they need is damaged
   */
  cut(pages: readonly number[], outPath: string): void {
    const leaves = pages.map((page) => {
      const leaf = this.#pages[page - 1];
      if (leaf === undefined) throw new PdfSyntaxError(`The file has no page ${page}.`);
      return leaf;
    });
    const writer = new PdfFileWriter(outPath, this.#file.version > '1.7' ? this.#file.version : '1.7');
    try {
      this.#write(leaves, writer);
    } finally {
      writer.close();
    }
  }

  #write(leaves: readonly PdfPage[], writer: PdfFileWriter): void {
    const refs = leaves.map(() => writer.reserve());
    const tree = writer.reserve();
    const pageRefs = new Map<number, PdfRef>();
    leaves.forEach(({ number }, index) => {
      const ref = refs[index];
      if (number !== undefined && ref !== undefined && !pageRefs.has(number)) pageRefs.set(number, ref);
    });
    const objects = new ObjectCopier(this.#file, writer, pageRefs);
    const links = new LinkTargets(this.#file, this.#names, pageRefs);
    const annotations = new AnnotationCopier(this.#file, writer, objects, links);
    for (const { dict } of leaves) annotations.keep(dict.get('Annots'));
    leaves.forEach((leaf, index) => {
      const ref = refs[index];
      if (ref !== undefined) writer.write(ref, this.#copyPage(leaf, ref, tree, objects, annotations));
    });
    writer.write(tree, dictOf({ Type: name('Pages'), Count: refs.length, Kids: refs }));
    const form = annotations.finishForm();
    const base = links.baseAddress();
    const intents = this.#file.catalog().get('OutputIntents');
    objects.writePending();
    const root = dictOf({
      Type: name('Catalog'),
      Pages: tree,
      URI: base === undefined ? undefined : dictOf({ Base: base }),
      AcroForm: form,
      OCProperties: copyLayers(this.#file, objects.layers),
      OutputIntents: intents === undefined ? undefined : objects.copy(intents),
    });
    objects.writePending();
    writer.finish(writer.add(root));
  }

  #copyPage(
    { dict, attributes }: PdfPage,
    ref: PdfRef,
    tree: PdfRef,
    objects: ObjectCopier,
    annotations: AnnotationCopier,
  ): PdfDict {
    const copy: PdfDict = new Map<string, PdfValue>([
      ['Type', name('Page')],
      ['Parent', tree],
    ]);
    for (const key of INHERITED_KEYS) {
      const value = attributes.get(key);
      if (value !== undefined) copy.set(key, objects.copy(resolveNumbers(this.#file, value)));
    }
    for (const [key, value] of objects.copyDict(dict, PAGE_KEYS)) copy.set(key, value);
    const resources = this.#file.dict(attributes.get('Resources')) ?? new Map<string, PdfValue>();
    const appearances = annotations.appearances(dict.get('Annots'));
    const used = usedResources(this.#file, dict.get('Contents'), resources, appearances);
    copy.set('Resources', objects.copyDict(used));
    const annots = annotations.copy(dict.get('Annots'), ref);
    if (annots !== undefined) copy.set('Annots', annots);
    return copy;
  }
}

/** Resolves references: page boxes and rotations are written as direct objects. */
function resolveNumbers(file: PdfFile, value: PdfValue): PdfValue {
  const resolved = file.resolve(value);
  if (isArray(resolved)) return resolved.map((one) => resolveNumbers(file, one));
  return typeof resolved === 'number' ? resolved : null;
}
