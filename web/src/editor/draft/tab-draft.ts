import type { TextStore } from '../../app/browser-store.ts';
import { draftKey, parseDraft, removeDraft, saveDraft } from './draft.ts';
import type { Draft } from './draft.ts';

/** `other-tab`: the browser holds changes of this file that another tab has written. */
export type Kept = 'kept' | 'no-room' | 'other-tab';

const hasChanges = ({ done, undone }: Draft): boolean => done.length + undone.length > 0;

/** The draft of a file, for one of the tabs that may show it: what another tab has written meanwhile stays. */
export class TabDraft {
  readonly #store: TextStore;
  readonly #id: string;
  /** What this tab has read or written last. */
  #known: string | null = null;
  /** What this tab has changed and the browser does not keep: it is there as long as the page is open. */
  #unkept: Draft | null = null;

  constructor(store: TextStore, id: string) {
    this.#store = store;
    this.#id = id;
  }

  /** Null where there is none, or it is damaged. */
  load(): Draft | null {
    if (this.#unkept !== null) return this.#unkept;
    this.#known = this.#stored();
    return this.#known === null ? null : parseDraft(this.#known);
  }

  save(draft: Draft): Kept {
    const kept = this.#write(draft);
    this.#unkept = kept === 'kept' || !hasChanges(draft) ? null : draft;
    return kept;
  }

  #write(draft: Draft): Kept {
    if (this.#isOfOtherTab()) return 'other-tab';
    if (!saveDraft(this.#store, this.#id, draft)) return 'no-room';
    this.#known = this.#stored();
    return 'kept';
  }

  remove(): void {
    this.#unkept = null;
    if (this.#stored() === this.#known) removeDraft(this.#store, this.#id);
  }

  #stored(): string | null {
    return this.#store.getItem(draftKey(this.#id));
  }

  /** Places that were looked at are no changes: they give way. */
  #isOfOtherTab(): boolean {
    const stored = this.#stored();
    if (stored === null || stored === this.#known) return false;
    const draft = parseDraft(stored);
    return draft !== null && hasChanges(draft);
  }
}
