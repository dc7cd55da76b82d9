import { Text } from '@mantine/core';
import type { TextProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from './format-time.ts';
import type { TimeStyle } from './format-time.ts';

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

interface TimeTextProps extends TextProps {
  /** ISO 8601. */
  readonly time: string;
  /** `relative` (default): “3 hours ago”, and the whole time when pointed at. */
  readonly look?: TimeStyle;
}

/** A time in the reader's zone and language. */
export const TimeText = ({ time, look = 'relative', ...props }: TimeTextProps) => {
  const { i18n } = useTranslation();
  const now = useNow();
  return (
    <Text component="time" inherit dateTime={time} title={formatTime(time, 'full', i18n.language)} {...props}>
      {formatTime(time, look, i18n.language, now)}
    </Text>
  );
};
