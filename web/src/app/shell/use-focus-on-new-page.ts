import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Puts the focus at the beginning of a page when it takes the place of another one, as a browser does where it loads
 * pages. A page that has put the focus on one of its own controls keeps it there.
 * @param content  what surrounds every page, with `tabIndex={-1}`
 */
export const useFocusOnNewPage = (content: RefObject<HTMLElement | null>): void => {
  const router = useRouter();
  useEffect(() => {
    // The page before is still shown while the new one loads what it needs.
    const removal = new MutationObserver(() => {
      if (content.current?.contains(document.activeElement) === true) return;
      removal.disconnect();
      content.current?.focus({ preventScroll: true });
    });
    const unsubscribe = router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
      removal.disconnect();
      if (!pathChanged || fromLocation === undefined || content.current === null) return;
      const { activeElement } = document;
      if (!content.current.contains(activeElement)) content.current.focus({ preventScroll: true });
      else if (activeElement !== content.current) removal.observe(content.current, { childList: true, subtree: true });
    });
    return () => {
      removal.disconnect();
      unsubscribe();
    };
  }, [router, content]);
};
