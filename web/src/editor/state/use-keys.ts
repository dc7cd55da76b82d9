import { useEffect } from 'react';
import { isCovered, isTypedInto } from '../../components/keyboard/shortcuts.ts';
import { commandOf } from './keys.ts';
import type { Command } from './keys.ts';

/** Keys that a focused button has itself. */
const OF_BUTTONS: ReadonlySet<string> = new Set([' ', 'Enter']);

/** Keys that a focused slider has itself. */
const OF_SLIDERS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

/** Keys of commands work everywhere on the page but where somebody types or a dialog is open. */
export const useKeys = (characters: boolean, run: (command: Command) => boolean): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !(event.target instanceof Element) || isCovered()) return;
      const command = commandOf(event, characters);
      if (command === null) return;
      const { target } = event;
      if (target.closest('[role="dialog"]') !== null) return;
      if (isTypedInto(target) && !(command === 'find' && event.key !== '/')) return;
      if (OF_SLIDERS.has(event.key) && target.closest('[role="slider"]') !== null) return;
      // On a boundary, Enter opens the pages; the space bar is the switch's own.
      const isButton = target.closest('button, a') !== null;
      const isBoundary = target.closest('[data-gap]') !== null;
      if (isButton && OF_BUTTONS.has(event.key) && !(isBoundary && event.key === 'Enter')) return;
      if (!run(command)) return;
      event.preventDefault();
      // The list of the editor's keys takes the place of the shell's.
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => {
      window.removeEventListener('keydown', press, { capture: true });
    };
  }, [characters, run]);
};
