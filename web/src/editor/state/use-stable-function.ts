import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * The newest of a function, under one reference: what gets it is not drawn again because the function is another one. It
 * is called by events only, never while something is drawn.
 */
export const useStableFunction = <Arguments extends readonly unknown[], Result>(
  newest: (...args: Arguments) => Result,
): ((...args: Arguments) => Result) => {
  const ref = useRef(newest);
  useLayoutEffect(() => {
    ref.current = newest;
  }, [newest]);
  return useCallback((...args: Arguments) => ref.current(...args), []);
};
