import { useCallback } from 'react';
import type { PointerEvent } from 'react';

/**
 * Moves a page that is larger than its place by dragging it. Text is selected instead where the drag begins on a word.
 * @param word  CSS selector of the words
 */
export const useDragScroll = (word: string): ((event: PointerEvent<HTMLElement>) => void) =>
  useCallback(
    (down: PointerEvent<HTMLElement>) => {
      const place = down.currentTarget;
      const isScrollable = place.scrollWidth > place.clientWidth || place.scrollHeight > place.clientHeight;
      const isOnWord = down.target instanceof Element && down.target.closest(word) !== null;
      // A finger scrolls by itself.
      if (!isScrollable || isOnWord || down.button !== 0 || down.pointerType !== 'mouse') return;
      const { scrollLeft, scrollTop } = place;
      const move = (event: globalThis.PointerEvent): void => {
        place.scrollTo(scrollLeft + down.clientX - event.clientX, scrollTop + down.clientY - event.clientY);
      };
      place.setPointerCapture(down.pointerId);
      place.addEventListener('pointermove', move);
      place.addEventListener(
        'lostpointercapture',
        () => {
          place.removeEventListener('pointermove', move);
        },
        { once: true },
      );
    },
    [word],
  );
