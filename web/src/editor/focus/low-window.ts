import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** As in the style sheets: in a window so low or narrow the page scrolls, and pages are as wide as there is room. */
const LOW = '(max-height: 37.5em), (max-width: 30em)';

export const useIsLow = (): boolean => useMediaQuery(LOW, false, { getInitialValueInEffect: false });

/** Of an element that a low window does not show whole: it is shown from its top whenever what it shows is another. */
export const useShownFromTop = (shown: number): RefObject<HTMLDivElement | null> => {
  const ref = useRef<HTMLDivElement>(null);
  const isLow = useIsLow();
  useEffect(() => {
    if (isLow) ref.current?.scrollIntoView({ block: 'start' });
  }, [isLow, shown]);
  return ref;
};
