import { Text, Tooltip } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useFormat } from './use-format.ts';

const REFRESH_MS = 20_000;

/** The present time, read again every 20 seconds. */
const useNow = (): number => {
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

interface RelativeTimeProps extends TextProps {
  /** ISO 8601. */
  readonly time: string;
}

/** "3 minutes ago"; the exact time in the reader's zone at hover and focus. */
export const RelativeTime = ({ time, ...props }: RelativeTimeProps) => {
  const format = useFormat();
  const now = useNow();
  return (
    <Tooltip label={format.dateTime(time)}>
      <Text component="time" dateTime={time} inherit {...props}>
        {format.relative(Date.parse(time) - now)}
      </Text>
    </Tooltip>
  );
};
