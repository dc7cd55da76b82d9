import { useEffect } from 'react';

/** Milliseconds in which a dialog that closes, or a page, may give the focus to something itself. */
const PATIENCE_MS = 250;
/** Controls that are remembered: the one that had the focus, and those that opened the dialogs around it. */
const REMEMBERED = 10;

/** What lies above the page: the focus goes back to what opened it. */
const ABOVE = '[role="dialog"], [role="menu"]';

/** A control that had the focus, with what is around it: that is not known any more once the control is gone. */
interface Visit {
  readonly control: HTMLElement;
  readonly around: readonly HTMLElement[];
}

const around = (control: HTMLElement): HTMLElement[] => {
  const elements: HTMLElement[] = [];
  for (let element = control.parentElement; element !== null; element = element.parentElement) elements.push(element);
  return elements;
};

const isDisabled = (element: Element): boolean => element.matches(':disabled');

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected && !isDisabled(element) && element.closest('[inert]') === null;

/** Where a reader goes on whose control is gone: on the control before, or on what was around it. */
const nextPlace = (visits: readonly Visit[]): HTMLElement | undefined => {
  for (const { control, around: elements } of visits.toReversed()) {
    if (canHaveFocus(control)) return control;
    const isOfClosed = elements.some((element) => element.matches(ABOVE) && !element.isConnected);
    if (!isOfClosed) return elements.find((element) => element.hasAttribute('tabindex') && canHaveFocus(element));
  }
  return undefined;
};

/**
 * Gives the focus back where the control that had it was disabled while its action was at work, and puts it beside a
 * control that is gone, as the row of a thing that was deleted. Else a reader with a keyboard or a screen reader would be
 * sent to the beginning of the page. What had the focus and was left by the pointer is left alone.
 */
export const useLostFocus = (): void => {
  useEffect(() => {
    let visits: readonly Visit[] = [];
    let isLeft = false;
    /** The control that has the focus was disabled since. */
    let wasDisabled = false;
    let timer: number | undefined;
    const last = (): HTMLElement | undefined => visits.at(-1)?.control;
    const note = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement)) return;
      isLeft = false;
      wasDisabled = false;
      const others = visits.filter(({ control }) => control !== target);
      visits = [...others, { control: target, around: around(target) }].slice(-REMEMBERED);
    };
    const point = ({ target }: PointerEvent): void => {
      isLeft = !(target instanceof Node && last()?.contains(target) === true);
    };
    const restore = (): void => {
      timer = undefined;
      const control = last();
      if (document.activeElement !== document.body || !document.hasFocus() || control === undefined || isLeft) return;
      const isLost = !control.isConnected || (wasDisabled && !isDisabled(control));
      if (isLost) nextPlace(visits)?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      const control = last();
      // The browser takes the focus from it a moment later.
      if (control?.isConnected === true && isDisabled(control)) wasDisabled = true;
      if (document.activeElement === document.body) timer ??= window.setTimeout(restore, PATIENCE_MS);
    });
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', point, { capture: true });
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', point, { capture: true });
      observer.disconnect();
      window.clearTimeout(timer);
    };
  }, []);
};
