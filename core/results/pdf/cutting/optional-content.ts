/** Copies layers (optional content; ISO 32000-2, 8.11). Without their settings a cut would display hidden content. */
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfDict, PdfRef, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import {
  dictOf,
  isArray,
  isDict,
  name,
  PdfName,
  PdfRef as Ref,
  PdfString,
} from '../../../documents/pdf/syntax/pdf-objects.ts';

/**
 * @param layers the optional content groups that the pages of the cut use: object number in the source → copy
 * @returns /OCProperties of the cut; undefined if its pages use no layers, and if the file has no settings: viewers then
 * show all content, also that of the membership dictionary (OCMD) of layers that must be off
 */
export function copyLayers(source: PdfFile, layers: ReadonlyMap<number, PdfRef>): PdfDict | undefined {
  const properties = source.dict(source.catalog().get('OCProperties'));
  if (layers.size === 0 || properties === undefined) return undefined;
  const settings = source.dict(properties.get('D')) ?? new Map<string, PdfValue>();
  const copies = Array.from(layers.values());
  const copiesOf = (value: PdfValue | undefined): PdfValue[] => {
    const list = source.resolve(value);
    return isArray(list) ? list.flatMap((one) => (one instanceof Ref ? (layers.get(one.number) ?? []) : [])) : [];
  };
  const plain = (value: PdfValue | undefined): PdfValue | undefined => {
    const resolved = source.resolve(value);
    return resolved instanceof PdfName || resolved instanceof PdfString ? resolved : undefined;
  };
  return dictOf({
    OCGs: copies,
    D: dictOf({
      Name: plain(settings.get('Name')),
      BaseState: plain(settings.get('BaseState')),
      ON: copiesOf(settings.get('ON')),
      OFF: copiesOf(settings.get('OFF')),
      Order: copies,
      AS: usage(source, settings.get('AS'), copiesOf),
    }),
  });
}

/** Copies the usage application dictionaries, which switch layers for viewing, printing and export. */
function usage(
  source: PdfFile,
  value: PdfValue | undefined,
  copiesOf: (value: PdfValue | undefined) => PdfValue[],
): PdfValue | undefined {
  const rules = source.resolve(value);
  if (!isArray(rules)) return undefined;
  return rules.flatMap((one) => {
    const rule = source.resolve(one);
    const groups = isDict(rule) ? copiesOf(rule.get('OCGs')) : [];
    if (!isDict(rule) || groups.length === 0) return [];
    const event = source.resolve(rule.get('Event'));
    const categories = source.resolve(rule.get('Category'));
    return [
      dictOf({
        Event: event instanceof PdfName ? event : name('View'),
        OCGs: groups,
        Category: isArray(categories) ? categories.filter((category) => category instanceof PdfName) : [],
      }),
    ];
  });
}
