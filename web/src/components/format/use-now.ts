import { useEffect, useState } from 'react';

const REFRESH_MS = 20_000;

/** The present time in milliseconds since 1970, read again every 20 seconds. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
};
