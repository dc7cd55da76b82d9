/** The keys that the pages on the screen know, for the dialog at `?`. */
import { useHotkeys } from '@mantine/hooks';
import type { HotkeyItem } from '@mantine/hooks';
import { useEffect, useSyncExternalStore } from 'react';
import { useCharacterKeys } from './use-character-keys.ts';

export interface Shortcut {
  /** As @mantine/hooks writes them, such as `mod+Z` or `J`; several are alternatives. Signs without the shift key. */
  readonly keys: readonly string[];
  /** What it does, in the reader's language. */
  readonly label: string;
  readonly run: (event: KeyboardEvent) => void;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Pick<Shortcut, 'keys' | 'label'>[];
}

let groups: readonly ShortcutGroup[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly ShortcutGroup[]): void => {
  groups = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Lists keys that a page handles itself. The group should be memoised. */
export const useShortcutGroup = (group: ShortcutGroup): void => {
  useEffect(() => {
    change([...groups, group]);
    return () => {
      change(groups.filter((each) => each !== group));
    };
  }, [group]);
};

/** A single letter or sign. */
const isCharacter = (key: string): boolean => key.length === 1;

/** Some keyboards write a sign with the shift key, others without: `/` is `Shift` + `7` on a German one. */
const pressesOf = (key: string): readonly string[] =>
  isCharacter(key) && key.toLowerCase() === key.toUpperCase() ? [key, `shift+${key}`] : [key];

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select';

/** Whether letters and signs are text there. A box that is ticked takes none. */
export const isTypedInto = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches(TYPED_INTO);

const ABOVE = '[role="dialog"][aria-modal="true"], [role="menu"]';

/** Whether a dialog or a menu is open: the page behind it is not to be used. */
export const isCovered = (): boolean => document.querySelector(ABOVE) !== null;

const hotkeyOf = (key: string, run: Shortcut['run']): HotkeyItem => [
  key,
  (event) => {
    if (isCovered() || isTypedInto(event.target)) return;
    event.preventDefault();
    run(event);
  },
  { preventDefault: false },
];

/**
 * Handles keys outside of text fields while no dialog is open, and lists them in the dialog at `?`. The list should be
 * memoised.
 */
export const useShortcuts = (group: { readonly title: string; readonly shortcuts: readonly Shortcut[] }): void => {
  useShortcutGroup(group);
  const [characters] = useCharacterKeys();
  useHotkeys(
    group.shortcuts.flatMap(({ keys, run }) =>
      keys
        .filter((key) => characters || !isCharacter(key))
        .flatMap(pressesOf)
        .map((key) => hotkeyOf(key, run)),
    ),
    [],
  );
};

export const useShortcutGroups = (): readonly ShortcutGroup[] => useSyncExternalStore(subscribe, () => groups);
