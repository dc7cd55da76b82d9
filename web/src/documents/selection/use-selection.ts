import { useCallback, useMemo, useState } from 'react';
import type { ProcessedDocument } from '../../api/documents.ts';

export interface Selection {
  /** In the order of the list. */
  readonly documents: readonly ProcessedDocument[];
  readonly has: (processingId: string) => boolean;
  readonly set: (processingIds: readonly string[], selected: boolean) => void;
  readonly clear: () => void;
}

/** @param documents  those of the list: what leaves the list is not selected any more */
export const useSelection = (documents: readonly ProcessedDocument[]): Selection => {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(() => documents.filter(({ processing_id: id }) => ids.has(id)), [documents, ids]);
  const has = useCallback((id: string) => ids.has(id), [ids]);
  const set = useCallback((changed: readonly string[], isSelected: boolean) => {
    const removed = new Set(changed);
    setIds((before) => new Set(isSelected ? [...before, ...changed] : [...before].filter((id) => !removed.has(id))));
  }, []);
  const clear = useCallback(() => {
    setIds(new Set());
  }, []);
  return { documents: selected, has, set, clear };
};
