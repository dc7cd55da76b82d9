import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * For an element with `tabIndex={-1}`: it gets the focus where the control inside that had it is gone, as a button whose
 * action is done. Else a reader with a keyboard or a screen reader would be sent to the beginning of the page.
 * @param shown  changes with the controls
 */
export const useKeptFocus = <E extends HTMLElement>(shown: unknown): RefObject<E | null> => {
  const element = useRef<E>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      hadFocus.current = target instanceof Node && element.current?.contains(target) === true;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
    };
  }, []);
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) element.current?.focus({ preventScroll: true });
  }, [shown]);
  return element;
};
