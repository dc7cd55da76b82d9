import { useCallback, useMemo, useState } from 'react';
import type { RefObject } from 'react';
import type { PacketText } from '../text/packet-text.ts';
import { useFind } from './use-find.ts';
import type { Find } from './use-find.ts';

export interface OpenedFind {
  readonly find: Find;
  /** How often the reader has asked for the search since it was closed; 0: it is closed. */
  readonly asked: number;
  /** Indices of the pages with a hit; undefined while the search is closed. */
  readonly hits: ReadonlySet<number> | undefined;
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * The search, which is opened and closed.
 * @param stage  gets the focus when the search is closed: its decision at the cursor, else its region
 */
export const useFindPanel = (text: PacketText | null, stage: RefObject<HTMLElement | null>): OpenedFind => {
  const find = useFind(text);
  const [asked, setAsked] = useState(0);
  const open = useCallback(() => {
    setAsked((times) => times + 1);
  }, []);
  const close = useCallback(() => {
    setAsked(0);
    // The field of the search, which has the focus, goes.
    const decision = stage.current?.querySelector<HTMLElement>('[data-cursor]');
    const next = decision ?? stage.current?.querySelector<HTMLElement>('[role="region"]');
    next?.focus({ preventScroll: true });
  }, [stage]);
  const hits = useMemo(() => new Set((find.hits ?? []).map(({ page }) => page)), [find.hits]);
  return { find, asked, hits: asked > 0 ? hits : undefined, open, close };
};
